// A table whose rows are sorted by the column whose heading is pressed; empty cells stand last.

// `columns` are { key, title, decimals } (decimals are left out for words, and `short` stands for three digits), `rows` plain objects, `null` where empty.
function sortableTable(table, caption, columns, rows) {
  let [by, up] = [null, true];
  const compared = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return (typeof a === "string" ? a.localeCompare(b) : a - b) * (up ? 1 : -1);
  };
  const text = ({ decimals, short }, value) => {
    if (short) return words.short(value);
    return decimals === undefined ? value ?? "–" : words.number(value, decimals);
  };
  const fill = () => {
    const sorted = by ? [...rows].sort((a, b) => compared(a[by.key], b[by.key])) : rows;
    const heads = columns.map((column) => {
      const button = element("button", { type: "button", class: "sort" }, `${column.title}${column === by ? (up ? " ▲" : " ▼") : ""}`);
      button.addEventListener("click", () => {
        [by, up] = [column, column === by ? !up : true];
        fill();
        table.querySelectorAll("thead button")[columns.indexOf(column)].focus();
      });
      const sort = column !== by ? "none" : up ? "ascending" : "descending";
      return element("th", { scope: "col", "aria-sort": sort, "data-column": column.key }, button);
    });
    const body = sorted.map((row) => element("tr", {}, ...columns.map((column, i) =>
      i === 0 ? element("th", { scope: "row" }, text(column, row[column.key])) : element("td", { "data-column": column.key }, text(column, row[column.key])))));
    table.replaceChildren(element("caption", {}, caption), element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body));
  };
  fill();
}
