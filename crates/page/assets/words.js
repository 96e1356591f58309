// Numbers and lists in words.

const words = {
  // A count, in groups of three.
  count: (n) => Math.round(n).toLocaleString("en-GB"),
  // A number to so many decimals, a dash where there is none.
  number: (x, decimals = 2) => (x === null || x === undefined || Number.isNaN(x) ? "–" : x.toFixed(decimals)),
  // To three significant digits, for ticks and descriptions.
  short: (x) => (x === null || x === undefined ? "–" : Number(x.toPrecision(3)).toString()),
  plural: (n, one, more) => `${words.count(n)} ${n === 1 ? one : more}`,
  list: (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`),
};
