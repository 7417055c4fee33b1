// ---- the walk
const out = []; // records in document order; null where one was dropped
const frames = [];
const page = pageRegion();
const modals = Array.prototype.slice.call(documentQueryAll(document, ":modal"), 0, 8);
let visited = 0;
let truncated = false;
let drawnText = 0;
let paint = []; // large graphics, for `empty_hierarchy`

const reserve = (el, role, at, ctx, region) => {
  const { parent, mark, item, inert, control } = ctx;
  const record = { el, r: role, at, region, p: parent, l: mark, f: [], s: [], item, inert, control };
  record.slot = out.push(record) - 1;
  return record;
};
const newRun = (el) => ({ el, raw: "", own: "", at: null, record: null, last: null });
const flush = (run) => {
  const record = run.record;
  if (record) {
    const own = collapse(run.own);
    if (MEANINGFUL.test(own)) {
      record.t = clean(run.raw, LIMIT.text);
      if (record.t.length >= LIMIT.text - 1) record.whole = run.raw;
      record.own = own;
      record.at = run.at;
      drawnText += own.length;
      if (own.length < 80 && !record.item && /\bstep\s*#?\d/i.test(own)) note("step", clean(own, 80));
      const titles = !record.item && !record.control && record.l.startsWith("banner") && record.r !== "heading";
      if (titles) note("heading", 20, clean(own, 120));
    } else out[record.slot] = null;
  }
  run.raw = run.own = "";
  run.at = run.record = run.last = null;
};
const TEXT_ROLES = new Set(["heading", "listitem", "cell", "columnheader", "rowheader", "caption", "term", "definition", "code",
  "blockquote", "legend", "alert", "status", "tooltip", "time", "note", "gridcell", "log", "timer", "marquee"]);

const clear = (colour) => {
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(colour);
  return colour === "transparent" || (alpha !== null && Number(alpha[1] || alpha[2]) < 0.05);
};
const unpainted = (style) => clear(style.color) && clear(style.webkitTextFillColor) && style.textShadow === "none";

const visitText = (node, ctx) => {
  const masked = (ctx.style.webkitTextSecurity || "none") !== "none";
  const data = masked ? dataOf(node).replace(/\S/g, "•") : dataOf(node);
  const run = ctx.run;
  if (!/\S/.test(data)) {
    if (run.raw) run.raw += " ";
    if (run.own) run.own += " ";
    return;
  }
  if (!ctx.seen) return;
  if (ctx.far) {
    run.raw += data;
    return;
  }
  if (ctx.flat && unpainted(ctx.style)) return; // folded away: no room of its own, and no colour
  range.selectNodeContents(node);
  const at = fromDom(range.getBoundingClientRect());
  if (!drawn(meet(at, ctx.flow.hard))) return;
  if (!run.record) run.record = reserve(run.el, ctx.text, at, ctx, ctx.flow);
  const text = run.last && standApart(run.last, node) ? ` ${data}` : data;
  run.raw += text;
  run.own += text;
  run.at = join(run.at, at);
  run.last = node;
};

// What the body says of overflow is the viewport's, not its own, unless the root says something itself (CSS Overflow 3).
const lends = (el) => {
  if (el !== body) return false;
  const own = getComputedStyle(root);
  return own.overflowX === "visible" && own.overflowY === "visible";
};
// Where the children of an element may be seen (`clip`) and brought into sight by scrolling (`hard`).
const inside = (el, style, at, region) => {
  if (lends(el)) return region;
  const clips = (value) => value !== "visible";
  const ox = style.overflowX;
  const oy = style.overflowY;
  if (!clips(ox) && !clips(oy)) return region;
  const l = at.l + clientLeft(el);
  const t = at.t + clientTop(el);
  const pad = rect(l, t, l + clientWidth(el), t + clientHeight(el));
  const [wideL, wideR] = clips(ox) ? [pad.l, pad.r] : [-1e7, 1e7];
  const [highT, highB] = clips(oy) ? [pad.t, pad.b] : [-1e7, 1e7];
  const clip = meet(region.clip, rect(wideL, highT, wideR, highB));
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
  const down = free(style.overflowY) && scrollHeight(el) - clientHeight(el) > 8;
  return down || (free(style.overflowX) && scrollWidth(el) - clientWidth(el) > 8);
};
const scrollsAside = (el, style) => {
  if (style.overflowX !== "auto" && style.overflowX !== "scroll") return "";
  const behind = Math.abs(scrollLeft(el));
  const ahead = scrollWidth(el) - clientWidth(el) - behind;
  const sides = style.direction === "rtl" ? [ahead, behind] : [behind, ahead];
  const ways = ["left", "right"].filter((_, side) => sides[side] > 8);
  return ways.length ? `scrolls ${ways.join(" and ")}` : "";
};
// The blocks that hold positioned descendants, found only where there are any, and remembered.
const holdsFixed = (style) =>
  style.transform !== "none" || style.filter !== "none" || style.perspective !== "none" ||
  /transform|filter|perspective/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain);
