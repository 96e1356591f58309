# Pooled K of four quarters of the longleaf pines, and intensity as a function of a covariate: Rscript make_pooled.R .
suppressPackageStartupMessages(library(spatstat.explore))
dir <- commandArgs(trailingOnly = TRUE)[1]
g <- function(x) ifelse(is.na(x), "", format(x, digits = 15, trim = TRUE))
p <- read.csv(file.path(dir, "points/longleaf.csv"))
X <- ppp(p$x, p$y, window = owin(c(0, 200), c(0, 200)))
# Moved a little, so that no pine stands on two quarters or at a distance that a curve has.
cuts <- list(c(0, 100.01, 0, 100.02), c(100.01, 200, 0, 100.02), c(0, 100.01, 100.02, 200), c(100.01, 200, 100.02, 200))
K <- lapply(cuts, function(q) Kest(X[owin(q[1:2], q[3:4])], r = seq(0, 24, length.out = 513) * 1.00123, correction = c("translate", "isotropic"), ratio = TRUE))
P <- do.call(pool, K); at <- seq(1, 513, by = 32)
dir.create(file.path(dir, "pooled"), showWarnings = FALSE)
write.csv(data.frame(r = g(P$r[at]), trans = g(P$pooltrans[at]), iso = g(P$pooliso[at])), file.path(dir, "pooled/longleaf_quarters.csv"), row.names = FALSE, quote = FALSE)
print(names(P))
Z <- as.im(function(x, y) sqrt(x + 10) + 0.01 * y, owin(c(0, 200), c(0, 200)), dimyx = 50)
# A pine on the border of two cells belongs to the upper one; spatstat's own look-up rounds these to even.
fz <- Z$v[cbind(pmin(50, floor(p$y / 4) + 1), pmin(50, floor(p$x / 4) + 1))]; zv <- as.vector(Z$v); A <- 40000
b1 <- bw.nrd0(fz); b2 <- bw.nrd0(zv)
z <- seq(min(zv), max(zv), length.out = 21)
f <- sapply(z, function(z) sum(dnorm(z, fz, b1))); fs <- sapply(z, function(z) sum(dnorm(z, fz, b1 / sqrt(2))))
gg <- sapply(z, function(z) mean(dnorm(z, zv, b2)))
rho <- f / (A * gg); sd <- sqrt(fs / (2 * b1 * sqrt(pi))) / (A * gg)
R <- rhohat(X, Z, method = "ratio", dimyx = 50)
print(cbind(z, rho, approx(R$Z, R$rho, z)$y, sd, approx(R$Z, sqrt(R$var), z)$y))
write.csv(data.frame(z = g(z), rho = g(rho), sd = g(sd)), file.path(dir, "pooled/longleaf_covariate.csv"), row.names = FALSE, quote = FALSE)
