// understory for C: tiles of painted worlds, and points of methods.
//
// Made by cbindgen from crates/c; not to be edited by hand. A function that fails returns NULL or -1, and understory_error() says
// why. A world may be read by many threads at once; all else belongs to one thread at a time.

#ifndef UNDERSTORY_H
#define UNDERSTORY_H

#include <stddef.h>
#include <stdint.h>

// A painted world, from understory_world_open.
typedef struct UnderstoryWorld UnderstoryWorld;

// A point that a method laid out.
typedef struct UnderstoryPoint {
  // Where it is, m: x to the east, y to the north.
  double place_m[2];
  // Diameter of its zone, m; 0 of a method that knows no sizes.
  double size_m;
  // Number of the segment of ground that it lies in, from 0.
  uint32_t segment;
} UnderstoryPoint;

// Points that a method laid out. They are freed by understory_points_free.
typedef struct UnderstoryPoints {
  // The points; NULL after a failure, and where there are none.
  struct UnderstoryPoint *data;
  // How many there are.
  size_t count;
  // 0, or -1 after a failure.
  int32_t status;
} UnderstoryPoints;

// An asset that stands somewhere.
typedef struct UnderstoryInstance {
  // Which it is, in every tile, at every density and after every edit elsewhere: the upper half of 128 bits.
  uint64_t key_high;
  // The lower half.
  uint64_t key_low;
  // Number of its asset; understory_world_asset has its name.
  uint32_t asset;
  // Number of its rule, whose name understory_world_rule has; -1 where it was placed by hand.
  int32_t rule;
  // Where it stands, m: x to the east, y to the north, z up.
  double place_m[3];
  // How it is turned from upright, as a unit quaternion x, y, z, w.
  double rotation[4];
  // Its size, as a factor.
  double scale;
  // Its brightness, as a factor of its asset's colour.
  double shade;
} UnderstoryInstance;

// What stands in a tile. It is freed by understory_instances_free.
typedef struct UnderstoryInstances {
  // The instances; NULL after a failure, and in an empty tile.
  struct UnderstoryInstance *data;
  // How many there are.
  size_t count;
  // 0, or -1 after a failure.
  int32_t status;
} UnderstoryInstances;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Why the last call in this thread failed, with all problems of a scenario, a line each; NULL if it did not fail. It stays until the
// thread's next call.
const char *understory_error(void);

// Lays out the points of a scenario with a `[scatter]` table, which is given as its text; files that it names are taken from where the
// program runs.
//
// # Safety
// `toml` is NULL or a text that ends in a zero.
struct UnderstoryPoints understory_points_of_text(const char *toml);

// Lays out the points of a scenario file with a `[scatter]` table.
//
// # Safety
// `path` is NULL or a text that ends in a zero.
struct UnderstoryPoints understory_points_of_file(const char *path);

// Frees points. What a failure gave is allowed.
//
// # Safety
// `points` is from understory_points_of_text or understory_points_of_file, as it was given, and was not freed.
void understory_points_free(struct UnderstoryPoints points);

// The version of the library, such as `0.1.0`. It needs not be freed.
const char *understory_version(void);

// Opens the scenario of a painted world, with a `[place]` table, and grows the forests that its rules stand as. NULL after a failure. It is
// freed by understory_world_free.
//
// # Safety
// `path` is NULL or a text that ends in a zero.
struct UnderstoryWorld *understory_world_open(const char *path);

// Frees a world. NULL is allowed.
//
// # Safety
// `world` is NULL or from understory_world_open, was not freed, and nobody reads it.
void understory_world_free(struct UnderstoryWorld *world);

// Side of a tile, m; -1 after a failure.
//
// # Safety
// `world` is NULL or from understory_world_open, and was not freed.
double understory_world_tile_side_m(const struct UnderstoryWorld *world);

// The tiles that the world has: x and y of the first and of the last, which belongs to it. 0, or -1 after a failure.
//
// # Safety
// `world` is NULL or from understory_world_open, and was not freed; `first` and `last` are NULL or have room for two numbers each.
int32_t understory_world_tiles(const struct UnderstoryWorld *world,
                               int32_t (*first)[2],
                               int32_t (*last)[2]);

// What stands in a tile: the same whichever other tiles are asked for, in any order and by any number of threads. `density_scale` is the
// share that is wanted, 0 to 1, as a player's settings say; less only takes instances away.
//
// # Safety
// `world` is NULL or from understory_world_open, and was not freed.
struct UnderstoryInstances understory_world_tile(const struct UnderstoryWorld *world,
                                                 int32_t tile_x,
                                                 int32_t tile_y,
                                                 double density_scale);

// Frees what stands in a tile. What a failure gave is allowed.
//
// # Safety
// `instances` is from understory_world_tile, as it was given, and was not freed.
void understory_instances_free(struct UnderstoryInstances instances);

// Name of an asset, which stays as long as the world; NULL if there is no such number.
//
// # Safety
// `world` is NULL or from understory_world_open, and was not freed.
const char *understory_world_asset(const struct UnderstoryWorld *world, uint32_t asset);

// Name of a rule, which stays as long as the world; NULL if there is no such number.
//
// # Safety
// `world` is NULL or from understory_world_open, and was not freed.
const char *understory_world_rule(const struct UnderstoryWorld *world, int32_t rule);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UNDERSTORY_H */
