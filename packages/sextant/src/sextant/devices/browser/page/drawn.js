// ---- what only the drawing tells: the chosen one of a strip, what a touch has switched, wheels, sides of a chat
const FEWEST = 3; // so many of a kind show what is usual among them
const TOLD = /^(checked|mixed|pressed|selected|expanded|editable|readonly|disabled|invalid)$/;
const STATED = ["aria-selected", "aria-current", "aria-checked", "aria-pressed", "aria-expanded"];
const households = new Map(); // the children of a parent, by the name of their tag
const peersOf = (el) => {
  const up = flatParent(el);
  if (!up || nodeType(up) !== 1) return [];
  if (!households.has(up)) {
    const kinds = new Map();
    for (const one of childrenOf(up)) {
      if (nodeType(one) !== 1) continue;
      const kind = localName(one);
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push(one);
    }
    households.set(up, kinds);
  }
  return households.get(up).get(localName(el)) || [];
};
const looks = (el) => {
  const style = getComputedStyle(el);
  return [style.color, style.backgroundColor, style.backgroundImage, style.fontWeight, style.opacity, style.borderBottomColor,
    style.borderBottomWidth, style.borderBottomStyle].join(" ");
};
const firstWords = (el) => {
  let at = el;
  for (let child = firstChild(at); child; child = firstChild(at)) {
    while (child && nodeType(child) !== 1) child = nextSibling(child);
    if (!child) break;
    at = child;
  }
  return at;
};
// A control with what stands for it among its peers, and what is drawn of it.
const drawing = (record, branch) => {
  const parts = [branch, record.el, firstWords(record.el)];
  return {
    record, branch,
    names: new Set(parts.flatMap((part, at) => classOf(part).split(/\s+/).filter(Boolean).map((name) => `${at}${name}`))),
    get looks() { // only where it is asked for: styles are slow
      const found = parts.map(looks).join("/");
      Object.defineProperty(this, "looks", { value: found });
      return found;
    },
  };
};
const holds = (all, some) => all.size > some.size && [...some].every((one) => all.has(one));
const equal = (a, b) => a.size === b.size && [...a].every((one) => b.has(one));
const untold = (one) =>
  !one.record.s.some((state) => TOLD.test(state)) &&
  [one.branch, one.record.el].every((el) => STATED.every((name) => !hasAttribute(el, name)));
// Which way a group runs: one row, one column, or neither. A row of a grid is none: many of it differ for other reasons.
const runs = (group) => {
  const up = flatParent(group[0].branch);
  const beside = peersOf(up).filter((one) => one !== up && childrenOf(one).length === childrenOf(up).length);
  if (beside.length > 1) return "";
  const boxes = group.map((one) => fromDom(rectOf(one.branch)));
  const along = (...sides) => boxes.every((one) => sides.every((side) => Math.abs(one[side] - boxes[0][side]) < 3));
  return along("t", "b") ? "row" : along("l", "r") ? "column" : "";
};
const groupsOf = (controls, some) => {
  const groups = new Map();
  for (const record of controls) {
    let at = record.el;
    for (let way = 0; way < 3 && at && nodeType(at) === 1; way++, at = flatParent(at)) {
      if (!some(peersOf(at).length)) continue;
      const up = flatParent(at);
      groups.set(up, [...(groups.get(up) || []), drawing(record, at)]);
      break;
    }
  }
  return [...groups.values()];
};
const usuallyDrawn = (group) => {
  const usual = group.find((one) => group.filter((other) => other.looks === one.looks).length === group.length - 1);
  const odd = usual && group.find((one) => one.looks !== usual.looks);
  const rest = group.filter((one) => one !== odd);
  if (!odd || !rest.every((one) => equal(one.names, rest[0].names))) return [];
  return holds(odd.names, usual.names) || holds(usual.names, odd.names) ? [odd] : [];
};
// Classes by which programmers mark what is chosen: where all else is alike, two of a kind are enough, and several may be.
const CHOSEN_CLASS = /^\d(?:is-)?(?:active|selected|checked|on)$/;
const marked = (group) => {
  const bare = group.map((one) => new Set([...one.names].filter((name) => !CHOSEN_CLASS.test(name))));
  const isOn = (one, at) => bare[at].size < one.names.size;
  const on = group.filter(isOn);
  if (!on.length) return [];
  const off = group.filter((one, at) => !isOn(one, at));
  const alike = bare.every((names) => equal(names, bare[0])) && on.every((one) => off.every((other) => other.looks !== one.looks));
  return off.length && alike ? on : [];
};
const noteChosen = (controls) => {
  for (const group of [...groupsOf(controls, (peers) => peers >= FEWEST), ...groupsOf(controls, (peers) => peers === 2)]) {
    if (group.length < 2 || new Set(group.map((one) => one.branch)).size < group.length || !group.every(untold)) continue;
    const byClass = marked(group);
    const odd = byClass.length || group.length < FEWEST ? byClass : usuallyDrawn(group);
    const way = odd.length ? runs(group) : "";
    for (const one of way ? odd : []) one.record.w = way === "row" ? "looks selected" : "looks unlike its neighbours";
  }
};
// What a touch has switched looks otherwise than it did before it; the agent knows what was touched.
if (!Object.hasOwn(globalThis, "__sextantDrawn")) globalThis.__sextantDrawn = new WeakMap();
const before = globalThis.__sextantDrawn;
const noteSwitched = (controls) => {
  const touched = agent ? agent.touched : () => false;
  for (const record of controls) {
    const now = [`${classOf(record.el)} ${attr(record.el, "style")}`, looks(record.el), record.a || record.t || ""];
    const was = before.get(record.el);
    if (!was || was[2] !== now[2] || !touched(record.el)) before.set(record.el, now);
    else if (was[0] !== now[0] && was[1] !== now[1] && !record.s.some((state) => TOLD.test(state))) {
      record.w = record.w || "looks other than before it was touched";
    }
  }
};
// A small scroller that stops at each of its short rows: the one in the middle is chosen.
const wheels = [];
const isWheel = (el, style) =>
  /^y|^both|^block/.test(style.scrollSnapType) && scrollHeight(el) > clientHeight(el) + 1 && clientHeight(el) <= height * 0.6;
