// ---- the walk
const out = []; // records in document order; null where one was dropped
const nodes = []; // local id -> element, kept for NODE_JS
const frames = [];
const skeleton = []; // whole-document facts for screen identity, independent of scrolling: [kind, ...values]
const ROOM = { chrome: 40, dialog: 8, form: 12, heading: 16, landmark: 40, menu: 4, pick: 12, step: 4 };
const forms = new Map();
const page = pageRegion();
const range = document.createRange();
const modals = Array.prototype.slice.call(documentQueryAll(document, ":modal"), 0, 8);
let visited = 0;
let truncated = false;
let drawnText = 0;
let paint = []; // large graphics, for `empty_hierarchy`

const note = (kind, ...values) => {
  if (ROOM[kind]-- > 0) skeleton.push([kind, ...values]);
};
const reserve = (el, role, at, ctx) => {
  const record = { el, r: role, at, region: ctx.flow, p: ctx.parent, l: ctx.mark, f: [], s: [], item: ctx.item, inert: ctx.inert, control: ctx.control };
  record.slot = out.push(record) - 1;
  return record;
};
const newRun = (el) => ({ el, raw: "", own: "", at: null, record: null });
const flush = (run) => {
  const record = run.record;
  if (record) {
    const own = collapse(run.own);
    if (MEANINGFUL.test(own)) {
      record.t = clean(run.raw, LIMIT.text);
      record.own = own;
      record.at = run.at;
      drawnText += own.length;
      if (own.length < 80 && !record.item && /\bstep\s*#?\d/i.test(own)) note("step", clean(own, 80));
      if (!record.item && !record.control && record.l.startsWith("banner") && record.r !== "heading") note("heading", 20, clean(own, 120));
    } else out[record.slot] = null;
  }
  run.raw = run.own = "";
  run.at = run.record = null;
};
const INLINE = new Set(["inline", "contents", "inline-block", "inline-flex", "inline-grid", "ruby", "ruby-text"]);
const TEXT_ROLES = new Set(["heading", "listitem", "cell", "columnheader", "rowheader", "caption", "term", "definition", "code",
  "blockquote", "legend", "alert", "status", "tooltip", "time", "note", "gridcell", "log", "timer", "marquee"]);

const visitText = (node, ctx) => {
  const data = dataOf(node);
  const run = ctx.run;
  if (!/\S/.test(data)) {
    if (run.raw) run.raw += " ";
    if (run.own) run.own += " ";
    return;
  }
  if (!ctx.seen) return;
  range.selectNodeContents(node);
  const at = fromDom(range.getBoundingClientRect());
  if (!drawn(meet(at, ctx.flow.hard))) return;
  if (!run.record) run.record = reserve(run.el, ctx.text, at, ctx);
  run.raw += data;
  run.own += data;
  run.at = join(run.at, at);
};

// Where the children of an element may be seen (`clip`) and brought into sight by scrolling (`hard`).
const inside = (el, style, at, region) => {
  const clips = (value) => value !== "visible";
  const ox = style.overflowX;
  const oy = style.overflowY;
  if (!clips(ox) && !clips(oy)) return region;
  const l = at.l + clientLeft(el);
  const t = at.t + clientTop(el);
  const pad = rect(l, t, l + clientWidth(el), t + clientHeight(el));
  const clip = meet(region.clip, rect(clips(ox) ? pad.l : -1e7, clips(oy) ? pad.t : -1e7, clips(ox) ? pad.r : 1e7, clips(oy) ? pad.b : 1e7));
  const shownPart = meet(pad, region.hard);
  if (!drawn(shownPart) && clips(ox) && clips(oy)) return { clip, hard: rect(0, 0, 0, 0) };
  const hard = rect(region.hard.l, region.hard.t, region.hard.r, region.hard.b);
  if (clips(ox)) {
    const free = ox === "auto" || ox === "scroll";
    const wide = scrollWidth(el);
    const x = style.direction === "rtl" ? pad.r - scrollLeft(el) - wide : pad.l - scrollLeft(el);
    hard.l = free ? x : shownPart.l;
    hard.r = free ? x + wide : shownPart.r;
  }
  if (clips(oy)) {
    const free = oy === "auto" || oy === "scroll";
    const y = pad.t - scrollTop(el);
    hard.t = free ? y : shownPart.t;
    hard.b = free ? y + scrollHeight(el) : shownPart.b;
  }
  return { clip, hard };
};
const scrollable = (el, style, at) => {
  if (el === root || el === body || at.r - at.l < 40 || at.b - at.t < 40) return false;
  const free = (value) => value === "auto" || value === "scroll";
  return (
    (free(style.overflowY) && scrollHeight(el) - clientHeight(el) > 8) || (free(style.overflowX) && scrollWidth(el) - clientWidth(el) > 8)
  );
};
const holdsFixed = (style) =>
  style.transform !== "none" || style.filter !== "none" || style.perspective !== "none" ||
  /transform|filter|perspective/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain);

