// ---- what lies behind a dialog or a sidebar and takes the touches of the page under it
const GRID = { columns: 10, rows: 16, least: 0.1 }; // points of the viewport that are asked; the share that it must hold
const lies = (el) => {
  for (let at = el; at && nodeType(at) === 1 && at !== body; at = flatParent(at)) {
    if (/^(absolute|fixed)$/.test(getComputedStyle(at).position)) return true;
  }
  return false;
};
const inBox = (el, x, y) => {
  const at = fromDom(rectOf(el));
  return at.l <= x && x <= at.r && at.t <= y && y <= at.b;
};
const cellAt = (column, row) => [
  viewport.l + ((column + 0.5) * width) / GRID.columns, viewport.t + ((row + 0.5) * height) / GRID.rows,
];
// The largest rectangle of cells that hold it: `[left, top, right, bottom]` in cells.
const largestFree = (cells, el) => {
  let best = null;
  const run = Array(GRID.columns).fill(0); // cells upward from this row
  for (let row = 0; row < GRID.rows; row++) {
    for (let c = 0; c < GRID.columns; c++) run[c] = cells[row][c] === el ? run[c] + 1 : 0;
    for (let from = 0; from < GRID.columns; from++) {
      let high = Infinity;
      for (let to = from; to < GRID.columns && run[to] > 0; to++) {
        high = Math.min(high, run[to]);
        const size = high * (to - from + 1);
        if (!best || size > best.size) best = { size, cells: [from, row - high + 1, to + 1, row + 1] };
      }
    }
  }
  return best;
};
// A dialog of the browser's own takes touches all around it; only some are closed by them.
const closesAround = (el) => matches(el, "dialog:modal") && attr(el, "closedby").toLowerCase() === "any";
// A page that lies over another one hides it.
const isSeenThrough = (el, under) => {
  for (let at = el; at && nodeType(at) === 1 && !within(under, at); at = flatParent(at)) {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
    const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(backgroundColor);
    const solid = backgroundColor !== "transparent" && (alpha ? Number(alpha[1] || alpha[2]) : 1) > 0.95;
    if ((solid || /url/.test(backgroundImage)) && Number(opacity) > 0.95) return false;
  }
  return true;
};
const isBackdrop = (el, kept) => {
  if (el === body || el === root || attr(el, "aria-disabled") === "true" || PAINTED.has(localName(el)) || kept.some((one) => one.el === el && one.strength)) return false;
  if (matches(el, "dialog:modal")) return closesAround(el);
  if (!lies(el) || Array.from(listOf(el)).some((node) => nodeType(node) === 3 && /\S/.test(dataOf(node)))) return false;
  const under = kept.filter((one) => one.z === "covered" && one.strength && !within(one.el, el));
  if (!under.length || !kept.some((one) => overlies(one, el)) || !isSeenThrough(el, under[0].el)) return false;
  return kept.some((one) => one.z === "covered" && isPaintedOver(one, el));
};
// Whether it is painted over the covered thing: a passing message may cover that as well, and lie beside this.
const isPaintedOver = (one, el) => {
  const part = meet(meet(one.at, one.region.clip), viewport);
  if (!drawn(part)) return false;
  if (el.getRootNode() !== document) return true; // the document's points name hosts alone
  const stack = Array.from(documentPoints(document, (part.l + part.r) / 2, (part.t + part.b) / 2));
  const depth = (node) => stack.findIndex((at) => within(node, at));
  return depth(el) >= 0 && depth(el) < depth(one.el);
};
const overlies = (one, el) =>
  one.strength && one.z !== "covered" && one.z !== "offscreen" && !within(el, one.el) && lies(one.el);
// What is out of view under a backdrop is as much out of reach as what is in view there; what lies over it is not.
const coverBeneath = (kept, back) => {
  const layers = new Set([back]);
  for (const one of kept.filter((other) => overlies(other, back))) {
    for (let at = one.el; at && nodeType(at) === 1 && at !== body && !within(back, at); at = flatParent(at)) {
      if (/^(absolute|fixed)$/.test(getComputedStyle(at).position)) layers.add(at);
    }
  }
  for (const one of kept) {
    if (one.z === "offscreen" && !Array.from(layers).some((layer) => within(one.el, layer))) one.z = "covered";
  }
};
const backdropOf = (kept) => {
  if (!kept.some((one) => one.z === "covered" && one.strength)) return null;
  const counts = new Map();
  const cells = Array.from({ length: GRID.rows }, (_, row) => Array.from({ length: GRID.columns }, (__, column) => {
    const [x, y] = cellAt(column, row);
    const found = deepest(x, y);
    const hit = found && matches(found, "dialog:modal") && inBox(found, x, y) ? null : found; // not around it, but on it
    if (hit) counts.set(hit, (counts.get(hit) || 0) + 1);
    return hit;
  }));
  const [el, count] = Array.from(counts).sort((a, b) => b[1] - a[1]).find(([one]) => isBackdrop(one, kept)) || [null, 0];
  if (!el || count < GRID.least * GRID.columns * GRID.rows) return null;
  const [l, t, r, b] = largestFree(cells, el).cells;
  const [wide, high] = [width / GRID.columns, height / GRID.rows];
  const at = rect(viewport.l + l * wide, viewport.t + t * high, viewport.l + r * wide, viewport.t + b * high);
  const closes = closesAround(el);
  const name = matches(el, "dialog") ? "" : collapse(attr(el, "aria-label") || attr(el, "title"));
  return {
    el, at, r: "backdrop", a: name, region: { clip: viewport, hard: viewport }, p: null, l: "", f: ["tap"], s: [], strength: WEAK,
    slot: -1, z: "visible", w: closes ? "a touch closes what lies over it" : "takes the touches of the page",
  };
};