const regionFor = (ctx, position) => {
  const memo = position === "fixed" ? "fixed" : "absolute";
  if (ctx[memo] === null) {
    const holds = (memo === "absolute" && ctx.style.position !== "static") || holdsFixed(ctx.style);
    ctx[memo] = holds ? ctx.flow : regionFor(ctx.up, position);
  }
  return ctx[memo];
};
const descend = (ctx, style) => ({
  up: ctx, style, depth: ctx.depth + 1, flow: ctx.flow, absolute: null, fixed: null, run: ctx.run, control: ctx.control,
  parent: ctx.parent, mark: ctx.mark, faint: ctx.faint, seen: ctx.seen, inert: ctx.inert, item: ctx.item,
  inForm: ctx.inForm, formInItem: ctx.formInItem, pointer: ctx.pointer, editing: ctx.editing, closed: ctx.closed,
  text: ctx.text, far: ctx.far, flat: false,
});

// ---- elements
const OVERLAY_CLASS = /(?:^|[\s_-])(?:modal|dialog|lightbox|popup|drawer|offcanvas)(?:$|[\s_-])/i;
const isDialog = (el, tag, role, style) =>
  role === "dialog" || role === "alertdialog" || tag === "dialog" ||
  (tag === "div" && style.position === "fixed" && OVERLAY_CLASS.test(classOf(el)) && !/backdrop|overlay/i.test(classOf(el)));
