// The numbers of the page: base64 in a block of its own, compressed; then JSON, then columns of whole numbers.

async function unpack() {
  const text = atob(document.getElementById("numbers").textContent);
  const packed = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return unpacked(await new Response(stream).arrayBuffer());
}

// What bytes hold: the length of the JSON, the JSON, the columns.
function unpacked(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  takeColumns(about, { buffer, at: 4 + length });
  return about;
}

// Puts in place of each description of a column its numbers, in the order in which they stand in the buffer: that of the
// descriptions.
function takeColumns(about, from) {
  for (const [key, value] of Object.entries(about)) {
    if (value === null || typeof value !== "object" || typeof value[0] === "number") continue;
    if (value.bytes && value.length !== undefined && value.per) about[key] = column(value, from);
    else takeColumns(value, from);
  }
}

function column({ length, bytes, from: least, per, steps }, from) {
  const Kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array }[bytes];
  const end = from.at + length * bytes;
  const raw = new Kind(from.buffer.slice(from.at, end));
  from.at = end;
  const numbers = new Float64Array(length);
  let last = least;
  for (let i = 0; i < length; i++) numbers[i] = steps ? (last += raw[i]) : (raw[i] + least) / per;
  return numbers;
}
