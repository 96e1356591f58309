# Inhomogeneous statistics of the longleaf pines, and kernel intensities: Rscript make_inhomogeneous.R .
suppressPackageStartupMessages(library(spatstat.explore))
dir <- commandArgs(trailingOnly = TRUE)[1]
p <- read.csv(file.path(dir, "points/longleaf.csv"))
W <- owin(c(0, 200), c(0, 200))
X <- ppp(p$x, p$y, window = W)
n <- npoints(X)
g <- function(x) ifelse(is.na(x), "", format(x, digits = 15, trim = TRUE))
dir.create(file.path(dir, "inhomogeneous"), showWarnings = FALSE)
lam <- density(X, sigma = 20, at = "points", leaveoneout = TRUE)
lamd <- density(X, sigma = 20, at = "points", leaveoneout = TRUE, diggle = TRUE)
laml <- density(X, sigma = 20, at = "points", leaveoneout = FALSE)
write.csv(data.frame(loo = g(lam), loo_diggle = g(lamd), all = g(laml)), file.path(dir, "inhomogeneous/longleaf_intensity.csv"), row.names = FALSE, quote = FALSE)
r <- seq(0, 40, length.out = 33); h <- 3
close <- closepairs(X, 43, what = "all"); w <- 1 / lam
tr <- edge.Trans(dx = close$dx, dy = close$dy, W = W, paired = TRUE)
iso <- edge.Ripley(ppp(close$xi, close$yi, window = W, check = FALSE), matrix(close$d, ncol = 1))
ww <- w[close$i] * w[close$j]; A <- area(W); renorm <- A / sum(w); b <- bdist.points(X)
K <- function(e) sapply(r, function(r) sum((e * ww)[close$d <= r])) / A * renorm
Kb <- sapply(r, function(r) { ok <- close$d <= r & b[close$i] > r; sum(ww[ok]) / sum(w[b > r]) }) * renorm
ker <- function(x) ifelse(abs(x) < h, 0.75 * (1 - (x / h)^2) / h, 0)
pcf <- function(e) sapply(r, function(r) sum(e * ww * ker(r - close$d)) / (2 * pi * r)) / A * renorm
tie <- sapply(r, function(r) any(abs(close$d - r) < 1e-9))
Ks <- Kinhom(X, lam, r = seq(0, 40, length.out = 513), correction = c("border", "translate", "isotropic"))
at <- seq(1, 513, by = 16)
print(rbind(abs(K(tr) / Ks$trans[at] - 1), abs(K(iso) / Ks$iso[at] - 1), abs(Kb / Ks$border[at] - 1))[, !tie])
gs <- pcfinhom(X, lam, r = seq(0, 40, length.out = 513), bw = h / sqrt(5), correction = c("translate", "Ripley"))
print(max(abs(pcf(tr)[5:33] - gs$trans[at][5:33]))); print(max(abs(pcf(iso)[5:33] - gs$iso[at][5:33])))
write.csv(data.frame(r = g(r), is_tie = as.integer(tie), border = g(Kb), trans = g(K(tr)), iso = g(K(iso)), pcf_trans = g(pcf(tr)), pcf_iso = g(pcf(iso))),
          file.path(dir, "inhomogeneous/longleaf.csv"), row.names = FALSE, quote = FALSE)
cat("scott", format(bw.scott(X, isotropic = TRUE), digits = 15), format(bw.scott(X), digits = 15), "\n")
B <- bw.diggle(X); cat("diggle", format(as.numeric(B), digits = 15), "\n")
H <- attr(B, "sigma"); C <- attr(B, "cv"); print(str(attributes(B)))
P <- bw.ppl(X); cat("ppl", format(as.numeric(P), digits = 15), "\n"); 
print(format(attr(P, "cv"), digits = 12)); print(attr(P, "sigma"))
for (s in c(5, 10, 20, 40)) { l <- density(X, sigma = s, at = "points", leaveoneout = TRUE); im <- density(X, sigma = s, dimyx = 512); cat(s, format(sum(log(l)), digits = 15), format(integral(im), digits = 12), "\n") }
im <- density(X, sigma = 20, dimyx = 128); cat(format(c(im$v[1, 1], im$v[64, 64], im$v[1, 128], im$v[100, 30]), digits = 12), "\n")
im <- density(X, sigma = 20, dimyx = 128, diggle = TRUE); cat(format(c(im$v[1, 1], im$v[64, 64], im$v[1, 128], im$v[100, 30]), digits = 12), "\n")
