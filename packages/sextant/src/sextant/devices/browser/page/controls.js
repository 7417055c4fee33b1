// ---- controls
const STRONG = 2;
const WEAK = 1;
const NATIVE = new Set(["button", "input", "select", "textarea"]);
const touchable = (el) => {
  const style = getComputedStyle(el);
  return style.display !== "none" && style.visibility === "visible" && drawn(fromDom(rectOf(el)));
};
const strength = (el, tag, role, style, ctx) => {
  if (NATIVE.has(tag)) return STRONG;
  if (WIDGETS.has(role)) return role === "option" && tag === "option" && ctx.closed ? 0 : STRONG;
  if (tag === "summary" || el.isContentEditable === true) return ctx.editing ? 0 : STRONG;
  if ((tag === "video" || tag === "audio") && hasAttribute(el, "controls")) return STRONG;
  if (tag === "label") {
    const target = controlOf(el);
    if (target && inputType(target) !== "hidden" && !(isTick(target) ? touchable(target) && standIn(target).at : touchable(target))) return STRONG;
  }
  if (el === body || el === root) return 0;
  if (ctx.control && ctx.control.strength === STRONG) return 0;
  if (hasAttribute(el, "onclick")) return WEAK;
  if (style.cursor === "pointer" && !ctx.pointer && tag !== "label") return WEAK;
  const tab = rawAttribute(el, "tabindex");
  const holds = LANDMARKS.has(role) || STRUCTURES.has(role) || role === "tabpanel" || role === "group";
  return tab !== null && Number(tab) >= 0 && !holds ? WEAK : 0;
};
const affordances = (el, tag, role, kind, states) => {
  const found = [];
  const disabled = states.includes("disabled");
  if (tag === "input" && kind === "file") return disabled ? [] : ["tap", "upload"];
  if (disabled) return found;
  found.push("tap");
  if (states.includes("editable")) found.push("type");
  if (tag === "select") found.push("select");
  return found;
};
const addressOf = (el) => {
  const address = el.href; // an SVG link's is an object
  return typeof address === "string" ? address : attr(el, "href");
};
// A button that does not say what it is for sends its form, unless it says that it only unfolds something.
const formOfButton = getter(HTMLButtonElement.prototype, "form");
const UNFOLDING = ["aria-expanded", "aria-haspopup", "popovertarget", "commandfor", "data-toggle", "data-bs-toggle"];
const buttonType = (el, role) => {
  const stated = attr(el, "type").toLowerCase();
  if (/^(submit|reset|button)$/.test(stated) || role !== "button" || !formOfButton(el)) return stated;
  return UNFOLDING.some((name) => hasAttribute(el, name)) ? "" : "submit";
};
// What Enter in a field presses: the first button in tree order that sends its form, also one that nobody sees (HTML,
// implicit submission). Nothing where that one is disabled.
const PRESSED = /^(submit|image|button|reset|color|file|range)$/;
const formOfInput = getter(HTMLInputElement.prototype, "form");
const SENDING = "button:not([type=button i],[type=reset i]),input[type=submit i],input[type=image i]";
const ownerOf = (el) => (localName(el) === "button" ? formOfButton(el) : formOfInput(el));
const defaults = new Map(); // by form
const pressedByEnter = (el) => {
  const form = formOfInput(el);
  if (!form) return null;
  if (!defaults.has(form)) {
    const home = rootNode(form);
    const all = nodeType(home) === 9 ? documentQueryAll(home, SENDING) : fragmentQueryAll(home, SENDING);
    defaults.set(form, Array.from(all).find((button) => ownerOf(button) === form) || null);
  }
  const button = defaults.get(form);
  return button && !matches(button, ":disabled") ? button : null;
};
const describeControl = (record, el, tag, role, ctx) => {
  let subject = record.subject || el;
  let kind = localName(subject) === "input" ? inputType(subject) : "";
  if (tag === "label" && !record.subject) {
    subject = controlOf(el);
    kind = localName(subject) === "input" ? inputType(subject) : "";
    record.r = role = roleOf(subject, localName(subject)) || "button";
  }
  const subjectTag = localName(subject);
  record.s = statesOf(subject, subjectTag, role, kind);
  record.f = record.inert ? [] : affordances(subject, subjectTag, role, kind, record.s);
  record.a = nameOf(subject, subjectTag, role, !FILLED.has(role) && !STRUCTURES.has(role) && el.isContentEditable !== true);
  record.i = tag === "button" ? buttonType(el, role) : kind;
  if (hasAttribute(el, "href")) record.u = cut(addressOf(el), 600);
  record.h = attr(subject, "placeholder") || attr(subject, "aria-placeholder") || attr(subject, "title");
  if (record.h === record.a && !labelText(subject, subjectTag) && !attr(subject, "placeholder")) record.h = "";
  record.icon = !record.a && !record.t && !record.h && !FILLED.has(role);
  if (record.icon) record.a = tooltipOf(el) || aroundOf(el);
  record.icon = record.icon && !record.a;
  if (record.icon) record.h = iconOf(el);
  record.v = valueOfControl(subject, subjectTag, role, kind);
  if (role === "combobox" && !NATIVE_FIELDS.has(subjectTag) && el.isContentEditable !== true) showChoice(subject, record);
  const typed = subjectTag === "input" || subjectTag === "textarea";
  if (typed && record.s.includes("password")) record.m = Array.from(valueOf[subjectTag](subject) || "").length;
  if (subjectTag === "input" && !PRESSED.test(kind)) record.enter = pressedByEnter(subject);
  if (record.s.includes("editable") || record.s.includes("readonly")) noteField(subject, kind, record, ctx);
};
// What programmers call the picture on a control that says nothing: `<use href="#icon-trash">`, `class="bi bi-trash"`.
// Classes of what draws nothing itself are of its frame: `border border-transparent`.
const pictures = (part) => {
  if (/^(svg|use|img|i)$/.test(localName(part))) return true;
  return [null, "::before", "::after"].some((which) => {
    const style = getComputedStyle(part, which);
    const mask = style.maskImage || "none";
    return style.backgroundImage !== "none" || mask !== "none" || (which !== null && !/^(none|normal|"")$/.test(style.content));
  }) || /icon|symbol/i.test(getComputedStyle(part).fontFamily);
};
// Fonts of pictures write a class of their own before the picture's name, with or without it as another class. Other
// classes of theirs, and endings of the name, say how it is drawn. None of these is a word of a page.
const ICON_FONT = new RegExp(
  "^(?:icons?-tabler|tabler-icon|el-icon|fa[bdlrs]?|ri|la[brs]?|mdi?|ti|icons?|ico|bi|bxs?|pi|ph|uil|ion|lucide|anticon|" +
    "glyphicon|octicon|codicon|feather|icofont|i-[a-z]+)[-:](?=[a-z])",
);
const DRAWN_AS =
  /^(?:solid|regular|light|thin|duotone|sharp|brands|fw|lg|sm|xs|xl|x?xl|small|medium|large|spin|pulse|inverse|border|stack|li|set|tabler|btn|button|only|wrapper|container|(?:fill|outline)(?:ed)?|line|bold|flip-\w+|rotate-\w+)$/;
