# Inhomogeneous K and g of the longleaf pines in a polygon with two holes, by a kernel's intensity: Rscript make_polygons_inhomogeneous.R .
# The share of the kernel within the polygon is integrated along x, edge by edge; R-spatstat's own, of pixels, is held beside it.
suppressPackageStartupMessages(library(spatstat.explore))
dir <- commandArgs(trailingOnly = TRUE)[1]
p <- read.csv(file.path(dir, "points/longleaf.csv"))
rings <- list(
  list(x = c(10, 120, 190, 195, 130, 140, 60, 5), y = c(8, 20, 5, 120, 150, 195, 190, 110)),
  list(x = c(60, 70, 100, 90), y = c(60, 100, 95, 55)),
  list(x = c(150, 145, 165), y = c(60, 80, 75)))
W <- owin(poly = rings)
inside <- inside.owin(p$x, p$y, W)
X <- ppp(p$x[inside], p$y[inside], window = W)
n <- npoints(X); sigma <- 20
share <- function(x, y) {
  of_ring <- function(ring) {
    k <- length(ring$x); to <- c(2:k, 1)
    sum(sapply(1:k, function(i) {
      a <- c(ring$x[i], ring$y[i]); b <- c(ring$x[to[i]], ring$y[to[i]])
      if (a[1] == b[1]) return(0)
      f <- function(s) dnorm(s, x, sigma) * pnorm(a[2] + (s - a[1]) * (b[2] - a[2]) / (b[1] - a[1]), y, sigma)
      ends <- sort(unique(pmin(pmax(c(a[1], x + sigma * (-9:9), b[1]), min(a[1], b[1])), max(a[1], b[1]))))
      -sign(b[1] - a[1]) * sum(sapply(seq_len(length(ends) - 1), function(j) integrate(f, ends[j], ends[j + 1], rel.tol = 1e-11, abs.tol = 1e-14)$value))
    }))
  }
  sum(sapply(rings, of_ring))
}
d <- as.matrix(dist(cbind(X$x, X$y)))
k <- exp(-d^2 / (2 * sigma^2)) / (2 * pi * sigma^2); diag(k) <- 0
e <- mapply(share, X$x, X$y)
lam <- rowSums(k) / e
for (pixels in c(128, 512, 2048)) {
  theirs <- density(X, sigma = sigma, at = "points", leaveoneout = TRUE, dimyx = pixels)
  off <- abs(theirs / lam - 1); cat("spatstat's intensities at", pixels, "pixels: off by", mean(off), "at most", max(off), "\n")
}
g <- function(x) ifelse(is.na(x), "", format(x, digits = 15, trim = TRUE))
r <- seq(0, 40, length.out = 33); h <- 3
close <- closepairs(X, 43, what = "all"); w <- 1 / lam
tr <- edge.Trans(dx = close$dx, dy = close$dy, W = W, paired = TRUE, exact = TRUE)
iso <- edge.Ripley(ppp(close$xi, close$yi, window = W, check = FALSE), matrix(close$d, ncol = 1))
ww <- w[close$i] * w[close$j]; A <- area(W); renorm <- A / sum(w); b <- bdist.points(X)
K <- function(e) sapply(r, function(r) sum((e * ww)[close$d <= r])) / A * renorm
Kb <- sapply(r, function(r) { ok <- close$d <= r & b[close$i] > r; sum(ww[ok]) / sum(w[b > r]) }) * renorm
ker <- function(x) ifelse(abs(x) < h, 0.75 * (1 - (x / h)^2) / h, 0)
pcf <- function(e) sapply(r, function(r) sum(e * ww * ker(r - close$d)) / (2 * pi * r)) / A * renorm
tie <- sapply(r, function(r) any(abs(close$d - r) < 1e-9))
Ks <- Kinhom(X, lam, r = seq(0, 40, length.out = 513), correction = c("border", "translate", "isotropic"))
at <- seq(1, 513, by = 16)
cat("Kinhom of spatstat, with its bins and pixels: off by\n")
print(apply(rbind(trans = abs(K(tr) / Ks$trans[at] - 1), iso = abs(K(iso) / Ks$iso[at] - 1), border = abs(Kb / Ks$border[at] - 1))[, !tie], 1, max, na.rm = TRUE))
write.csv(data.frame(x = g(X$x), y = g(X$y), share = g(e), intensity = g(lam)), file.path(dir, "polygons/longleaf_intensity.csv"), row.names = FALSE, quote = FALSE)
write.csv(data.frame(r = g(r), is_tie = as.integer(tie), border = g(Kb), trans = g(K(tr)), iso = g(K(iso)), pcf_trans = g(pcf(tr)), pcf_iso = g(pcf(iso))),
          file.path(dir, "polygons/longleaf_inhomogeneous.csv"), row.names = FALSE, quote = FALSE)
cat("scott", format(bw.scott(X, isotropic = TRUE), digits = 15), "\n")
cat("diggle", format(as.numeric(bw.diggle(X)), digits = 15), "\n")
P <- bw.ppl(X); cat("ppl", format(as.numeric(P), digits = 15), "\n"); print(format(attr(P, "cv"), digits = 10))
