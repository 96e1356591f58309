// Tiles and points by the header alone, held against the tables that the program left.
//
//   test WORLD.toml INSTANCES.csv POINTS.toml SEGMENTS.csv

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "understory.h"

static int failures = 0;

static void expect(bool holds, const char *what) {
    if (!holds) {
        const char *why = understory_error();
        fprintf(stderr, "FAILED: %s%s%s\n", what, why ? ": " : "", why ? why : "");
        failures++;
    }
}

// The next row of a table as its fields, which lie in `line`; how many there are, 0 at the end.
static size_t row(FILE *table, char *line, int room, char *fields[], size_t most) {
    if (!fgets(line, room, table)) {
        return 0;
    }
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at && count < most; count++) {
        fields[count] = at;
        char *comma = strchr(at, ',');
        if (comma) {
            *comma = '\0';
        }
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

static FILE *table_of(const char *path) {
    FILE *table = fopen(path, "r");
    if (!table) {
        perror(path);
        exit(2);
    }
    char line[4096];
    char *fields[1];
    row(table, line, sizeof line, fields, 1);
    return table;
}

// Every tile, and each row of the program's table in its order.
static void tiles(const char *scenario, const char *instances_csv) {
    UnderstoryWorld *world = understory_world_open(scenario);
    expect(world != NULL, "a world is opened");
    if (!world) {
        return;
    }
    expect(understory_world_tile_side_m(world) > 0.0, "tiles have a side");
    int32_t first[2], last[2];
    expect(understory_world_tiles(world, &first, &last) == 0, "the tiles are known");
    FILE *table = table_of(instances_csv);
    char line[4096];
    char *fields[16];
    size_t all = 0, differing = 0;
    for (int32_t y = first[1]; y <= last[1]; y++) {
        for (int32_t x = first[0]; x <= last[0]; x++) {
            UnderstoryInstances found = understory_world_tile(world, x, y, 1.0);
            expect(found.status == 0, "a tile is laid out");
            for (size_t at = 0; at < found.count; at++, all++) {
                const UnderstoryInstance *one = &found.data[at];
                char key[33];
                snprintf(key, sizeof key, "%016llx%016llx", (unsigned long long)one->key_high,
                         (unsigned long long)one->key_low);
                const char *asset = understory_world_asset(world, one->asset);
                bool same = row(table, line, sizeof line, fields, 16) >= 14 && strcmp(fields[0], key) == 0 && asset &&
                            strcmp(fields[1], asset) == 0;
                for (int axis = 0; same && axis < 3; axis++) {
                    same = fabs(atof(fields[5 + axis]) - one->place_m[axis]) < 1e-3;
                }
                for (int part = 0; same && part < 4; part++) {
                    same = fabs(atof(fields[8 + part]) - one->rotation[part]) < 1e-5;
                }
                differing += !same;
            }
            understory_instances_free(found);
        }
    }
    expect(row(table, line, sizeof line, fields, 16) == 0, "the table has no more rows");
    expect(all > 0 && differing == 0, "instances are those of the table");
    fclose(table);

    UnderstoryInstances whole = understory_world_tile(world, first[0], first[1], 1.0);
    UnderstoryInstances half = understory_world_tile(world, first[0], first[1], 0.5);
    expect(half.status == 0 && half.count <= whole.count, "at half the density there are no more");
    understory_instances_free(whole);
    understory_instances_free(half);

    UnderstoryInstances none = understory_world_tile(world, last[0] + 1, last[1], 1.0);
    expect(none.status == -1 && none.data == NULL && strstr(understory_error(), "there is no tile"),
           "a tile beyond the world is refused");
    none = understory_world_tile(world, first[0], first[1], NAN);
    expect(none.status == -1 && strstr(understory_error(), "density_scale"), "no density is refused");
    expect(!understory_world_asset(world, UINT32_MAX) && !understory_world_rule(world, -1),
           "assets and rules that are not there are refused");
    understory_world_free(world);
    printf("%zu instances are those of %s\n", all, instances_csv);
}

static void points(const char *scenario, const char *scattered_csv) {
    UnderstoryPoints found = understory_points_of_file(scenario);
    expect(found.status == 0 && found.count > 0, "points are laid out");
    FILE *table = table_of(scattered_csv);
    char line[4096];
    char *fields[8];
    size_t differing = 0;
    for (size_t at = 0; at < found.count; at++) {
        bool same = row(table, line, sizeof line, fields, 8) >= 4;
        for (int axis = 0; same && axis < 2; axis++) {
            same = fabs(atof(fields[2 + axis]) - found.data[at].place_m[axis]) < 1e-3;
        }
        differing += !same;
    }
    expect(row(table, line, sizeof line, fields, 8) == 0 && differing == 0, "points are those of the table");
    fclose(table);
    printf("%zu points are those of %s\n", found.count, scattered_csv);
    understory_points_free(found);

    const char *text = "name = \"darts\"\n[world]\nsize_m = [80.0, 80.0]\nseed = 1\n"
                       "[scatter]\nmethod = \"poisson-disk\"\nper_ha = 400\n";
    found = understory_points_of_text(text);
    expect(found.status == 0 && found.count > 100, "points are laid out by a text");
    understory_points_free(found);

    found = understory_points_of_text("[scatter]\nmethod = \"poison-disk\"\n");
    expect(found.status == -1 && strstr(understory_error(), "poisson-disk"), "the nearest method is told");
    found = understory_points_of_text("[scatter");
    expect(found.status == -1 && understory_error(), "a text that is no TOML is refused");
    found = understory_points_of_text("\xff");
    expect(found.status == -1 && strstr(understory_error(), "UTF-8"), "a text that is no UTF-8 is refused");
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: %s WORLD.toml INSTANCES.csv POINTS.toml SEGMENTS.csv\n", arguments[0]);
        return 2;
    }
    expect(strlen(understory_version()) > 0, "there is a version");
    expect(understory_world_open(NULL) == NULL && strstr(understory_error(), "NULL"), "no path is refused");
    expect(understory_world_open("nowhere.toml") == NULL && strstr(understory_error(), "nowhere.toml"),
           "a path that leads nowhere is named");
    expect(understory_world_tile(NULL, 0, 0, 1.0).status == -1, "no world is refused");
    understory_world_free(NULL);
    tiles(arguments[1], arguments[2]);
    points(arguments[3], arguments[4]);
    return failures != 0;
}