const pictureOf = (kind, kinds) => {
  const own = ICON_FONT.exec(kind);
  const name = own ? kind.slice(own[0].length) : kinds.includes(kind.split("-")[0]) ? kind.replace(/^[^-]*-?/, "") : "";
  return DRAWN_AS.test(name) ? "" : name.replace(/(?:-(?:line|solid|(?:fill|outline)(?:ed)?|o|\d+))+$/, "");
};
// What a touch cannot bring up: the words that a page shows beside the pointer.
const tooltipOf = (el) => {
  const home = rootNode(el);
  const ids = attr(el, "aria-describedby").split(/\s+/).filter(Boolean).slice(0, 4);
  const tips = ids.map((id) => byId(home, id)).filter((tip) => tip && attr(tip, "role") === "tooltip");
  const told = ["data-tooltip", "data-bs-original-title", "data-original-title"].map((key) => collapse(attr(el, key)));
  return collapse(tips.map((tip) => read(tip, true, null)).join(" ")) || told.find((one) => /\p{L}/u.test(one)) || "";
};
// The label of what is around this one control: a wrapper, or the custom element that draws it.
const PRESSABLE = "a[href],button,input,select,textarea,summary,[onclick],[tabindex],[role=button],[role=link]";
const aroundOf = (el) => {
  for (let up = flatParent(el), way = 0; up && up !== body && nodeType(up) === 1 && way < 4; up = flatParent(up), way++) {
    const role = roleOf(up, localName(up));
    const shadow = shadowOf(up);
    const all = [querySelectorAll(up, PRESSABLE), ...(shadow ? [fragmentQueryAll(shadow, PRESSABLE)] : [])];
    const others = all.some((some) => Array.from(some).some((one) => one !== el && !within(one, el)));
    if (others || LANDMARKS.has(role) || STRUCTURES.has(role) || CONTAINERS.has(role)) return "";
    const label = collapse(attr(up, "aria-label"));
    if (label) return label;
    if (shadow) return ""; // what else its own parent holds may be in other shadows
  }
  return "";
};
const iconOf = (el) => {
  for (const part of [el, ...Array.from(querySelectorAll(el, "svg,use,i,span,img")).slice(0, 8)]) {
    const tag = localName(part);
    const kinds = classOf(part).split(/\s+/).filter(Boolean);
    const families = kinds.some((kind) => /[-:]/.test(kind)) && pictures(part) ? kinds.map((kind) => pictureOf(kind, kinds)) : [];
    const source = tag === "img" && !/^data:/.test(attr(part, "src")) ? attr(part, "src").split(/[?#]/)[0].split("/").pop() : "";
    const called = [
      tag === "use" ? (attr(part, "href") || attr(part, "xlink:href")).split("#").pop() : "",
      attr(part, "data-icon"),
      tag === "svg" ? attr(part, "data-testid") : "",
      ...families,
      source.replace(/\.\w+$/, ""),
    ];
    for (const one of called) {
      const words = one.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_]+/g, " ").toLowerCase().replace(/\bicons?\b/g, "").trim();
      if (/^[a-z][a-z ]{1,29}$/.test(words)) return `${collapse(words)} icon`;
    }
  }
  return "";
};
// What a combobox shows that is no field is its choice and not its name, unless it says that nothing is chosen yet.
const showChoice = (el, record) => {
  const empty = rawAttribute(el, "data-placeholder");
  const held = record.t ? null : querySelector(el, "[role=textbox]");
  if (empty === "" || (empty && collapse(empty) === record.t)) record.h = record.h || record.t;
  else record.v = record.t || record.v || (held && !NATIVE_FIELDS.has(localName(held)) ? read(held, false, null) : "");
  record.t = "";
};
const valueOfControl = (el, tag, role, kind) => {
  if (kind === "password" || isUnread(el)) return "";
  if (tag === "select") return selectedLabels(el);
  if (tag === "textarea") return valueOf.textarea(el) || "";
  if (tag === "input") {
    if (kind === "file") return Array.prototype.map.call(el.files || [], (file) => file.name).join(", ");
    return /^(checkbox|radio|submit|button|reset|image)$/.test(kind) ? "" : valueOf.input(el) || "";
  }
  if (el.isContentEditable === true || TYPING.has(role)) return el.innerText || "";
  return attr(el, "aria-valuetext") || attr(el, "aria-valuenow");
};

