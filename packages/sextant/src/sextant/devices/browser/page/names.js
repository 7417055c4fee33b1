// ---- accessible names (a subset of W3C accname 1.2)
const SILENT = new Set(
  "script style noscript template head title datalist meta link param source track".split(" "),
);
const NAMED_BY_CONTENT = new Set(
  ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
    "rowheader switch tab tooltip treeitem").split(" "),
);
// ---- texts that a person sees apart although no space is written between them
const APART = 0.22; // of the smaller letters' size: a narrow space
const OTHER_SIZE = 1.15;
const INLINE = new Set(["inline", "contents", "inline-block", "inline-flex", "inline-grid", "ruby", "ruby-text"]);
const range = document.createRange();
const edgeOf = (node, last) => {
  const data = dataOf(node);
  const pair = last ? /[\ud800-\udbff][\udc00-\udfff]$/.test(data) : /^[\ud800-\udbff][\udc00-\udfff]/.test(data);
  const far = pair ? 2 : 1;
  range.setStart(node, last ? data.length - far : 0);
  range.setEnd(node, last ? data.length : far);
  return fromDom(range.getBoundingClientRect());
};
const standApart = (one, other) => {
  const [before, after] = [dataOf(one), dataOf(other)];
  if (/\s$/.test(before) || /^\s/.test(after)) return false;
  const [a, b] = [edgeOf(one, true), edgeOf(other, false)];
  if (!(area(a) && area(b)) || a.b <= b.t || b.b <= a.t) return false; // not drawn, or one word that goes on in the next line
  const styles = [one, other].map((node) => getComputedStyle(flatParent(node)));
  const [size, next] = styles.map((style) => parseFloat(style.fontSize) || 1);
  if (Math.max(b.l - a.r, a.l - b.r) > APART * Math.min(size, next)) return true;
  if (Math.max(size, next) < OTHER_SIZE * Math.min(size, next)) return false;
  if (/\p{N}$/u.test(before) && /^\p{N}/u.test(after)) return true; // the cents behind a price
  if (styles.some((style) => /^(sub|super)$/.test(style.verticalAlign))) return false;
  return /[\p{L}\p{N}]{2}$/u.test(before) && /^[\p{L}\p{N}]{2}/u.test(after); // no initial
};
// Whether a box in a line of text holds one letter of a word: some are moved one by one.
const isLetter = (text) => /^\s*\p{L}\s*$/u.test(text);
const shown = (style) => style.display !== "none" && style.visibility === "visible";

const selectedLabels = (select) => {
  const found = [];
  for (const option of querySelectorAll(select, "option")) {
    if (option.selected) found.push(collapse(attr(option, "label") || option.textContent || ""));
    if (found.length >= 20) break;
  }
  return found.join(", ");
};
// Whether nobody should read what a field holds. Once private, it stays so: the agent remembers it, where there is one.
if (!agent && !Object.hasOwn(globalThis, "__sextantPrivate")) globalThis.__sextantPrivate = new WeakSet();
const privates = globalThis.__sextantPrivate;
const isMasked = (el) =>
  (/^(input|textarea)$/.test(localName(el)) || el.isContentEditable === true) &&
  (getComputedStyle(el).webkitTextSecurity || "none") !== "none";
