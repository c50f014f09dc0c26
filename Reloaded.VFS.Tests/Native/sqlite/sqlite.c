// A program with an SQLite database, whose journals SQLite names by the database's name.
//
//   sqlite make FILE TEXT ROWS         a database with a table of ROWS rows "TEXT"
//   sqlite crash MODE FILE TEXT        in journal mode MODE: commits three rows, then changes every row to TEXT in a transaction, with a
//                                      cache so small that the pages are on disk before the end, prints "open" and ends itself in the
//                                      middle of it
//   sqlite crash MODE FILE TEXT FILE2  the same in one transaction over both databases
//   sqlite write MODE FILE TEXT COUNT  in journal mode MODE: COUNT transactions of one row "TEXT" each; a dot for each that is committed
//   sqlite check FILE                  prints the integrity check's answer and how many rows there are of each text
#include "sqlite3.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static int print_row(void *unused, int count, char **values, char **names)
{
    (void)unused;
    (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}

static void run(sqlite3 *db, const char *format, const char *argument)
{
    char *error = NULL, *sql = sqlite3_mprintf(format, argument);
    if (sqlite3_exec(db, sql, print_row, NULL, &error))
        printf("error: %s\n", error), fflush(stdout), exit(3);
    sqlite3_free(sql);
}

static sqlite3 *open(const char *file)
{
    sqlite3 *db = NULL;
    if (sqlite3_open(file, &db))
        printf("error: %s\n", sqlite3_errmsg(db)), fflush(stdout), exit(3);
    sqlite3_busy_timeout(db, 30000);
    return db;
}

int main(int argc, char **argv)
{
    if (argc == 5 && !strcmp(argv[1], "make"))
    {
        sqlite3 *db = open(argv[2]);
        run(db, "CREATE TABLE rows (text TEXT)", NULL);
        run(db, "BEGIN", NULL);
        for (int i = atoi(argv[4]); i > 0; i--)
            run(db, "INSERT INTO rows VALUES (%Q)", argv[3]);
        run(db, "COMMIT", NULL);
        sqlite3_close(db);
        return 0;
    }
    if (argc >= 5 && !strcmp(argv[1], "crash"))
    {
        sqlite3 *db = open(argv[3]);
        run(db, "PRAGMA journal_mode=%s", argv[2]);
        if (argc > 5)
            run(db, "ATTACH %Q AS other", argv[5]);
        run(db, "PRAGMA cache_size=1", NULL);
        run(db, "BEGIN", NULL);
        for (int i = 0; i < 3; i++)
            run(db, "INSERT INTO rows VALUES (%Q)", "committed");
        run(db, "COMMIT", NULL);
        run(db, "BEGIN", NULL);
        run(db, "UPDATE rows SET text=%Q", argv[4]);
        if (argc > 5)
            run(db, "UPDATE other.rows SET text=%Q", argv[4]);
        sqlite3_db_cacheflush(db);
        printf("open\n");
        fflush(stdout);
        TerminateProcess(GetCurrentProcess(), 9);
    }
    if (argc == 6 && !strcmp(argv[1], "write"))
    {
        sqlite3 *db = open(argv[3]);
        sqlite3_exec(db, sqlite3_mprintf("PRAGMA journal_mode=%s", argv[2]), NULL, NULL, NULL);
        for (int i = atoi(argv[5]); i > 0; i--)
        {
            run(db, "BEGIN IMMEDIATE", NULL);
            run(db, "INSERT INTO rows VALUES (%Q)", argv[4]);
            run(db, "COMMIT", NULL);
            printf(".");
            fflush(stdout);
        }
        sqlite3_close(db);
        return 0;
    }
    if (argc == 3 && !strcmp(argv[1], "check"))
    {
        sqlite3 *db = open(argv[2]);
        run(db, "PRAGMA integrity_check", NULL);
        run(db, "SELECT text, count(*) FROM rows GROUP BY text ORDER BY text", NULL);
        sqlite3_close(db);
        return 0;
    }
    return 2;
}