// A control: its own text is folded into it; a wrapper that only looks like one gives way to the control inside.
const visitControl = ({ el, tag, role, style, at, outer, inner, ctx, inline, hidden: unseen }, force, ghost) => {
  const record = reserve(el, role || (tag === "input" ? "textbox" : "generic"), at, inner, outer);
  record.strength = force;
  record.unseen = unseen;
  inner.parent = record.slot;
  inner.control = record;
  inner.editing = ctx.editing || el.isContentEditable === true;
  inner.text = "text";
  inner.closed = tag === "select" && role !== "listbox";
  const typed = tag === "input" || tag === "textarea" || tag === "select";
  const hidden = inner.editing && isUnread(el);
  if ((!typed || role === "listbox") && !hidden) children(el, tag, style, inner, false, newRun(el));
  let found = content(record);
  if (force === WEAK && found.nested === 1 && found.last.unseen && at && area(meet(found.last.at, at)) > 0.6 * area(at)) {
    record.subject = found.last.el; // wherever it is touched, that box to tick is
    record.r = found.last.r;
    out[found.last.slot] = null;
    found = content(record);
  }
  if (force === WEAK && found.nested && (!found.own || (covers(at) && !hasAttribute(el, "onclick")))) return drop(record);
  const holder = role === "listbox" || role === "combobox" || el.isContentEditable === true;
  const gives = force === STRONG && found.nested === 1 && !found.own && !holder;
  if (gives && !standsApart(el, at, found.last)) return giveWay(record, found.last, el, tag, role);
  if (!(found.nested && force === WEAK) && found.text.length <= LIMIT.label) {
    for (const i of found.places) out[i] = null;
    if (!typed) record.t = found.text;
  }
  record.at = at && area(at) > 1 ? filledBy(el, style, at) : found.bounds || at || rect(0, 0, 0, 0);
  if (inner.far && !typed) return passBy(record, el, role);
  describeControl(record, el, tag, record.r === "generic" ? "" : record.r, ctx);
  if (inner.editing && record.v) record.t = "";
  if (!inner.seen && !ghost && !found.text) return drop(record);
  if (force === WEAK && !found.text && !record.a && (covers(at) || found.nested)) return drop(record);
  if (inline && record.t) ctx.run.raw += ` ${record.t} `;
  if (record.s.includes("selected")) notePick(el, record);
  if (isChrome(record)) note("chrome", clean(record.a || record.t || "", 40));
  return undefined;
};
// Pictures and boxes in a line of text are as high as they are, however high the line's letters.
const boxesIn = (el) => {
  const found = [];
  for (const part of Array.from(querySelectorAll(el, "*")).slice(0, 12)) {
    const style = getComputedStyle(part);
    const boxed = /^inline-/.test(style.display) || (style.display === "inline" && PAINTED.has(localName(part)));
    const at = fromDom(rectOf(part));
    if (boxed && style.visibility === "visible" && drawn(at)) found.push(at);
  }
  return found;
};
// A link that runs over several lines: as many of them as it fills and has its middle on. It is touched in the middle.
const filledBy = (el, style, at) => {
  if (style.display !== "inline") return at;
  const held = boxesIn(el);
  const around = (piece) => held.filter((one) => one.l > piece.l - 2 && one.r < piece.r + 2).reduce(join, piece);
  const pieces = Array.from(method(Element.prototype, "getClientRects")(el), fromDom).slice(0, 12).map(around);
  if (pieces.length < 2) return pieces[0] || at;
  let best = null;
  for (let from = 0; from < pieces.length; from++) {
    let whole = null;
    let filled = 0;
    for (const piece of pieces.slice(from)) {
      whole = join(whole, piece);
      filled += area(piece);
      const [x, y] = [(whole.l + whole.r) / 2, (whole.t + whole.b) / 2];
      const hit = pieces.some((one) => one.l < x && x < one.r && one.t < y && y < one.b);
      if (hit && filled > 0.6 * area(whole) && (!best || area(whole) > area(best))) best = whole;
    }
  }
  return best || at;
};
const isChrome = (record) => record.r === "tab" || /^(navigation|banner)/.test(record.l);
// Too far away to be listed: only what identity needs of it.
const passBy = (record, el, role) => {
  out[record.slot] = null;
  const chosen = picked(el, role);
  if (!chosen && !isChrome(record)) return;
  record.t = clean(read(el, false, null), 60);
  if (chosen) notePick(el, record);
  if (isChrome(record)) note("chrome", clean(record.t, 40));
};
// What a control holds: texts of its own, and the controls in it.
const content = (record) => {
  const found = { nested: 0, last: null, text: "", own: "", bounds: null, places: [] };
  for (let i = record.slot + 1; i < out.length; i++) {
    const other = out[i];
    if (!other) continue;
    if (other.strength) {
      found.nested++;
      found.last = other;
    } else if (!other.container && other.t && !insideNested(other, record)) {
      found.places.push(i);
      found.text += ` ${other.t}`;
      found.own += ` ${other.own || ""}`;
      found.bounds = join(found.bounds, other.at);
    }
  }
  found.text = collapse(found.text);
  found.own = collapse(found.own);
  return found;
};
// A header that opens a menu and holds a link home: touched beside the link, it does something else.
const standsApart = (el, at, only) =>
  !!at && area(meet(only.at, at)) < 0.5 * area(at) && (hasAttribute(el, "aria-label") || hasAttribute(el, "aria-expanded"));
