// ---- what receives a touch
const deepest = (x, y) => {
  let hit = documentPoint(document, x, y);
  for (let depth = 0; hit && depth < 20; depth++) {
    const shadow = shadowOf(hit);
    const innerHit = shadow ? shadowPoint(shadow, x, y) : null;
    if (!innerHit || innerHit === hit) break;
    hit = innerHit;
  }
  return hit;
};
const paints = (el) => {
  const tag = localName(el);
  if (/^(img|canvas|video|iframe|object|embed|svg)$/.test(tag)) return true;
  const style = getComputedStyle(el);
  if (style.backgroundImage !== "none") return true;
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(style.backgroundColor);
  return style.backgroundColor !== "transparent" && (alpha ? Number(alpha[1] || alpha[2]) : 1) >= 0.25;
};
const lifted = (hit, el) => {
  for (let at = hit, steps = 0; at && nodeType(at) === 1 && steps < 60; at = flatParent(at), steps++) {
    if (within(el, at)) return false;
    if (/^(fixed|sticky)$/.test(getComputedStyle(at).position)) return true;
  }
  return false;
};
const hides = (hit, el) => {
  for (let at = hit, steps = 0; at && nodeType(at) === 1 && steps < 60; at = flatParent(at), steps++) {
    if (within(el, at)) return false;
    if (paints(at)) return true;
  }
  return false;
};
const sees = (record, hit) => {
  const el = record.el;
  if (!hit) return false;
  if (hit === el || within(hit, el)) return true;
  if (hit === root && record.strength) return false; // a layer has taken touches from the whole body
  if (within(el, hit) && (!record.strength || getComputedStyle(el).pointerEvents === "none" || getComputedStyle(el).display === "contents")) return true;
  if (record.strength) {
    const label = closest(hit, "label");
    if (label && (controlOf(label) === el || within(el, label))) return true;
    return getComputedStyle(el).pointerEvents === "none" && !lifted(hit, el);
  }
  if (getComputedStyle(el).pointerEvents === "none") return !lifted(hit, el);
  return !hides(hit, el);
};
const judge = (record) => {
  if (modals.length && !modals.some((modal) => within(record.el, modal))) return "covered";
  const inView = meet(meet(record.at, record.region.clip), viewport);
  if (!drawn(inView)) return "offscreen";
  const x = (share) => inView.l + share * (inView.r - inView.l);
  const y = (share) => inView.t + share * (inView.b - inView.t);
  const clipped = area(inView) < 0.98 * area(record.at) ? "clipped" : "visible";
  if (record.inert || (record.container && !record.strength && !record.f.length)) return clipped;
  const tries = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.2], [0.5, 0.8]];
  for (const [sx, sy] of tries) {
    if (!sees(record, deepest(Math.min(x(sx), viewport.r - 0.5), Math.min(y(sy), viewport.b - 0.5)))) continue;
    if (sx === 0.5 && sy === 0.5) return clipped;
    const wide = Math.min(sx, 1 - sx);
    const high = Math.min(sy, 1 - sy);
    record.at = rect(x(sx - wide), y(sy - high), x(sx + wide), y(sy + high)); // something lies over its middle
    return "clipped";
  }
  return "covered";
};

// What stands in front of an iframe: the frame's own pass cannot see it.
const covering = (frame) => {
  const part = meet(frame.clip, viewport);
  if (!drawn(part)) return [];
  const found = new Map();
  for (const sx of [0.1, 0.37, 0.63, 0.9]) {
    for (const sy of [0.1, 0.37, 0.63, 0.9]) {
      const hit = deepest(part.l + sx * (part.r - part.l), part.t + sy * (part.b - part.t));
      if (hit && hit !== frame.record.el && !within(frame.record.el, hit)) found.set(hit, box(fromDom(rectOf(hit))));
    }
  }
  return Array.from(found.values());
};

// What is about to be touched: where it stands by now, and whether a finger there meets it. The elements go by their
// numbers in this pass. `edits` are the agent's count of changes when it was made.
const connected = getter(Node.prototype, "isConnected");
const touching = (kept) => {
  const was = kept.map((record) => fromDom(rectOf(record.el)));
  const controls = new Set(kept.filter((record) => record.strength).map((record) => record.el));
  // Another control may lie over a mere text without hiding it.
  const foreign = (record, hit) => {
    for (let at = hit; at && nodeType(at) === 1 && !within(record.el, at); at = flatParent(at)) {
      if (controls.has(at) && !within(at, record.el)) return true;
    }
    return false;
  };
  const meets = (place, hit) => sees(kept[place], hit) && (!!kept[place].strength || !foreign(kept[place], hit));
  const where = (place) => (kept[place] && connected(kept[place].el) ? fromDom(rectOf(kept[place].el)) : null);
  // The point of the element that was meant, where that is by now. Another point of it may mean something else.
  const aim = (place, x, y) => {
    const [then, now] = [was[place], where(place)];
    const moved = (at, a, b, c, d) => (b - a > 1 ? c + ((at - a) * (d - c)) / (b - a) : at);
    const point = [moved(x, then.l, then.r, now.l, now.r), moved(y, then.t, then.b, now.t, now.b)];
    const [px, py] = point;
    if (px < viewport.l || px >= viewport.r || py < viewport.t || py >= viewport.b) return { untouched: "absent" };
    return meets(place, deepest(px, py)) ? { point } : { untouched: "covered" };
  };
  const node = (place) => (kept[place] ? kept[place].el : null);
  return { edits: agent ? agent.edits() : 0, node, where, meets, aim };
};

