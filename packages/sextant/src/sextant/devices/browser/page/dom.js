// One pass over one frame: what a person could see and touch, in document order, as one JSON string.
//
// These files are the body of one function `(options) => string`, joined by `snapshot.py` in the order dom, roles,
// names, skeleton, walk, controls, labels, ticks, drawn, backdrop, answer. It is evaluated in an isolated world of the frame, never changes the
// page and never throws: a failure is a result with `error`. Boxes are CSS pixels of the frame's layout viewport; `assemble` moves
// them to the device's frame. Built-ins are called through their prototypes, because a form or a document with a child
// named `children`, `title` or `parentNode` answers with that child instead (such clobbering reaches isolated worlds).
"use strict";
const LIMIT = Object.assign(
  { nodes: 20000, elements: 1500, depth: 600, text: 1200, label: 300, whole: 200000, ahead: 5 },
  options || {},
);

// The device's script in the same world, where there is one; an element of that id is none.
const agent = Object.hasOwn(globalThis, "sextant") ? globalThis.sextant : null;

const getter = (proto, key) => {
  const found = Object.getOwnPropertyDescriptor(proto, key);
  return found && found.get ? (node) => found.get.call(node) : () => null;
};
const method = (proto, key) => {
  const call = proto[key];
  return (node, a, b) => call.call(node, a, b);
};
const firstChild = getter(Node.prototype, "firstChild");
const nextSibling = getter(Node.prototype, "nextSibling");
const parentNode = getter(Node.prototype, "parentNode");
const nodeType = getter(Node.prototype, "nodeType");
const rootNode = method(Node.prototype, "getRootNode");
const localName = getter(Element.prototype, "localName");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const HTML = "http://www.w3.org/1999/xhtml";
const shadowOf = getter(Element.prototype, "shadowRoot");
const classOf = (el) => attr(el, "class");
const rawAttribute = method(Element.prototype, "getAttribute");
const hasAttribute = method(Element.prototype, "hasAttribute");
const matches = method(Element.prototype, "matches");
const rectOf = method(Element.prototype, "getBoundingClientRect");
const nextElement = getter(Element.prototype, "nextElementSibling");
const previousElement = getter(Element.prototype, "previousElementSibling");
const clientLeft = getter(Element.prototype, "clientLeft");
const clientTop = getter(Element.prototype, "clientTop");
const clientWidth = getter(Element.prototype, "clientWidth");
const clientHeight = getter(Element.prototype, "clientHeight");
const scrollLeft = getter(Element.prototype, "scrollLeft");
const scrollTop = getter(Element.prototype, "scrollTop");
const scrollWidth = getter(Element.prototype, "scrollWidth");
const scrollHeight = getter(Element.prototype, "scrollHeight");
const closest = method(Element.prototype, "closest");
const querySelector = method(Element.prototype, "querySelector");
const querySelectorAll = method(Element.prototype, "querySelectorAll");
const documentQueryAll = method(Document.prototype, "querySelectorAll");
const fragmentQueryAll = method(DocumentFragment.prototype, "querySelectorAll");
const documentPoint = method(Document.prototype, "elementFromPoint");
const documentPoints = method(Document.prototype, "elementsFromPoint");
const shadowPoint = method(ShadowRoot.prototype, "elementFromPoint");
const byId = (root, id) =>
  nodeType(root) === 9 ? Document.prototype.getElementById.call(root, id) : DocumentFragment.prototype.getElementById.call(root, id);
const assigned = method(HTMLSlotElement.prototype, "assignedNodes");
const slotOf = getter(Element.prototype, "assignedSlot");
const textSlotOf = getter(Text.prototype, "assignedSlot");
const dataOf = getter(CharacterData.prototype, "data");
const labelsOf = {
  input: getter(HTMLInputElement.prototype, "labels"),
  select: getter(HTMLSelectElement.prototype, "labels"),
  textarea: getter(HTMLTextAreaElement.prototype, "labels"),
  button: getter(HTMLButtonElement.prototype, "labels"),
  meter: getter(HTMLMeterElement.prototype, "labels"),
  progress: getter(HTMLProgressElement.prototype, "labels"),
};
const valueOf = {
  input: getter(HTMLInputElement.prototype, "value"),
  select: getter(HTMLSelectElement.prototype, "value"),
  textarea: getter(HTMLTextAreaElement.prototype, "value"),
};
const controlOf = getter(HTMLLabelElement.prototype, "control");
const root = getter(Document.prototype, "documentElement")(document);
const body = getter(Document.prototype, "body")(document);