const isUnread = (el) => {
  if (agent) return agent.isPrivate(el);
  if (isMasked(el) || (localName(el) === "input" && inputType(el) === "password")) privates.add(el);
  return privates.has(el);
};
const embedded = (el, tag) => {
  if (isUnread(el)) return "";
  if (tag === "select") return selectedLabels(el);
  if (tag === "textarea") return valueOf.textarea(el) || "";
  if (tag !== "input") return null;
  const kind = inputType(el);
  if (kind === "password" || kind === "hidden" || kind === "checkbox" || kind === "radio" || kind === "file") return "";
  return valueOf.input(el) || "";
};
// What a style sheet writes before or after an element's content. A font of pictures draws no words.
const generated = (el, which) => {
  const style = getComputedStyle(el, which);
  const content = style.content;
  if (!content || content === "none" || content === "normal" || style.display === "none") return "";
  if (style.visibility !== "visible" || Number(style.opacity) < 0.05 || /icon|symbol/i.test(style.fontFamily)) return "";
  const [drawnPart, spoken] = content.split(/ \/ (?=")/);
  // What stands in a function is no text: url("…") is a picture.
  const tokens = (spoken || drawnPart).matchAll(/"((?:[^"\\]|\\.)*)"|[\w-]{1,40}\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)/g);
  const parts = Array.from(tokens, (token) => (token[1] || "").replace(/\\(.)/g, "$1"));
  const text = parts.join("");
  if (!/[\p{L}\p{N}]/u.test(text)) return text.trim() ? " " : ""; // a mark between two texts
  return style.display === "inline" ? text : ` ${text} `;
};
// Text alternative of a node: what a screen reader would read of it. `even` reads hidden content, as references do.
const alternative = (node, tally, even, skip) => {
  if (tally.left-- <= 0 || node === skip) return "";
  const type = nodeType(node);
  if (type === 3) {
    const text = dataOf(node);
    const before = tally.last;
    if (text) tally.last = node;
    return before && text && standApart(before, node) ? ` ${text}` : text;
  }
  if (type !== 1) return "";
  const tag = localName(node);
  if (SILENT.has(tag)) return "";
  const style = getComputedStyle(node);
  if (!even && (style.display === "none" || attr(node, "aria-hidden") === "true")) return "";
  const label = collapse(attr(node, "aria-label"));
  if (label) return ` ${label} `;
  const pictured = tag === "img" || tag === "area" || (tag === "input" && inputType(node) === "image");
  if (pictured) return ` ${attr(node, "alt") || attr(node, "title")} `;
  if (tag === "br") return " ";
  const held = tally.depth > 0 ? embedded(node, tag) : null;
  if (held !== null) return ` ${held} `;
  if (tag === "svg") {
    const title = querySelector(node, "title");
    return title ? ` ${title.textContent || ""} ` : "";
  }
  if (!even && style.visibility !== "visible" && !firstChild(node)) return "";
  let text = generated(node, "::before");
  tally.depth++;
  for (const child of childrenOf(node)) {
    if (nodeType(child) === 3 && !even && style.visibility !== "visible") continue;
    text += alternative(child, tally, even, skip);
  }
  tally.depth--;
  text += generated(node, "::after");
  const seen = even || style.visibility === "visible";
  if (seen && !collapse(text) && attr(node, "title")) text = ` ${attr(node, "title")} `;
  const joined = style.display === "inline" || style.display === "contents" || (INLINE.has(style.display) && isLetter(text));
  return joined ? text : ` ${text} `;
};
const read = (node, even, skip) => collapse(alternative(node, { left: 400, depth: 0, last: null }, even, skip));
const referenced = (el, key, skip) => {
  const ids = attr(el, key).split(/\s+/).filter(Boolean).slice(0, 8);
  if (!ids.length) return "";
  const home = rootNode(el);
  const parts = [];
  for (const id of ids) {
    const target = home && (nodeType(home) === 9 || nodeType(home) === 11) ? byId(home, id) : null;
    if (target && !(skip && within(target, skip))) parts.push(collapse(attr(target, "aria-label")) || read(target, true, null));
  }
  return collapse(parts.join(" "));
};
const labelText = (el, tag) => {
  const get = labelsOf[tag];
  const found = get ? get(el) : null;
  if (!found || !found.length) return "";
  const parts = [];
  for (const label of Array.prototype.slice.call(found, 0, 4)) parts.push(read(label, false, el));
  return collapse(parts.join(" "));
};
const nativeName = (el, tag) => {
  switch (tag) {
    case "input": {
      const kind = inputType(el);
      if (kind === "submit" || kind === "button" || kind === "reset") {
        const usual = { submit: "Submit", reset: "Reset", button: "" }[kind];
        return labelText(el, tag) || collapse(valueOf.input(el) || "") || usual;
      }
      if (kind === "image") return attr(el, "alt") || labelText(el, tag) || attr(el, "title") || "Submit";
      return labelText(el, tag);
    }
    case "select":
    case "textarea":
    case "meter":
    case "progress":
      return labelText(el, tag);
    case "img":
    case "area":
      return attr(el, "alt");
    case "svg": {
      const title = querySelector(el, "title");
      return title ? collapse(title.textContent || "") : "";
    }
    case "fieldset":
      return firstOf(el, "legend");
    case "table":
      return firstOf(el, "caption");
    case "figure":
      return firstOf(el, "figcaption");
    default:
      return "";
  }
};
const firstOf = (el, tag) => {
  for (const child of listOf(el)) if (nodeType(child) === 1 && localName(child) === tag) return read(child, false, null);
  return "";
};
const nameOf = (el, tag, role, byContent) => {
  // What a combobox shows is its value: no name, even where it refers to itself.
  const chooses = role === "combobox";
  const labelled = referenced(el, "aria-labelledby", chooses ? el : null);
  const native = tag === "button" && chooses ? labelText(el, tag) : nativeName(el, tag);
  const given = labelled || collapse(attr(el, "aria-label")) || collapse(native);
  if (given) return given;
  if (byContent || NAMED_BY_CONTENT.has(role)) {
    const text = read(el, false, null);
    if (text) return text;
  }
  return collapse(attr(el, "title")) || collapse(attr(el, "placeholder") || attr(el, "aria-placeholder"));
};