const noteWheels = (kept) => {
  for (const wheel of wheels) {
    let at = wheel;
    let rows = childrenOf(at).filter((one) => nodeType(one) === 1);
    for (; rows.length === 1; rows = childrenOf(at).filter((one) => nodeType(one) === 1)) at = rows[0];
    rows = rows.filter((one) => collapse(contentOf(one) || ""));
    if (rows.length < FEWEST || rows.some((one) => collapse(contentOf(one)).length > 40)) continue;
    const middle = (one) => { const { t, b } = fromDom(rectOf(one)); return (t + b) / 2; };
    const off = (one) => Math.abs(middle(one) - middle(wheel));
    const chosen = rows.reduce((best, one) => (off(one) < off(best) ? one : best));
    for (const record of kept) if (within(record.el, chosen)) record.w = "chosen on its wheel";
  }
};
// The painted box around a text, and the list that it is one of: those of a chat stand on two sides.
const bubbleOf = (record) => {
  let bubble = null;
  let at = record.el;
  for (let way = 0; way < 8 && at && nodeType(at) === 1 && at !== body; way++, at = flatParent(at)) {
    if (peersOf(at).length >= FEWEST && (bubble || paints(at))) {
      const list = fromDom(rectOf(flatParent(at)));
      const found = fromDom(rectOf(bubble || at));
      if (found.r - found.l < 0.9 * (list.r - list.l)) return { record, row: at, up: flatParent(at), list, found };
    }
    if (paints(at)) bubble = at;
  }
  return null;
};
const noteSides = (kept) => {
  const lists = new Map();
  for (const record of kept) {
    if (record.container || record.strength === STRONG || !record.t) continue;
    const one = bubbleOf(record);
    if (one) lists.set(one.up, [...(lists.get(one.up) || []), one]);
  }
  for (const all of lists.values()) {
    const sided = all.map((one) => ({ ...one, lean: one.found.l - one.list.l - (one.list.r - one.found.r) }));
    const left = sided.filter((one) => one.lean < -24);
    const right = sided.filter((one) => one.lean > 24);
    const apart = (a) => right.every((b) => a.found.b <= b.found.t + 2 || b.found.b <= a.found.t + 2);
    if (!left.length || !right.length || new Set([...left, ...right].map((one) => one.row)).size < FEWEST || !left.every(apart)) continue;
    for (const one of left) one.record.w = one.record.w || "on the left";
    for (const one of right) one.record.w = one.record.w || "on the right";
  }
};
// What turns without end shows that something is going on.
const turns = (frame) => /rotate/.test(String(frame.transform)) || (frame.rotate && frame.rotate !== "none");
const noteBusy = (kept) => {
  const all = typeof document.getAnimations === "function" ? document.getAnimations().slice(0, 200) : [];
  const spinning = all.filter((one) => one.playState === "running" && one.effect && one.effect.target &&
    one.effect.getComputedTiming().iterations === Infinity && one.effect.getKeyframes().some(turns));
  const around = new Set();
  for (const one of spinning) for (let at = one.effect.target; at; at = flatParent(at)) around.add(at);
  for (const record of kept) {
    const turning = (record.strength || record.r === "image") && around.has(record.el);
    if (turning || attr(record.el, "aria-busy") === "true") record.w = "busy";
  }
};
const noteDrawn = (kept) => {
  noteBusy(kept);
  const controls = kept.filter((record) => record.strength && !FILLED.has(record.r) && !NATIVE_FIELDS.has(localName(record.el)));
  noteChosen(controls);
  noteSwitched(controls);
  noteWheels(kept);
  noteSides(kept);
};
const NATIVE_FIELDS = new Set(["input", "select", "textarea"]);
