// A game like Unity's: the program only calls UnityPlayer.dll (unity_player.c).
__declspec(dllimport) int UnityMain(void);

int main(void) { return UnityMain(); }
