/* A complete bot for the line protocol of docs/bots.md, in C without a JSON library: makes
   the first of the legal moves, in every game. cc -o line_bot bot/examples/line_bot.c */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of the JSON value here: up to a comma or bracket outside of it. */
static size_t value_length(const char *json) {
    int depth = 0, quoted = 0;
    size_t i;
    for (i = 0; json[i]; i++) {
        if (json[i] == '"') quoted = !quoted;
        if (quoted) continue;
        if (depth == 0 && (json[i] == ',' || json[i] == ']')) break;
        if (json[i] == '[') depth++;
        if (json[i] == ']') depth--;
    }
    return i;
}

int main(void) {
    char *line = NULL, *move = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "hello ", 6) == 0) puts("hello {\"name\":\"First\"}");
        if (strncmp(line, "position ", 9) == 0) {
            const char *moves = strstr(line, "\"legal_moves\":[");
            if (!moves) return 1;
            moves += strlen("\"legal_moves\":[");
            free(move);
            move = strndup(moves, value_length(moves));
        }
        if (strncmp(line, "go ", 3) == 0) printf("bestmove %s\n", move);
        if (strncmp(line, "quit", 4) == 0) break;
        fflush(stdout);
    }
    return 0;
}
