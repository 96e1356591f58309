# MAD and DCLF tests up to each distance, of the curves in global/curves.csv: Rscript make_traces.R .
suppressPackageStartupMessages(library(spatstat.explore))
dir <- commandArgs(trailingOnly = TRUE)[1]
g <- function(x) format(x, digits = 15, trim = TRUE)
curves <- as.matrix(read.csv(file.path(dir, "global/curves.csv"), header = FALSE, row.names = 1))
r <- curves[1, ]; curves <- curves[-1, ]
# A pattern stands for its curve: its one point says by its place which curve that is.
pattern <- function(i) ppp(i, 0.5, window = owin(c(0, 1000), c(0, 1)))
curve <- function(X, ...) fv(data.frame(r = r, theo = 0 * r, trans = curves[round(X$x), ]), valu = "trans", fmla = . ~ r, alim = range(r))
E <- envelope(pattern(1), curve, nsim = nrow(curves) - 1, simulate = lapply(2:nrow(curves), pattern), savefuns = TRUE, verbose = FALSE)
trace <- function(f) { t <- f(E, use.theory = FALSE, confint = FALSE); approx(t$R, t$pest, r)$y }
d <- trace(dclf.sigtrace); m <- trace(mad.sigtrace)
print(dclf.test(E, use.theory = FALSE)); print(mad.test(E, use.theory = FALSE))
write.csv(data.frame(r = g(r), mad = g(m), dclf = g(d)), file.path(dir, "global/traces.csv"), row.names = FALSE, quote = FALSE)