// The first heading that says more than a button in it does: some hold nothing but what closes the dialog.
const headingIn = (el) => {
  for (const one of querySelectorAll(el, "h1,h2,h3,h4,h5,h6,[role=heading],.modal-title")) {
    const text = read(one, false, null);
    const button = querySelector(one, "button,[role=button]");
    if (text && (!button || read(button, false, null) !== text)) return text;
  }
  return "";
};
const titleOf = (el, tag) => {
  const named = byId(rootNode(el), attr(el, "aria-labelledby").split(" ")[0]);
  const button = named && querySelector(named, "button,[role=button]");
  const name = nameOf(el, tag, "", false);
  return name && !(button && clean(nameOf(button, "button", "", true)) === clean(name)) ? name : headingIn(el);
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
// Whether a panel is laid over other content instead of pushing it aside.
const liesOver = (panel) => {
  const part = meet(fromDom(rectOf(panel)), viewport);
  let lifted = panel;
  while (lifted && nodeType(lifted) === 1 && !/^(absolute|fixed)$/.test(getComputedStyle(lifted).position)) lifted = flatParent(lifted);
  if (!drawn(part) || !lifted || nodeType(lifted) !== 1) return false;
  const stack = Array.from(documentPoints(document, (part.l + part.r) / 2, (part.t + part.b) / 2));
  return stack.some((el) => within(el, lifted)) && stack.some((el) => !within(el, lifted) && !within(lifted, el));
};
const CHOICES = "a[href],button,input[type=submit],[role=menuitem],[role=link],[role=option]";
const MENU_CLASS = /(?:^|\s)dropdown-menu(?:\s|$)/;
const offers = (el, least) => Array.from(querySelectorAll(el, CHOICES)).length >= least;
// What a control has unfolded: the element it names, else the menu beside it.
const unfoldedBy = (el) => {
  if (attr(el, "aria-expanded") !== "true") return null;
  const id = (attr(el, "aria-controls") || attr(el, "data-bs-target") || attr(el, "data-target")).replace(/^#/, "");
  const beside = nextElement(el);
  if (id) return byId(rootNode(el), id);
  return beside && (attr(beside, "role") === "menu" || MENU_CLASS.test(classOf(beside))) ? beside : null;
};
// Menus are known by the name programmers gave them, where it is one; their labels change with the language.
const noteMenu = (panel, otherwise) => {
  const id = attr(panel, "id");
  note("menu", /^[a-z][a-z_-]{2,40}$/i.test(id) ? id : otherwise);
};
const noteMenus = (el, role, style, reach) => {
  const menu = role === "menu" || MENU_CLASS.test(classOf(el));
  if (menu && drawn(meet(reach, viewport)) && floats(el, style)) return note("menu", clean(read(el, false, null), 30));
  const panel = unfoldedBy(el);
  if (!panel || attr(panel, "role") === "listbox" || !offers(panel, 2) || !liesOver(panel)) return undefined;
  if (floats(panel, getComputedStyle(panel)) && (roleOf(panel, localName(panel)) === "menu" || MENU_CLASS.test(classOf(panel)))) return undefined;
  return noteMenu(panel, clean(read(panel, false, null), 30));
};
const landmark = (el, tag, role, style, reach) => {
  if (isDialog(el, tag, role, style)) {
    const body = drawn(reach) ? reach : reachOfChildren(el);
    if (!drawn(body) || attr(el, "aria-hidden") === "true") return "";
    const name = clean(titleOf(el, tag), 80);
    const large = area(meet(body, viewport)) >= 0.25 * area(viewport);
    if (large || modals.includes(el) || attr(el, "aria-modal") === "true") note("dialog", name);
    return name ? `dialog: ${name}` : "dialog";
  }
  noteMenus(el, role, style, reach);
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
  const like = (other) => !!other && localName(other) === tag && classOf(other) === kind;
  const next = nextElement(el);
  const previous = previousElement(el);
  return (like(next) && (like(previous) || like(nextElement(next)))) || (like(previous) && like(previousElement(previous)));
};
const CONTAINERS = new Set(["row", "listitem", "article", "group", "dialog", "alertdialog", "radiogroup"]);

// A row of headers only is no list item.
const isItem = (el, tag, role) =>
  (ITEM_TAGS.has(tag) || ITEM_ROLES.has(role) || repeats(el, tag)) &&
  !(tag === "tr" && querySelector(el, "th") && !querySelector(el, "td"));
const textRole = (role, style, ctx) => {
  if (TEXT_ROLES.has(role)) return role;
  if (INLINE.has(style.display) || (role === "" && /^(heading|listitem|cell)$/.test(ctx.text))) return ctx.text;
  return "text";
};
const enter = (el, tag, role, style, at, outer, ctx) => {
  const inner = descend(ctx, style);
  inner.faint = ctx.faint || Number(style.opacity) < 0.05;
  inner.seen = style.visibility === "visible" && !inner.faint;
  inner.flow = at ? inside(el, style, at, outer) : outer;
  inner.pointer = style.cursor === "pointer";
  inner.inert = ctx.inert || hasAttribute(el, "inert");
  inner.item = ctx.item || isItem(el, tag, role);
  inner.text = textRole(role, style, ctx);
  inner.far = at ? !drawn(meet(at, ahead)) && area(at) > 0 : ctx.far;
  inner.flat = at ? !drawn(at) : ctx.flat;
  if (tag === "form") {
    inner.inForm = true;
    inner.formInItem = ctx.item;
  }
  return inner;
};

const visitElement = (el, ctx) => {
  const tag = localName(el);
  if (SILENT.has(tag)) return undefined;
  const style = getComputedStyle(el);
  if (style.display === "none") return undefined;
  const boxless = style.display === "contents";
  const position = boxless ? "static" : style.position;
  if (style.scrollSnapType !== "none" && isWheel(el, style)) wheels.push(el);
  const outer = position === "fixed" || position === "absolute" ? regionFor(ctx, position) : ctx.flow;
  const at = boxless ? null : fromDom(rectOf(el));
  const reach = at ? meet(at, outer.hard) : rect(0, 0, 0, 0);
  const role = roleOf(el, tag);
  const inner = enter(el, tag, role, style, at, outer, ctx);
  const seen = inner.seen;
  const mark = seen ? landmark(el, tag, role, style, reach) : "";
  if (mark) inner.mark = mark;
  if (role === "heading" && seen && (boxless || drawn(reach))) noteHeading(el, tag, role, inner, inner.mark);

  const here = { el, tag, role, style, at, reach, outer, inner, ctx };
  if (showsPage(el, tag)) return visitFrame(here);
  const force = inner.inert ? 0 : strength(el, tag, role, style, ctx);
  const placed = position === "absolute" || position === "fixed";
  here.inline = INLINE.has(style.display) && tag !== "label" && !(NATIVE.has(tag) && seen) && !placed;
  if (!here.inline) flush(ctx.run);
  const graphic = GRAPHICS.has(tag);
  if (graphic && seen && PAINTED.has(tag) && drawn(meet(reach, viewport))) paint.push(meet(reach, viewport));
  const ghost = style.visibility === "visible" && tag === "input" && /^(checkbox|radio|file)$/.test(inputType(el));
  if (ghost && isTick(el)) {
    const { hidden, at } = standIn(el);
    if (!at || (hidden && ctx.control && TICKED.has(ctx.control.r))) return undefined; // a label, or what holds it, acts for it
    here.at = at;
    here.reach = meet(at, outer.hard);
    here.hidden = hidden;
  }
  if ((force || NATIVE.has(tag)) && (seen || ghost) && !(graphic && force === WEAK)) {
    return boxless || drawn(here.reach) || firstChild(el) || shadowOf(el) ? visitControl(here, force, ghost) : undefined;
  }
  const listed = seen && drawn(reach) && !ctx.control;
  if (graphic && listed) visitGraphic(here, force);
  if (tag === "svg" && listed && !inner.inert) visitParts(here);
  if (tag === "svg" || tag === "canvas" || tag === "video" || tag === "audio" || tag === "object") return undefined;
  const typed = listed && typedUnseen(el);
  if (typed || (listed && tag.includes("-"))) visitOpaque(here, typed);
  return visitContainer(here);
};

// Where a style sheet's text stands: what its element leaves free of the first child, or of the last.
const besideChild = (el, at, which) => {
  const all = childrenOf(el).filter((one) => nodeType(one) === 1);
  const child = which === "::before" ? all[0] : all[all.length - 1];
  const held = child ? fromDom(rectOf(child)) : at;
  const parts = which === "::before"
    ? [rect(at.l, at.t, at.r, held.t), rect(at.l, at.t, held.l, at.b), rect(held.r, at.t, at.r, at.b)]
    : [rect(at.l, held.b, at.r, at.b), rect(held.r, at.t, at.r, at.b), rect(at.l, at.t, held.l, at.b)];
  return parts.find((part) => part.r - part.l > 8 && part.b - part.t > 8) || at;
};
const visitGenerated = (el, which, ctx) => {
  if (!ctx.seen || ctx.flat || ctx.far) return;
  const text = generated(el, which);
  if (!text) return;
  const { run } = ctx;
  const at = besideChild(el, fromDom(rectOf(el)), which);
  if (!drawn(meet(at, ctx.flow.hard))) return;
  run.raw += text;
  if (!run.record) run.record = reserve(run.el, ctx.text, at, ctx, ctx.flow);
  run.own += text;
  run.at = join(run.at, at);
};
const children = (el, tag, style, inner, inline, run) => {
  if (style.contentVisibility === "hidden") return;
  inner.run = run;
  visitGenerated(el, "::before", inner);
  const closed = tag === "details" && !hasAttribute(el, "open");
  for (const child of childrenOf(el)) {
    if (closed && !(nodeType(child) === 1 && localName(child) === "summary")) continue;
    visit(child, inner);
  }
  visitGenerated(el, "::after", inner);
  if (!inline) flush(run);
};

const visitContainer = ({ el, tag, role, style, at, reach, outer, inner, ctx, inline }) => {
  const seen = inner.seen && !!at;
  const dialog = seen && isDialog(el, tag, role, style);
  const scrolls = seen && drawn(reach) && scrollable(el, style, at);
  let record = null;
  if (dialog || scrolls || (seen && drawn(reach) && (CONTAINERS.has(role) || tag === "fieldset"))) {
    const kind = dialog && role !== "alertdialog" ? "dialog" : role || (scrolls ? "region" : "group");
    record = reserve(el, kind, at, inner, outer);
    record.container = true;
    if (scrolls) record.f = ["scroll"];
    if (scrolls) record.w = scrollsAside(el, style);
    inner.parent = record.slot;
  }
  const own = inline && style.display !== "inline" && style.display !== "contents";
  const apart = tag === "br" || (own && !isLetter(contentOf(el) || ""));
  const space = () => {
    if (!apart) return;
    ctx.run.raw += " ";
    ctx.run.own += " ";
  };
  if (inner.seen && ACTIVE_CLASS.test(classOf(el)) && closest(el, ".steps,.stepper,.wizard")) {
    note("pick", "step", clean(read(el, false, null), 60));
  }
  space();
  children(el, tag, style, inner, inline, inline ? ctx.run : newRun(el));
  space();
  if (record) settleContainer(record, el, tag, role, dialog, scrolls);
};
// What a person calls a row by: a text or a link; not a button in it, nor a number, nor a link that is all of the row.
const names = (part, row) => {
  if (part.strength && part.r !== "link") return false;
  const [x, y] = [(row.at.l + row.at.r) / 2, (row.at.t + row.at.b) / 2];
  return !part.strength || !(part.at.l <= x && x <= part.at.r && part.at.t <= y && y <= part.at.b);
};
const settleContainer = (record, el, tag, role, dialog, scrolls) => {
  let controls = 0;
  let only = null;
  let first = "";
  let heading = "";
  let called = "";
  for (let i = record.slot + 1; i < out.length; i++) {
    const other = out[i];
    if (!other || other.container) continue;
    if (!called && names(other, record) && /\p{L}/u.test(other.t || other.a || "")) called = other.t || other.a;
    if (other.strength) {
      controls++;
      only = other;
    } else if (other.t) {
      first = first || other.t;
      if (other.r === "heading" || other.r === "rowheader" || attr(other.el, "scope") === "row") heading = heading || other.t;
    }
  }
  const name = dialog ? titleOf(el, tag) : nameOf(el, tag, "", false);
  if (!dialog && !scrolls && !(controls && (first || name) && (role !== "group" || name))) return drop(record);
  // A list item around one control of the same name says nothing that the control does not say.
  if (!dialog && !scrolls && controls === 1 && collapse(name || first) === collapse(only.a || only.t || "")) return drop(record);
  record.a = name || heading || (dialog || scrolls ? headingIn(el) : called || first);
  return undefined;
};
const drop = (record) => {
  out[record.slot] = null;
  for (let i = record.slot + 1; i < out.length; i++) if (out[i] && out[i].p === record.slot) out[i].p = record.p;
};
