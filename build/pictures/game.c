/* A game for pictures of a terminal: shows what it finds in its folder. */
#include <stdio.h>
#include <windows.h>

int main(void) {
    char text[100] = "";
    FILE *hero = fopen("data\\hero.txt", "r");
    if (hero) {
        fgets(text, sizeof text, hero);
        fclose(hero);
    }
    printf("Hero: %s", text);

    WIN32_FIND_DATAA found;
    HANDLE search = FindFirstFileA("data\\maps\\*.map", &found);
    BOOL more = search != INVALID_HANDLE_VALUE;
    printf("Maps:");
    for (; more; more = FindNextFileA(search, &found))
        printf(" %s", found.cFileName);
    printf("\n");
    return 0;
}
