// A game of Unity's shape: the program has nothing but a call into UnityPlayer.dll (unity_player.c).
__declspec(dllimport) int UnityMain(void);

int main(void) { return UnityMain(); }