const attr = (el, key) => rawAttribute(el, key) || "";
const collapse = (text) => text.replace(/[\s\u200b\ufeff]+/g, " ").trim();
const cut = (text, limit) => {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + "…";
};
const clean = (text, limit) => cut(collapse(String(text).toWellFormed()), limit);
// What was cut is told whole besides, as long as there is room in this pass: it is drawn, and may hold what is private.
let room = LIMIT.whole;
const whole = (text) => {
  const told = clean(text, Math.max(1, room));
  room -= told.length;
  return told;
};
const MEANINGFUL = /[\p{L}\p{N}\p{S}]/u;

// ---- rectangles {l, t, r, b}
const rect = (l, t, r, b) => ({ l, t, r, b });
const fromDom = (d) => rect(d.left, d.top, d.right, d.bottom);
const meet = (a, b) => rect(Math.max(a.l, b.l), Math.max(a.t, b.t), Math.min(a.r, b.r), Math.min(a.b, b.b));
const drawn = (a) => a.r - a.l > 1 && a.b - a.t > 1;
const join = (a, b) => (a ? rect(Math.min(a.l, b.l), Math.min(a.t, b.t), Math.max(a.r, b.r), Math.max(a.b, b.b)) : b);
const area = (a) => Math.max(0, a.r - a.l) * Math.max(0, a.b - a.t);
const round = (x) => Math.round(x * 100) / 100;
const box = (a) => [round(a.l), round(a.t), round(a.r - a.l), round(a.b - a.t)];

const visual = window.visualViewport;
const top = window.parent === window;
const width = top && visual ? visual.width : window.innerWidth;
const height = top && visual ? visual.height : window.innerHeight;
const left0 = top && visual ? visual.offsetLeft : 0;
const top0 = top && visual ? visual.offsetTop : 0;
const viewport = rect(left0, top0, left0 + width, top0 + height);

const around = (x, y) => rect(viewport.l - x * width, viewport.t - y * height, viewport.r + x * width, viewport.b + y * height);
const ahead = around(LIMIT.ahead, LIMIT.ahead);
const near = around(1, 1);

// The layout viewport, over which the visual one pans: wider than the screen where a page is. A scrollbar is no room.
const laidOut = (inner, seen) => (top && inner - seen > 20 ? inner : seen);
const pageRegion = () => {
  const rootStyle = getComputedStyle(root);
  const bodyStyle = body ? getComputedStyle(body) : rootStyle;
  const still = (axis) => rootStyle[axis] === "hidden" || rootStyle[axis] === "clip" ||
    (rootStyle[axis] === "visible" && (bodyStyle[axis] === "hidden" || bodyStyle[axis] === "clip"));
  const scroller = document.scrollingElement || root;
  const x = scrollLeft(scroller);
  const y = scrollTop(scroller);
  const wide = Math.max(scrollWidth(scroller), width);
  const high = Math.max(scrollHeight(scroller), height);
  const leftmost = rootStyle.direction === "rtl" || bodyStyle.direction === "rtl" ? Math.min(0, -(wide - width)) - x : -x;
  const [panX, panY] = [laidOut(window.innerWidth, width), laidOut(window.innerHeight, height)];
  const hard = rect(
    still("overflowX") ? Math.min(viewport.l, 0) : leftmost,
    still("overflowY") ? Math.min(viewport.t, 0) : -y,
    still("overflowX") ? Math.max(viewport.r, panX) : leftmost + wide,
    still("overflowY") ? Math.max(viewport.b, panY) : -y + high,
  );
  const extent = [viewport.t - hard.t, hard.b - viewport.b, viewport.l - hard.l, hard.r - viewport.r];
  return { clip: viewport, hard, extent: extent.map((far) => round(Math.max(0, far))) };
};
