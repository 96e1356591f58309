# Reads a year of a run into R's spatstat with its window, and holds its distances to the nearest against those of `stats`.
#
#   Rscript tests/outside_gis.R RUN TREES.csv STATS_OF_THEM
#
# `tests/outside_gis.sh` makes the folders and calls this.

suppressPackageStartupMessages(library(spatstat.geom))

arguments <- commandArgs(trailingOnly = TRUE)
manifest <- jsonlite::fromJSON(file.path(arguments[1], "manifest.json"))
summary <- jsonlite::fromJSON(file.path(arguments[3], "summary.json"))
trees <- read.csv(arguments[2])
stopifnot(manifest$world$edge == "open")
low <- manifest$world$origin_m
high <- low + manifest$world$size_m
pattern <- ppp(trees$x_m, trees$y_m, window = owin(c(low[1], high[1]), c(low[2], high[2])),
               marks = trees[c("species", "dbh_cm")], checkdup = FALSE)
stopifnot(npoints(pattern) == nrow(trees), is.null(attr(pattern, "rejects")), npoints(pattern) == summary$n)
stopifnot(all.equal(intensity(unmark(pattern)), summary$intensity, tolerance = 1e-12))
nearest <- nndist(pattern)
stopifnot(all.equal(mean(nearest), summary$nnd$mean, tolerance = 1e-12), all.equal(min(nearest), summary$nnd$min))
cat(sprintf("spatstat.geom %s: %d points in their window, nearest at %.4f m on average, as `stats` has it\n",
            packageVersion("spatstat.geom"), npoints(pattern), mean(nearest)))