// ---- elements
const OVERLAY_CLASS = /(?:^|[\s_-])(?:modal|dialog|lightbox|popup|drawer|offcanvas)(?:$|[\s_-])/i;
const isDialog = (el, tag, role, style) =>
  role === "dialog" || role === "alertdialog" || tag === "dialog" ||
  (style.position === "fixed" && tag !== "button" && OVERLAY_CLASS.test(classOf(el)) && !/backdrop|overlay/i.test(classOf(el)));
const headingIn = (el) => {
  const found = querySelector(el, "h1,h2,h3,h4,h5,h6,[role=heading],.modal-title");
  return found ? read(found, false, null) : "";
};
const reachOfChildren = (el) => {
  let found = null;
  for (const child of childrenOf(el)) if (nodeType(child) === 1) found = join(found, fromDom(rectOf(child)));
  return found ? meet(found, viewport) : rect(0, 0, 0, 0);
};
const floats = (el, style) => {
  const lifts = (position) => position === "absolute" || position === "fixed";
  const up = flatParent(el);
  return lifts(style.position) || (!!up && nodeType(up) === 1 && lifts(getComputedStyle(up).position));
};
const LEVELS = { h1: 1, h2: 2, h3: 3 };
const noteHeading = (el, tag, role, ctx, mark) => {
  const level = Number(attr(el, "aria-level")) || LEVELS[tag] || (role === "heading" && !/^h\d$/.test(tag) ? 2 : 9);
  if (level > 3 || ctx.item || /^(dialog|navigation)/.test(mark)) return;
  note("heading", level + (/^banner/.test(mark) ? 7 : 0), clean(read(el, false, null), 160));
};
// A selected tab or step, or any other selected place that the address does not tell.
const notePick = (el, record) => {
  const label = clean(record.t || record.a || "", 60);
  const address = attr(el, "href");
  const told = address && (!/^(#|javascript:)/i.test(address) || /^#!?\//.test(address));
  const step = attr(el, "aria-current") === "step";
  if (!/\p{L}/u.test(label) || !/^(tab|link|button|generic|menuitem)$/.test(record.r)) return;
  if (record.r === "tab" || step || (!told && !Element.prototype.closest.call(el, ".pagination,.btn-toolbar,[role=toolbar]"))) {
    note("pick", step ? "step" : "tab", label);
  }
};
// The first field one can write into stands for its form: steps differ in it, conditional fields do not.
const noteField = (el, kind, record, ctx) => {
  if (ctx.inForm ? ctx.formInItem : ctx.item) return;
  const form = el.form || null;
  const searches = kind === "search" || record.r === "searchbox" || /^(q|s|search|query|filter|keywords?|term)$/i.test(attr(el, "name"))
    || /\b(search|filter)\b/i.test(`${record.a} ${attr(el, "placeholder")} ${attr(el, "type")}`) || /^search/.test(record.l);
  if (searches || (form && attr(form, "method").toLowerCase() === "get")) return;
  const secret = kind === "password" ? "password" : "";
  const noted = forms.get(form) || { first: false, secret: false };
  forms.set(form, noted);
  if (secret ? noted.secret : noted.first) return;
  noted[secret ? "secret" : "first"] = true;
  note("form", secret || clean(attr(el, "name") || record.a || "", 60));
};
const landmark = (el, tag, role, style, ctx, reach) => {
  if (isDialog(el, tag, role, style)) {
    const body = drawn(reach) ? reach : reachOfChildren(el);
    if (!drawn(body) || attr(el, "aria-hidden") === "true") return "";
    const name = clean(nameOf(el, tag, "", false) || headingIn(el), 80);
    const stops = modals.includes(el) || attr(el, "aria-modal") === "true" || area(meet(body, viewport)) >= 0.25 * area(viewport);
    if (stops) note("dialog", name);
    return name ? `dialog: ${name}` : "dialog";
  }
  if ((role === "menu" || /(?:^|\s)dropdown-menu(?:\s|$)/.test(classOf(el))) && drawn(meet(reach, viewport)) && floats(el, style)) {
    note("menu", clean(read(el, false, null), 30));
  }
  if (!LANDMARKS.has(role)) return "";
  const name = clean(referenced(el, "aria-labelledby") || attr(el, "aria-label"), 80);
  if (drawn(reach)) note("landmark", role, name);
  return name ? `${role}: ${name}` : role;
};
const ITEM_TAGS = new Set(["li", "tr", "article", "option"]);
const ITEM_ROLES = new Set(["listitem", "row", "option", "treeitem", "article", "gridcell"]);
const repeats = (el, tag) => {
  const kind = classOf(el);
  if (!kind || (tag !== "div" && tag !== "a" && tag !== "section")) return false;
  const like = (other) => other && localName(other) === tag && classOf(other) === kind;
  const next = nextElement(el);
  const previous = previousElement(el);
  return !!((like(next) && (like(previous) || like(nextElement(next)))) || (like(previous) && like(previousElement(previous))));
};
const CONTAINERS = new Set(["row", "listitem", "article", "group", "dialog", "alertdialog", "radiogroup"]);

const visitElement = (el, ctx, depth) => {
  const tag = localName(el);
  if (SILENT.has(tag)) return;
  const style = getComputedStyle(el);
  if (style.display === "none") return;
  const boxless = style.display === "contents";
  const outer = boxless ? ctx.flow : style.position === "fixed" ? ctx.fixed : style.position === "absolute" ? ctx.abs : ctx.flow;
  const at = boxless ? null : fromDom(rectOf(el));
  const reach = at ? meet(at, outer.hard) : rect(0, 0, 0, 0);
  const role = roleOf(el, tag);
  const faint = ctx.faint || Number(style.opacity) < 0.05;
  const seen = style.visibility === "visible" && !faint;
  const ghost = faint && style.visibility === "visible" && tag === "input" && /^(checkbox|radio|file)$/.test(inputType(el));
  const inner = Object.assign({}, ctx, {
    depth: depth + 1, faint, seen, flow: outer, pointer: style.cursor === "pointer",
    inert: ctx.inert || hasAttribute(el, "inert"),
    item: ctx.item || ((ITEM_TAGS.has(tag) || ITEM_ROLES.has(role) || repeats(el, tag)) && !(tag === "tr" && querySelector(el, "th") && !querySelector(el, "td"))),
    inForm: ctx.inForm || tag === "form",
    formInItem: tag === "form" ? ctx.item : ctx.formInItem,
    text: TEXT_ROLES.has(role) ? role : INLINE.has(style.display) ? ctx.text : role === "" && (ctx.text === "heading" || ctx.text === "listitem" || ctx.text === "cell") ? ctx.text : "text",
  });
  if (at) {
    const region = inside(el, style, at, outer);
    inner.flow = region;
    const holds = holdsFixed(style);
    inner.abs = style.position !== "static" || holds ? region : ctx.abs;
    inner.fixed = holds ? region : ctx.fixed;
  }
  const mark = seen ? landmark(el, tag, role, style, ctx, reach) : "";
  if (mark) inner.mark = mark;
  if (role === "heading" && seen && (boxless || drawn(reach))) noteHeading(el, tag, role, inner, inner.mark);

  const here = { ...inner, flow: outer };
  if (tag === "iframe" || tag === "frame") return visitFrame(el, style, at, reach, here, seen);
  const force = inner.inert ? 0 : strength(el, tag, role, style, ctx);
  const inline = INLINE.has(style.display) && tag !== "label" && !(NATIVE.has(tag) && seen) && (!at || style.position === "static" || style.position === "relative");
  if (!inline) flush(ctx.run);
  const graphic = GRAPHICS.has(tag);
  if (graphic && seen && at && drawn(meet(reach, viewport)) && PAINTED.has(tag)) paint.push(meet(reach, viewport));
  if ((force || NATIVE.has(tag)) && (seen || ghost) && !(graphic && force === WEAK)) {
    if (!boxless && !drawn(reach) && !firstChild(el) && !shadowOf(el)) return undefined;
    return visitControl(el, tag, role, style, at, here, inner, ctx, force, seen || ghost, inline);
  }
  if (graphic && seen && at && drawn(reach) && !ctx.control) visitGraphic(el, tag, role, at, here, force);
  if (tag === "svg" || tag === "canvas" || tag === "video" || tag === "audio" || tag === "object") return undefined;
  if (seen && at && drawn(reach) && !ctx.control && OPAQUE.has(tag)) visitOpaque(el, tag, role, at, here);
  return visitContainer(el, tag, role, style, at, reach, here, inner, ctx, seen, inline);
};

const children = (el, tag, style, inner, inline, run) => {
  if (style.contentVisibility === "hidden") return;
  inner.run = run;
  const closed = tag === "details" && !hasAttribute(el, "open");
  for (const child of childrenOf(el)) {
    if (closed && !(nodeType(child) === 1 && localName(child) === "summary")) continue;
    visit(child, inner);
  }
  if (!inline) flush(run);
};

const visitContainer = (el, tag, role, style, at, reach, here, inner, ctx, seen, inline) => {
  const dialog = seen && isDialog(el, tag, role, style);
  const scrolls = seen && at && drawn(reach) && scrollable(el, style, at);
  let record = null;
  if (seen && at && (dialog || scrolls || ((CONTAINERS.has(role) || tag === "fieldset") && drawn(reach)))) {
    record = reserve(el, dialog && role !== "alertdialog" ? "dialog" : role || (scrolls ? "region" : "group"), at, here);
    record.container = true;
    if (scrolls) record.f = ["scroll"];
    inner.parent = record.slot;
  }
  if (tag === "br") {
    here.run.raw += " ";
    here.run.own += " ";
  }
  if (inline) ctx.run.raw += style.display === "inline" || style.display === "contents" ? "" : " ";
  if (seen && ACTIVE_CLASS.test(classOf(el)) && Element.prototype.closest.call(el, ".steps,.stepper,.wizard")) {
    note("pick", "step", clean(read(el, false, null), 60));
  }
  children(el, tag, style, inner, inline, inline ? ctx.run : newRun(el));
  if (inline && style.display !== "inline" && style.display !== "contents") {
    ctx.run.raw += " ";
    ctx.run.own += ctx.run.own ? " " : "";
  }
  if (record) settleContainer(record, el, tag, role, dialog, scrolls);
};
const settleContainer = (record, el, tag, role, dialog, scrolls) => {
  let controls = 0;
  let first = "";
  let heading = "";
  for (let i = record.slot + 1; i < out.length; i++) {
    const other = out[i];
    if (!other || other.container) continue;
    if (other.strength) controls++;
    else if (other.t) {
      first = first || other.t;
      if (other.r === "heading") heading = heading || other.t;
    }
  }
  const name = nameOf(el, tag, "", false);
  if (!dialog && !scrolls && !(controls && (first || name) && (role !== "group" || name))) return drop(record);
  record.a = name || heading || (dialog || scrolls ? headingIn(el) : first);
  return undefined;
};
const drop = (record) => {
  out[record.slot] = null;
  for (let i = record.slot + 1; i < out.length; i++) if (out[i] && out[i].p === record.slot) out[i].p = record.p;
};