// `<li role=tab><a>`: the inner control stays and takes over what the outer one said about it.
const giveWay = (record, only, el, tag, role) => {
  if (/^(tab|menuitem|option|treeitem)/.test(record.r) && only.r !== record.r && only.r !== "checkbox") {
    only.r = record.r;
    for (const state of statesOf(el, tag, role, "")) if (!only.s.includes(state)) only.s.push(state);
    if (only.s.includes("selected")) notePick(only.el, only);
  }
  drop(record);
};
const insideNested = (other, record) => {
  for (let p = other.p; p !== null && p !== undefined && p > record.slot; p = out[p] ? out[p].p : null) {
    if (out[p] && out[p].strength) return true;
  }
  return false;
};
const covers = (at) => !!at && area(meet(at, viewport)) > 0.5 * area(viewport);

// ---- graphics, frames, opaque custom elements
const GRAPHICS = new Set(["img", "svg", "canvas", "video", "audio", "object", "embed", "progress", "meter"]);
const PAINTED = new Set(["img", "svg", "canvas", "video", "object", "embed"]);
const visitGraphic = ({ el, tag, role, style, at, outer, inner }, force) => {
  const name = nameOf(el, tag, role, false);
  if (tag === "canvas" && !name && style.pointerEvents === "none") return; // a ground that takes no touch
  const big = at.r - at.l >= 40 && at.b - at.t >= 40;
  if (!name && !big && !force && tag !== "canvas" && tag !== "progress" && tag !== "meter") return;
  const record = reserve(el, role || "image", at, inner, outer);
  record.a = name;
  if (force) {
    record.f = ["tap"];
    record.strength = WEAK;
    if (!name) record.h = iconOf(el);
  }
  if (tag === "progress" || tag === "meter") record.v = attr(el, "value") || attr(el, "aria-valuenow");
};
// Parts of a drawing that take a touch of their own: bars of a chart, countries of a map.
const PARTS = 300; // of a drawing that are looked at
const visitParts = ({ el, outer, inner }) => {
  let last = null;
  for (const part of Array.prototype.slice.call(querySelectorAll(el, "*"), 0, PARTS)) {
    if (last && within(part, last)) continue;
    const [tag, style] = [localName(part), getComputedStyle(part)];
    const role = roleOf(part, tag);
    const points = style.cursor === "pointer" && getComputedStyle(flatParent(part)).cursor !== "pointer";
    if (!(points || WIDGETS.has(role) || hasAttribute(part, "onclick"))) continue;
    const at = fromDom(rectOf(part));
    if (!shown(style) || !drawn(meet(at, outer.hard))) continue;
    const title = querySelector(part, "title");
    const record = reserve(part, role || "generic", at, inner, outer);
    record.a = nameOf(part, tag, role, true) || (title ? collapse(title.textContent || "") : "");
    record.s = statesOf(part, tag, role, "");
    record.f = record.s.includes("disabled") ? [] : ["tap"];
    record.strength = WEAK;
    last = part;
  }
};
// A custom element that shows nothing of its inside: a closed shadow root. What was typed into one may be private.
const typedUnseen = (el) => Object.hasOwn(globalThis, "sextantTypedUnseen") && globalThis.sextantTypedUnseen(el);
const visitOpaque = ({ el, tag, role, at, outer, inner }, typed) => {
  if (!typed && (shadowOf(el) || firstChild(el) || !matches(el, ":defined") || area(at) < 100)) return;
  const record = reserve(el, role || "generic", at, inner, outer);
  if (typed) record.s = ["password"];
  record.a = nameOf(el, tag, role, false);
  if (inner.inert) return;
  record.f = ["tap"];
  record.strength = WEAK;
};
const documentOf = getter(HTMLObjectElement.prototype, "contentDocument");
const typeOf = getter(Document.prototype, "contentType");
const windowOf = {
  iframe: getter(HTMLIFrameElement.prototype, "contentWindow"),
  frame: getter(HTMLFrameElement.prototype, "contentWindow"),
  object: getter(HTMLObjectElement.prototype, "contentWindow"),
};
// The position of its window among those of the document; -1 if there is none, or it is unknown.
const positionOf = (el, tag) => {
  const own = tag === "embed" ? null : windowOf[tag](el);
  for (let i = 0; i < Math.min(window.length, 200); i++) {
    if (own) {
      if (window[i] === own) return i;
      continue;
    }
    try {
      if (window[i].frameElement === el) return i;
    } catch { /* of another origin */ }
  }
  return -1;
};
// Whether an element shows a page. A drawing in an object is a picture.
const DRAWING = /^image\/|^data:image\/|\.svg(?:[?#]|$)/;
const showsPage = (el, tag) => {
  if (namespaceOf(el) !== HTML) return false;
  if (tag === "iframe" || tag === "frame") return true;
  if (tag === "embed") return positionOf(el, tag) >= 0 && !DRAWING.test(attr(el, "type"));
  if (tag !== "object" || !windowOf.object(el)) return false;
  const shown = documentOf(el);
  return shown ? !DRAWING.test(typeOf(shown)) : !DRAWING.test(attr(el, "type")) && !DRAWING.test(attr(el, "data"));
};
// Whether it is turned, mirrored or slanted: nothing in it is where its own pass says.
const isTurned = (el) => {
  for (let at = el; at && nodeType(at) === 1; at = flatParent(at)) {
    const style = getComputedStyle(at);
    if (style.rotate !== "none" || style.offsetPath !== "none" || /-/.test(style.scale)) return true;
    if (style.transform === "none") continue;
    const matrix = new DOMMatrixReadOnly(style.transform);
    if (!matrix.is2D || matrix.b !== 0 || matrix.c !== 0 || matrix.a < 0 || matrix.d < 0) return true;
  }
  return false;
};
const visitFrame = ({ el, tag, style, at, reach, outer, inner, ctx }) => {
  if (!inner.seen || !at || !drawn(reach)) return;
  flush(ctx.run);
  const record = reserve(el, "iframe", at, inner, outer);
  record.a = nameOf(el, "iframe", "", false);
  const scale = (at.r - at.l) / (el.offsetWidth || at.r - at.l);
  const pad = (side) => scale * ((parseFloat(style[`padding${side}`]) || 0) + (parseFloat(style[`border${side}Width`]) || 0));
  const room = rect(at.l + pad("Left"), at.t + pad("Top"), at.r - pad("Right"), at.b - pad("Bottom"));
  const src = cut(String((tag === "object" ? el.data : el.src) || ""), 600);
  const [position, clip] = [positionOf(el, tag), meet(room, outer.clip)];
  frames.push({ record, content: room, clip, position, name: attr(el, "name"), src, turned: isTurned(el) });
};

const visit = (node, ctx) => {
  if (++visited > LIMIT.nodes || ctx.depth > LIMIT.depth) {
    truncated = true;
    return;
  }
  const type = nodeType(node);
  if (type === 3) visitText(node, ctx);
  else if (type === 1) visitElement(node, ctx);
};
