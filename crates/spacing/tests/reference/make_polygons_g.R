# G, F and the Clark-Evans index of the longleaf pines in the polygon with two holes of make_polygons.R: Rscript make_polygons_g.R .
# G by its definitions from nndist and bdist.points, since Gest puts distances into bins; it is held against Gest here. F as Fest has
# it, from 128 x 128 pixels.
suppressPackageStartupMessages(library(spatstat.explore))
dir <- commandArgs(trailingOnly = TRUE)[1]
p <- read.csv(file.path(dir, "points/longleaf.csv"))
corners <- read.csv(file.path(dir, "polygons/longleaf_window.csv"))
W <- owin(poly = lapply(split(corners, corners$ring), function(ring) list(x = ring$x, y = ring$y)))
inside <- inside.owin(p$x, p$y, W)
X <- ppp(p$x[inside], p$y[inside], window = W)
d <- nndist(X)
b <- bdist.points(X)
# Distances of trees on a lattice of 0.1 m tie with round r: these lie between.
r <- (0:24) * 0.5 + 0.013
rs <- sapply(r, function(r) if (any(b >= r)) sum(d <= r & b >= r) / sum(b >= r) else NA)
seen <- d <= b
o <- pmin(d, b)
km <- sapply(r, function(r) 1 - prod(vapply(sort(unique(d[seen & d <= r])), function(t) 1 - sum(d == t & seen) / sum(o >= t), 1)))
raw <- sapply(r, function(r) mean(d <= r))
ours <- data.frame(r = r, raw = raw, km = km, rs = rs)
g <- Gest(X, r = seq(0, 13, by = 0.001), correction = c("rs", "km"))
at <- sapply(r, function(r) which.min(abs(g$r - r)))
cat("G against Gest in bins of 1 mm: rs", max(abs(rs - g$rs[at]), na.rm = TRUE), "km", max(abs(km - g$km[at])), "\n")
f <- Fest(X, r = seq(0, 15, by = 0.01))
fat <- sapply(r, function(r) which.min(abs(f$r - r)))
cat("n", npoints(X), "naive", format(clarkevans(X, correction = "none"), digits = 15), "\n")
form <- function(x) ifelse(is.na(x), "", format(x, digits = 15, trim = TRUE))
write.csv(data.frame(r = form(ours$r), raw = form(ours$raw), km = form(ours$km), rs = form(ours$rs),
                     f_km = form(f$km[fat]), f_rs = form(f$rs[fat])),
          file.path(dir, "polygons/longleaf_g.csv"), row.names = FALSE, quote = FALSE)