const keep = (record) => {
  if (!record || !record.at) return false;
  if (!record.container) {
    const reachable = meet(record.at, record.region.hard); // what a container cuts off can never be touched
    if (!drawn(reachable)) return false;
    record.at = reachable;
  }
  return drawn(meet(record.at, record.strength || record.r === "heading" || record.container ? ahead : near));
};
const write = (record, local, parent, places) => {
  const item = { n: local, b: box(record.at), r: record.r, z: record.z };
  const cuts = record.whole ? [record.whole] : [];
  const put = (key, value, limit) => {
    const text = value ? clean(value, limit) : "";
    if (text) item[key] = text;
    if (value && value.length > limit && text.length >= limit - 1) cuts.push(value);
  };
  put("t", record.t, LIMIT.text);
  put("a", record.a, LIMIT.label);
  put("v", record.v, LIMIT.text);
  put("h", record.h, LIMIT.label);
  put("w", record.w, 40);
  put("l", record.l, 120);
  put("i", record.i, 20);
  if (cuts.length && record.z !== "offscreen") item.x = cuts.map(whole);
  if (record.m !== undefined) item.m = record.m;
  if (record.u) item.u = record.u.toWellFormed();
  const testId = testIdOf(record.el);
  if (testId) item.d = testId;
  if (record.s.length) item.s = record.s;
  if (record.f.length) item.f = record.f;
  if (record.own && record.own !== record.t) item.o = 1;
  if (parent !== null) item.p = parent;
  if (record.enter && places.has(record.enter)) item.e = places.get(record.enter);
  return item;
};
const chosen = () => {
  const kept = out.filter(keep);
  for (const record of kept) record.z = judge(record);
  const backdrop = backdropOf(kept);
  if (backdrop) {
    coverBeneath(kept, backdrop.el);
    kept.unshift(backdrop);
  }
  if (kept.length <= LIMIT.elements) return kept;
  truncated = true;
  const worth = (record) => (record.z === "offscreen" ? 0 : 4) + (record.strength ? 2 : 0) + (record.z === "visible" ? 1 : 0);
  const best = kept.map((record, place) => [worth(record), place]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const places = new Set(best.slice(0, LIMIT.elements).map((pair) => pair[1]));
  return kept.filter((_, place) => places.has(place));
};

const run = () => {
  if (!root) return { title: "", view: [0, 0, 0, 0], els: [], frames: [], skeleton: [], scroll: [0, 0, 0, 0], blank: true };
  const fixed = { clip: viewport, hard: viewport };
  const start = { ...descend({ depth: -1 }, null), flow: page, absolute: page, fixed, run: newRun(root), control: null,
    parent: null, mark: "", faint: false, seen: true, inert: false, item: false, inForm: false, formInItem: false,
    pointer: !!body && getComputedStyle(body).cursor === "pointer", editing: false, closed: false, text: "text", far: false };
  visit(root, start);
  flush(start.run);
  noteWays();
  noteFirst();
  noteNumbered();
  noteNames();
  noteLabels();
  const kept = chosen();
  noteDrawn(kept);
  const local = new Map();
  kept.forEach((record, place) => local.set(record.slot, place));
  const upward = (record) => {
    for (let p = record.p; p !== null && p !== undefined; p = out[p] ? out[p].p : null) if (local.has(p)) return local.get(p);
    return null;
  };
  const places = new Map(kept.map((record, place) => [record.el, place]));
  const els = kept.map((record, place) => write(record, place, upward(record), places));
  globalThis.__sextantSeen = touching(kept);
  const shownFrames = frames.filter((frame) => local.has(frame.record.slot)).map((frame) => ({
    el: local.get(frame.record.slot), b: box(frame.content), c: box(frame.clip), k: covering(frame), pos: frame.position,
    name: frame.name, src: frame.src, turned: frame.turned,
  }));
  const painted = paint.reduce((sum, part) => sum + area(part), 0);
  return {
    title: clean(getter(Document.prototype, "title")(document) || "", 300),
    view: [left0, top0, width, height].map(round), ratio: devicePixelRatio * (top && visual ? visual.scale : 1),
    hidden: document.visibilityState === "hidden",
    pos: positionInParent(), els, frames: shownFrames, skeleton, scroll: page.extent,
    painted: round(painted / Math.max(1, area(viewport))), text: drawnText, truncated, visited,
    fragment: location.hash.length > 1 ? (documentQueryAll(document, ":target").length ? "anchor" : "route") : "",
  };
};
const positionInParent = () => {
  if (top) return -1;
  try {
    for (let i = 0; i < Math.min(window.parent.length, 200); i++) if (window.parent[i] === window) return i;
  } catch (error) {
    return -1;
  }
  return -1;
};
try {
  return JSON.stringify(run());
} catch (error) {
  return JSON.stringify({ error: cut(String((error && error.stack) || error), 600) });
}
