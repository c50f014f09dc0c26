// One of two programs that write into one SQLite database at once.
//   database WRITER COUNT MODE     COUNT transactions of one row each; MODE: delete or wal
//   database check                 rows of each writer, and what integrity_check says
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

typedef struct sqlite3 sqlite3;
static int (*sql_open)(const char *, sqlite3 **);
static int (*sql_exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
static int (*sql_wait)(sqlite3 *, int);
static int (*sql_close)(sqlite3 *);

static int print(void *unused, int count, char **values, char **names) {
    (void)unused, (void)names;
    for (int i = 0; i < count; i++)
        printf("%s ", values[i] ? values[i] : "null");
    printf("\n");
    return 0;
}

static void tell(sqlite3 *database, const char *text) {
    char *message = NULL;
    int status = sql_exec(database, text, print, NULL, &message);
    if (status)
        printf("%s: %d %s\n", text, status, message ? message : "");
}

int main(int argc, char **argv) {
    HMODULE library = LoadLibraryA("e_sqlite3.dll");
    if (!library)
        return printf("no e_sqlite3.dll: %lu\n", GetLastError()), 2;
    sql_open = (void *)GetProcAddress(library, "sqlite3_open");
    sql_exec = (void *)GetProcAddress(library, "sqlite3_exec");
    sql_wait = (void *)GetProcAddress(library, "sqlite3_busy_timeout");
    sql_close = (void *)GetProcAddress(library, "sqlite3_close");
    sqlite3 *database;
    if (argc < 2 || sql_open("shared.db", &database))
        return printf("shared.db can't be opened\n"), 2;
    sql_wait(database, 30000);
    if (argc < 4) {
        tell(database, "SELECT writer, count(*), min(n), max(n) FROM rows GROUP BY writer ORDER BY writer");
        tell(database, "PRAGMA integrity_check");
        return sql_close(database);
    }
    char text[200];
    sprintf(text, "PRAGMA journal_mode=%s", argv[3]);
    sql_exec(database, text, NULL, NULL, NULL);
    tell(database, "CREATE TABLE IF NOT EXISTS rows(writer TEXT, n INTEGER, filler BLOB)");
    for (int i = 0; i < atoi(argv[2]); i++) {
        sprintf(text, "BEGIN IMMEDIATE; INSERT INTO rows VALUES('%s', %d, randomblob(3000)); COMMIT", argv[1], i);
        tell(database, text);
    }
    return sql_close(database);
}