// ---- states
const deepActive = () => {
  let at = getter(Document.prototype, "activeElement")(document);
  while (at && shadowOf(at)) {
    const inner = getter(ShadowRoot.prototype, "activeElement")(shadowOf(at));
    if (!inner) break;
    at = inner;
  }
  return at === body || at === root ? null : at;
};
const active = deepActive();
const ACTIVE_CLASS = /(?:^|\s)(?:(?:is-)?(?:active|selected|current)|current-menu-item)(?:\s|$)/;
const GROUPED =
  "nav,[role=navigation],[role=tablist],[role=menu],.nav,.navbar,.tabs,.nav-tabs,.menu,.pagination,.steps,.stepper,.wizard";
const picked = (el, role) => {
  const selected = attr(el, "aria-selected");
  if (selected) return selected === "true";
  const current = attr(el, "aria-current");
  if (current) return current !== "false";
  if (role !== "link" && role !== "tab" && role !== "button") return false;
  const up = parentNode(el);
  if (!up || nodeType(up) !== 1) return false;
  const marked = ACTIVE_CLASS.test(classOf(el)) || (localName(up) === "li" && ACTIVE_CLASS.test(classOf(up)));
  return marked && !!closest(up, GROUPED);
};
const statesOf = (el, tag, role, kind) => {
  const states = [];
  const aria = (key) => attr(el, key).toLowerCase();
  if (kind === "checkbox" || kind === "radio") {
    states.push(el.indeterminate === true ? "mixed" : el.checked === true ? "checked" : "unchecked");
  } else if (hasAttribute(el, "aria-checked")) { // a role alone does not tell how it is set
    const checked = aria("aria-checked");
    states.push(checked === "true" ? "checked" : checked === "mixed" ? "mixed" : "unchecked");
  }
  if (aria("aria-disabled") === "true" || matches(el, ":disabled")) states.push("disabled");
  const open = tag === "summary" && nodeType(parentNode(el)) === 1 && hasAttribute(parentNode(el), "open");
  if (open || aria("aria-expanded") === "true") states.push("expanded");
  if (el === active) states.push("focused");
  const invalid = aria("aria-invalid");
  const wrong = (invalid && invalid !== "false") || /(?:^|\s)is-invalid(?:\s|$)/.test(classOf(el));
  if (wrong || matches(el, ":user-invalid")) states.push("invalid");
  const pressed = { true: "pressed", mixed: "mixed", false: "unpressed" }[aria("aria-pressed")];
  if (pressed) states.push(pressed);
  const field = (tag === "input" && (TEXT_ENTRY.has(kind) || PICKED.has(kind))) || tag === "textarea";
  const readonly = aria("aria-readonly") === "true" || (field && hasAttribute(el, "readonly"));
  if (readonly) states.push("readonly");
  const fillable = field || tag === "select" || kind === "checkbox" || kind === "radio";
  if (aria("aria-required") === "true" || (fillable && hasAttribute(el, "required"))) states.push("required");
  if (isUnread(el) || kind === "password") states.push("password");
  if (picked(el, role)) states.push("selected");
  const takesText = field || el.isContentEditable === true || TYPING.has(role);
  if (takesText && !readonly && !states.includes("disabled")) states.push("editable");
  return states;
};
const testIdOf = (el) => {
  for (const key of ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"]) {
    const found = rawAttribute(el, key);
    if (found) return cut(found.toWellFormed(), 120);
  }
  return "";
};
