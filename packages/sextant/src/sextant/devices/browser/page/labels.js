// ---- labels that only stand near: which text a person reads as the name of a field that has none
const LABEL = { words: 80, left: 200, above: 40, right: 60, own: 600, indent: 60 }; // characters, then pixels of distance
const TICKED = new Set(["checkbox", "radio", "switch"]);
const isField = (record) =>
  !!record.strength && (FILLED.has(record.r) || TICKED.has(record.r) || record.i === "file" || record.s.includes("editable"));
const labels = (record, field) =>
  !record.strength && !record.container && (!record.control || (TICKED.has(field.r) && record.control === field.control)) && /\p{L}/u.test(record.t || "") && record.t.length <= LABEL.words;
// The texts between a field and those before and after it: another field's label is none of its own.
const candidates = (slot) => {
  const found = [];
  for (const step of [-1, 1]) {
    for (let at = slot + step; at >= 0 && at < out.length && Math.abs(at - slot) < 40; at += step) {
      const other = out[at];
      if (other && isField(other)) break;
      if (other && labels(other, out[slot])) found.push({ text: other, after: step > 0 });
    }
  }
  return found;
};
// How many fields each part of the page holds.
const countFields = (fields) => {
  const counts = new Map();
  for (const { el } of fields) for (let at = el; at; at = flatParent(at)) counts.set(at, (counts.get(at) || 0) + 1);
  return counts;
};
// Whether the least part of the page that holds both holds no other field.
const alone = (text, field, counts) => {
  let shared = field.el;
  while (shared && !within(text.el, shared)) shared = flatParent(shared);
  return counts.get(shared) === 1;
};
const ROW = "tr,[role=row]";
const CELL = "td,th,dt,dd,[role=cell],[role=gridcell],[role=rowheader]";
// In a table a name stands in the field's own row; the heads of columns name no single field. A box to tick in a row of
// several cells is for the row.
const apart = (text, field, after) => {
  const row = closest(field.el, ROW);
  if (!row) return false;
  if (closest(text.el, ROW) !== row) return text.r === "columnheader";
  if (closest(text.el, CELL) === closest(field.el, CELL)) return false;
  return after || (TICKED.has(field.r) && listOf(row).filter((one) => nodeType(one) === 1).length > 3);
};
// Whether markup says that they belong together: a row of a table, a term and what is said of it.
const paired = (text, field) => {
  const [row, said] = [closest(field.el, ROW), closest(field.el, "dd")];
  return (row && closest(text.el, ROW) === row) || (said && previousElement(said) && within(text.el, previousElement(said)));
};
const holdsBox = (b, a) => area(meet(a, b)) > 0.9 * area(a);
// How far a text stands from the field as a label does: left of it or above it, beside it where it is a box to tick.
const farFrom = (text, field, after, own) => {
  const [a, b] = [text.at, field.at];
  if (field.unseen && holdsBox(b, a)) return 0; // the card that it is laid over
  const level = (a.t + a.b) / 2 > b.t - 4 && (a.t + a.b) / 2 < b.b + 4;
  const before = getComputedStyle(field.el).direction === "rtl" ? a.l - b.r : b.l - a.r;
  const behind = getComputedStyle(field.el).direction === "rtl" ? b.l - a.r : a.l - b.r;
  if (level && after) return TICKED.has(field.r) && behind > -4 && behind < LABEL.right ? behind / 2 : null;
  if (after) return null;
  if (level) return before > -4 && before < (own ? LABEL.own : LABEL.left) ? before / 2 : null;
  const over = b.t - a.b;
  const beneath = a.l < b.r && a.r > b.l - (own ? LABEL.indent : 0) && (a.l - b.l < 40 || (a.l + a.r) / 2 < b.r);
  return over > -4 && over < LABEL.above && beneath ? over : null;
};
const noteLabels = () => {
  const fields = out.filter((record) => record && isField(record));
  const counts = countFields(fields);
  for (const field of fields) {
    if (field.a || field.t || !field.at) continue;
    let best = null;
    for (const { text, after } of candidates(field.slot)) {
      if (apart(text, field, after)) continue;
      const own = paired(text, field) || alone(text, field, counts);
      const far = farFrom(text, field, after, own);
      const score = far === null ? null : own ? far / 4 : far;
      if (score !== null && (!best || score < best.score)) best = { score, text };
    }
    if (!best) continue;
    field.a = best.text.t;
    field.h = field.icon ? "" : field.h;
    // A row that says no more than the field in it needs no line.
    const holder = field.p === null ? null : out[field.p];
    if (holder && CONTAINERS.has(holder.r) && holder.a === field.a && holder.r !== "dialog") holder.a = "";
  }
};
