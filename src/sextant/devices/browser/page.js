// One pass over one frame: what a person could see and touch, in document order, as one JSON string.
//
// Evaluated in an isolated world of the frame. It never changes the page and never throws: a failure is a result
// with `error`. Boxes are CSS pixels of the frame's layout viewport; `assemble` moves them to the device's frame.
// Built-ins are called through their prototypes, because a form or document with a child named `children`, `title`
// or `parentNode` answers with that child instead (DOM clobbering reaches isolated worlds, too).
(options) => {
  "use strict";
  const LIMIT = Object.assign(
    { nodes: 20000, elements: 1500, depth: 600, text: 1200, label: 300, ahead: 5, skeleton: 300 },
    options || {},
  );

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
  const querySelector = method(Element.prototype, "querySelector");
  const querySelectorAll = method(Element.prototype, "querySelectorAll");
  const documentQueryAll = method(Document.prototype, "querySelectorAll");
  const documentPoint = method(Document.prototype, "elementFromPoint");
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
  const MEANINGFUL = /[\p{L}\p{N}\p{S}]/u;

  // ---------------------------------------------------------------- rectangles {l, t, r, b}
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
    return {
      clip: viewport,
      hard: rect(
        still("overflowX") ? viewport.l : leftmost,
        still("overflowY") ? viewport.t : -y,
        still("overflowX") ? viewport.r : leftmost + wide,
        still("overflowY") ? viewport.b : -y + high,
      ),
      extent: [
        still("overflowY") ? 0 : Math.max(0, y),
        still("overflowY") ? 0 : Math.max(0, high - clientHeight(root) - y),
        still("overflowX") ? 0 : Math.max(0, x - leftmost - x),
        still("overflowX") ? 0 : Math.max(0, wide - clientWidth(root) - x),
      ].map(round),
    };
  };

  // ---------------------------------------------------------------- roles
  const ROLES = {
    article: "article", aside: "complementary", button: "button", canvas: "canvas", dd: "definition", details: "group",
    dialog: "dialog", dt: "term", fieldset: "group", figure: "figure", footer: "contentinfo", h1: "heading",
    h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", header: "banner", iframe: "iframe",
    img: "image", li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list",
    optgroup: "group", option: "option", output: "status", progress: "progressbar", search: "search",
    summary: "button", svg: "image", table: "table", td: "cell", textarea: "textbox", th: "columnheader", tr: "row",
    ul: "list", video: "video", audio: "audio", embed: "document", object: "document", picture: "", caption: "caption",
    blockquote: "blockquote", code: "code", pre: "code", time: "time", legend: "legend", figcaption: "caption",
  };
  const INPUT_ROLES = {
    button: "button", checkbox: "checkbox", color: "button", email: "textbox", file: "button", image: "button",
    number: "spinbutton", radio: "radio", range: "slider", reset: "button", search: "searchbox", submit: "button",
  };
  const KNOWN = new Set(
    ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
      "complementary contentinfo definition dialog document feed figure form grid gridcell group heading image img link list " +
      "listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note " +
      "option progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider " +
      "spinbutton status switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem none " +
      "presentation generic").split(" "),
  );
  const WIDGETS = new Set(
    ("button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton " +
      "switch tab textbox treeitem").split(" "),
  );
  const FILLED = new Set(["combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox"]); // content is value, not name
  const TYPING = new Set(["textbox", "searchbox", "spinbutton"]);
  const LANDMARKS = new Set(
    ["banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search", "dialog", "alertdialog"],
  );
  const SECTIONING = new Set(["article", "aside", "main", "nav", "section"]);
  const TEXT_ENTRY = new Set(["", "text", "email", "number", "password", "search", "tel", "url"]);
  const PICKED = new Set(["date", "datetime-local", "month", "week", "time"]);

  const inputType = (el) => {
    const kind = attr(el, "type").toLowerCase();
    return kind in INPUT_ROLES || TEXT_ENTRY.has(kind) || PICKED.has(kind) || kind === "hidden" ? kind : "";
  };
  const stated = (el) => {
    const given = rawAttribute(el, "role");
    if (!given) return "";
    for (const token of given.toLowerCase().split(/\s+/)) if (KNOWN.has(token)) return token === "img" ? "image" : token;
    return "";
  };
  const nearSection = (el) => {
    for (let up = parentNode(el); up && nodeType(up) === 1; up = parentNode(up)) if (SECTIONING.has(localName(up))) return true;
    return false;
  };
  const implicit = (el, tag) => {
    switch (tag) {
      case "a":
      case "area":
        return hasAttribute(el, "href") ? "link" : "";
      case "input": {
        const kind = inputType(el);
        return INPUT_ROLES[kind] || (hasAttribute(el, "list") ? "combobox" : "textbox");
      }
      case "select":
        return hasAttribute(el, "multiple") || Number(attr(el, "size")) > 1 ? "listbox" : "combobox";
      case "section":
        return hasAttribute(el, "aria-label") || hasAttribute(el, "aria-labelledby") ? "region" : "";
      case "form":
        return hasAttribute(el, "aria-label") || hasAttribute(el, "aria-labelledby") ? "form" : "";
      case "header":
      case "footer":
        return nearSection(el) ? "" : ROLES[tag];
      default:
        return ROLES[tag] || "";
    }
  };
  const roleOf = (el, tag) => {
    const given = stated(el);
    return given && given !== "none" && given !== "presentation" && given !== "generic" ? given : given ? "" : implicit(el, tag);
  };

  // ---------------------------------------------------------------- the flat tree
  const childrenOf = (el) => {
    const shadow = shadowOf(el);
    if (shadow) return listOf(shadow);
    if (localName(el) === "slot" && el instanceof HTMLSlotElement) {
      const given = assigned(el, { flatten: true });
      return given.length ? given : listOf(el);
    }
    return listOf(el);
  };
  const listOf = (node) => {
    const found = [];
    for (let child = firstChild(node); child; child = nextSibling(child)) found.push(child);
    return found;
  };
  const flatParent = (node) => {
    const slot = nodeType(node) === 1 ? slotOf(node) : nodeType(node) === 3 ? textSlotOf(node) : null;
    if (slot) return slot;
    const up = parentNode(node);
    return up && nodeType(up) === 11 ? up.host || null : up;
  };
  const within = (node, ancestor) => {
    for (let at = node, steps = 0; at && steps < 2000; at = flatParent(at), steps++) if (at === ancestor) return true;
    return false;
  };

  // ---------------------------------------------------------------- accessible names (a subset of W3C accname 1.2)
  const SILENT = new Set(["script", "style", "noscript", "template", "head", "title", "datalist", "meta", "link", "param", "source", "track"]);
  const NAMED_BY_CONTENT = new Set(
    ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
      "rowheader switch tab tooltip treeitem").split(" "),
  );
  const shown = (style) => style.display !== "none" && style.visibility === "visible";

  const selectedLabels = (select) => {
    const found = [];
    for (const option of querySelectorAll(select, "option")) {
      if (option.selected) found.push(collapse(attr(option, "label") || option.textContent || ""));
      if (found.length >= 20) break;
    }
    return found.join(", ");
  };
  const embedded = (el, tag) => {
    if (tag === "select") return selectedLabels(el);
    if (tag === "textarea") return valueOf.textarea(el) || "";
    if (tag !== "input") return null;
    const kind = inputType(el);
    if (kind === "password" || kind === "hidden" || kind === "checkbox" || kind === "radio" || kind === "file") return "";
    return valueOf.input(el) || "";
  };
  // Text alternative of a node: what a screen reader would read of it. `even` reads hidden content, as references do.
  const alternative = (node, tally, even, skip) => {
    if (tally.left-- <= 0 || node === skip) return "";
    const type = nodeType(node);
    if (type === 3) return dataOf(node);
    if (type !== 1) return "";
    const tag = localName(node);
    if (SILENT.has(tag)) return "";
    const style = getComputedStyle(node);
    if (!even && (style.display === "none" || attr(node, "aria-hidden") === "true")) return "";
    const label = collapse(attr(node, "aria-label"));
    if (label) return ` ${label} `;
    if (tag === "img" || tag === "area" || (tag === "input" && inputType(node) === "image")) return ` ${attr(node, "alt") || attr(node, "title")} `;
    if (tag === "br") return " ";
    const held = tally.depth > 0 ? embedded(node, tag) : null;
    if (held !== null) return ` ${held} `;
    if (tag === "svg") {
      const title = querySelector(node, "title");
      return title ? ` ${title.textContent || ""} ` : "";
    }
    if (!even && style.visibility !== "visible" && !firstChild(node)) return "";
    let text = "";
    tally.depth++;
    for (const child of childrenOf(node)) {
      if (nodeType(child) === 3 && !even && style.visibility !== "visible") continue;
      text += alternative(child, tally, even, skip);
    }
    tally.depth--;
    if (!collapse(text) && attr(node, "title")) text = attr(node, "title");
    return style.display === "inline" || style.display === "contents" ? text : ` ${text} `;
  };
  const read = (node, even, skip) => collapse(alternative(node, { left: 400, depth: 0 }, even, skip));
  const referenced = (el, key) => {
    const ids = attr(el, key).split(/\s+/).filter(Boolean).slice(0, 8);
    if (!ids.length) return "";
    const home = rootNode(el);
    const parts = [];
    for (const id of ids) {
      const target = home && (nodeType(home) === 9 || nodeType(home) === 11) ? byId(home, id) : null;
      if (target) parts.push(collapse(attr(target, "aria-label")) || read(target, true, null));
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
          return labelText(el, tag) || collapse(valueOf.input(el) || "") || { submit: "Submit", reset: "Reset", button: "" }[kind];
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
    const given = referenced(el, "aria-labelledby") || collapse(attr(el, "aria-label")) || collapse(nativeName(el, tag));
    if (given) return given;
    if (byContent || NAMED_BY_CONTENT.has(role)) {
      const text = read(el, false, null);
      if (text) return text;
    }
    return collapse(attr(el, "title")) || collapse(attr(el, "placeholder") || attr(el, "aria-placeholder"));
  };

  // ---------------------------------------------------------------- states
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
  const ACTIVE_CLASS = /(?:^|\s)(?:active|is-active|selected|is-selected|current|is-current|current-menu-item)(?:\s|$)/;
  const GROUPED = "nav,[role=navigation],[role=tablist],[role=menu],.nav,.navbar,.tabs,.nav-tabs,.menu,.pagination,.btn-group,.steps,.stepper";
  const picked = (el, role) => {
    const selected = attr(el, "aria-selected");
    if (selected) return selected === "true";
    const current = attr(el, "aria-current");
    if (current) return current !== "false";
    if (role !== "link" && role !== "tab" && role !== "button") return false;
    const up = parentNode(el);
    const marked = ACTIVE_CLASS.test(classOf(el)) || (up && nodeType(up) === 1 && localName(up) === "li" && ACTIVE_CLASS.test(classOf(up)));
    return !!marked && !!up && nodeType(up) === 1 && !!Element.prototype.closest.call(up, GROUPED);
  };
  const statesOf = (el, tag, role, kind) => {
    const states = [];
    const aria = (key) => attr(el, key).toLowerCase();
    if (kind === "checkbox" || kind === "radio") states.push(el.indeterminate === true ? "mixed" : el.checked === true ? "checked" : "unchecked");
    else if (/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role) || hasAttribute(el, "aria-checked")) {
      const checked = aria("aria-checked");
      states.push(checked === "true" ? "checked" : checked === "mixed" ? "mixed" : "unchecked");
    }
    if (aria("aria-disabled") === "true" || matches(el, ":disabled")) states.push("disabled");
    if (aria("aria-expanded") === "true" || (tag === "summary" && parentNode(el) && hasAttribute(parentNode(el), "open"))) states.push("expanded");
    if (el === active) states.push("focused");
    const invalid = aria("aria-invalid");
    if ((invalid && invalid !== "false") || /(?:^|\s)is-invalid(?:\s|$)/.test(classOf(el)) || matches(el, ":user-invalid")) states.push("invalid");
    if (aria("aria-pressed") === "true") states.push("pressed");
    const field = (tag === "input" && (TEXT_ENTRY.has(kind) || PICKED.has(kind))) || tag === "textarea";
    const readonly = aria("aria-readonly") === "true" || (field && hasAttribute(el, "readonly"));
    if (readonly) states.push("readonly");
    if (aria("aria-required") === "true" || ((field || tag === "select" || kind === "checkbox" || kind === "radio") && hasAttribute(el, "required"))) states.push("required");
    if (kind === "password") states.push("password");
    if (picked(el, role)) states.push("selected");
    if (!readonly && !states.includes("disabled") && (field || el.isContentEditable === true || TYPING.has(role))) states.push("editable");
    return states;
  };
  const testIdOf = (el) => {
    for (const key of ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"]) {
      const found = rawAttribute(el, key);
      if (found) return cut(found.toWellFormed(), 120);
    }
    return "";
  };

  // ---------------------------------------------------------------- the walk
  const out = []; // records in document order; null where one was dropped
  const nodes = []; // local id -> element, kept for NODE_JS
  const frames = [];
  const skeleton = []; // whole-document facts for screen identity, independent of scrolling
  const page = pageRegion();
  const range = document.createRange();
  const modals = Array.prototype.slice.call(documentQueryAll(document, ":modal"), 0, 8);
  let visited = 0;
  let truncated = false;
  let drawnText = 0;
  let paint = []; // large graphics, for `empty_hierarchy`

  const note = (...entry) => {
    if (skeleton.length < LIMIT.skeleton) skeleton.push(entry);
  };
  const reserve = (el, role, at, ctx) => {
    const record = { el, r: role, at, region: ctx.flow, p: ctx.parent, l: ctx.mark, f: [], s: [], item: ctx.item, inert: ctx.inert };
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
      if (target && inputType(target) !== "hidden" && !touchable(target)) return STRONG;
    }
    if (el === body || el === root) return 0;
    if (hasAttribute(el, "onclick")) return WEAK;
    if (style.cursor === "pointer" && !ctx.pointer && tag !== "label") return WEAK;
    const tab = rawAttribute(el, "tabindex");
    return tab !== null && Number(tab) >= 0 && !LANDMARKS.has(role) && role !== "tabpanel" && role !== "group" ? WEAK : 0;
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
  const describeControl = (record, el, tag, role) => {
    let subject = el;
    let kind = tag === "input" ? inputType(el) : "";
    if (tag === "label") {
      subject = controlOf(el);
      kind = localName(subject) === "input" ? inputType(subject) : "";
      record.r = role = roleOf(subject, localName(subject)) || "button";
    }
    const subjectTag = localName(subject);
    record.s = statesOf(subject, subjectTag, role, kind);
    record.f = record.inert ? [] : affordances(subject, subjectTag, role, kind, record.s);
    record.a = nameOf(subject, subjectTag, role, !FILLED.has(role));
    record.i = tag === "button" ? attr(el, "type").toLowerCase() : kind;
    if (hasAttribute(el, "href")) record.u = cut(String(el.href && el.href.baseVal !== undefined ? el.href.baseVal : el.href || attr(el, "href")), 600);
    record.h = attr(subject, "placeholder") || attr(subject, "aria-placeholder") || attr(subject, "title");
    if (record.h === record.a && !labelText(subject, subjectTag) && !attr(subject, "placeholder")) record.h = "";
    record.v = valueOfControl(subject, subjectTag, role, kind);
    if (subjectTag === "select") note("F", "select", attr(subject, "name") || record.a);
    else if (subjectTag === "textarea" || (subjectTag === "input" && !/^(submit|button|reset|image)$/.test(kind))) {
      note("F", kind || "text", attr(subject, "name") || record.a);
    } else if (record.s.includes("editable")) note("F", role, record.a);
  };
  const valueOfControl = (el, tag, role, kind) => {
    if (kind === "password") return "";
    if (tag === "select") return selectedLabels(el);
    if (tag === "textarea") return valueOf.textarea(el) || "";
    if (tag === "input") {
      if (kind === "file") return Array.prototype.map.call(el.files || [], (file) => file.name).join(", ");
      return /^(checkbox|radio|submit|button|reset|image)$/.test(kind) ? "" : valueOf.input(el) || "";
    }
    if (el.isContentEditable === true || TYPING.has(role)) return el.innerText || "";
    return attr(el, "aria-valuetext") || attr(el, "aria-valuenow");
  };

  // ---- elements
  const OVERLAY_CLASS = /(?:^|[\s_-])(?:modal|dialog|lightbox|popup|drawer|offcanvas)(?:$|[\s_-])/i;
  const isDialog = (el, tag, role, style) =>
    role === "dialog" || role === "alertdialog" || tag === "dialog" ||
    (style.position === "fixed" && tag !== "button" && OVERLAY_CLASS.test(classOf(el)) && !/backdrop|overlay/i.test(classOf(el)));
  const headingIn = (el) => {
    const found = querySelector(el, "h1,h2,h3,h4,h5,h6,[role=heading],.modal-title");
    return found ? read(found, false, null) : "";
  };
  const landmark = (el, tag, role, style, ctx, reach) => {
    if (isDialog(el, tag, role, style)) {
      if (!drawn(reach) && !querySelector(el, "*")) return "";
      const name = clean(nameOf(el, tag, "", false) || headingIn(el), 80);
      note("D", name);
      return name ? `dialog: ${name}` : "dialog";
    }
    if (!LANDMARKS.has(role)) return "";
    const name = clean(referenced(el, "aria-labelledby") || attr(el, "aria-label"), 80);
    if (drawn(reach)) note("L", role, name);
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
      form: ctx.form || tag === "form",
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
    if (tag === "h1" || (role === "heading" && attr(el, "aria-level") === "1")) {
      if (seen && (boxless || drawn(reach))) note("H", clean(read(el, false, null), 160));
    }
    if (role === "columnheader" && seen && drawn(reach)) note("T", clean(read(el, false, null), 40));

    const here = { ...inner, flow: outer };
    if (tag === "iframe" || tag === "frame") return visitFrame(el, style, at, reach, here, seen);
    const force = inner.inert ? 0 : strength(el, tag, role, style, ctx);
    const inline = INLINE.has(style.display) && tag !== "label" && !(NATIVE.has(tag) && seen) && (!at || style.position === "static" || style.position === "relative");
    if (!inline) flush(ctx.run);
    if ((force || NATIVE.has(tag)) && (seen || ghost || ctx.hasShownDescendants)) {
      if (boxless || drawn(reach) || firstChild(el) || shadowOf(el)) return visitControl(el, tag, role, style, at, reach, here, inner, ctx, force, seen || ghost, inline);
      return undefined;
    }
    if (seen && at && drawn(reach) && !ctx.control && GRAPHICS.has(tag)) visitGraphic(el, tag, role, at, here);
    else if (GRAPHICS.has(tag) && seen && at && drawn(meet(reach, viewport))) paint.push(meet(reach, viewport));
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

  // A control: its own text is folded into it; a wrapper that only looks like one gives way to the control inside.
  const visitControl = (el, tag, role, style, at, reach, here, inner, ctx, force, seen, inline) => {
    const record = reserve(el, role || (tag === "input" ? "textbox" : "generic"), at, here);
    record.strength = force;
    inner.parent = record.slot;
    inner.control = record;
    inner.editing = ctx.editing || el.isContentEditable === true;
    inner.text = "text";
    inner.closed = tag === "select" && role !== "listbox";
    const typed = tag === "input" || tag === "textarea" || tag === "select";
    if (!typed || role === "listbox") children(el, tag, style, inner, false, newRun(el));
    let nested = 0;
    let text = "";
    let own = "";
    let bounds = null;
    const texts = [];
    for (let i = record.slot + 1; i < out.length; i++) {
      const other = out[i];
      if (!other) continue;
      if (other.strength) {
        nested++;
        record.last = other;
      } else if (!other.container && other.t && !insideNested(other, record)) {
        texts.push(i);
        text += ` ${other.t}`;
        own += ` ${other.own || ""}`;
        bounds = join(bounds, other.at);
      }
    }
    own = collapse(own);
    if (force === WEAK && nested && (!own || !hasAttribute(el, "onclick")) && (!own || covers(at))) return drop(record);
    if (force === STRONG && nested === 1 && !own && !el.isContentEditable && role !== "listbox" && role !== "combobox") {
      const only = record.last;
      if (/^(tab|menuitem|option|treeitem)/.test(record.r) && only.r !== record.r && only.r !== "checkbox") {
        only.r = record.r;
        const states = statesOf(el, tag, role, "");
        for (const state of states) if (!only.s.includes(state)) only.s.push(state);
      }
      return drop(record);
    }
    text = collapse(text);
    if (!(nested && force === WEAK) && text.length <= LIMIT.label) {
      for (const i of texts) out[i] = null;
      record.t = text;
    }
    record.at = at && area(at) > 1 ? at : bounds || at || rect(0, 0, 0, 0);
    describeControl(record, el, tag, record.r === "generic" ? "" : record.r);
    if (record.el !== el || typed) record.t = tag === "label" ? record.t : "";
    if (inner.editing && record.v && record.t) record.t = "";
    if (!seen && !text) return drop(record);
    if (force === WEAK && !text && !record.a && (covers(at) || nested)) return drop(record);
    if (inline && record.t) ctx.run.raw += ` ${record.t} `;
    if (record.s.includes("selected") && !/^(option|row|gridcell|treeitem)$/.test(record.r)) note("S", record.r, clean(record.t || record.a || "", 60), record.item ? 1 : 0);
    if (!ctx.item) note("A", record.r, clean(record.a || record.t || "", 60), record.l || "");
    return undefined;
  };
  const insideNested = (other, record) => {
    for (let p = other.p; p !== null && p !== undefined && p > record.slot; p = out[p] ? out[p].p : null) if (out[p] && out[p].strength) return true;
    return false;
  };
  const covers = (at) => !!at && area(meet(at, viewport)) > 0.5 * area(viewport);

  // ---- graphics, frames, opaque custom elements
  const GRAPHICS = new Set(["img", "svg", "canvas", "video", "audio", "object", "embed", "progress", "meter"]);
  const OPAQUE = { has: (tag) => tag.includes("-") };
  const visitGraphic = (el, tag, role, at, ctx) => {
    const onScreen = meet(at, viewport);
    if (drawn(onScreen) && /^(img|svg|canvas|video|object|embed)$/.test(tag)) paint.push(onScreen);
    const name = nameOf(el, tag, role, false);
    const big = at.r - at.l >= 40 && at.b - at.t >= 40;
    if (!name && !big && tag !== "canvas" && tag !== "progress" && tag !== "meter") return;
    const record = reserve(el, role || "image", at, ctx);
    record.a = name;
    record.graphic = true;
    if (tag === "progress" || tag === "meter") record.v = hasAttribute(el, "value") ? attr(el, "value") : attr(el, "aria-valuenow");
  };
  const visitOpaque = (el, tag, role, at, ctx) => {
    if (shadowOf(el) || firstChild(el) || !matches(el, ":defined") || area(at) < 100) return;
    const record = reserve(el, role || "generic", at, ctx);
    record.a = nameOf(el, tag, role, false);
    record.f = ["tap"];
    record.strength = WEAK;
  };
  const visitFrame = (el, style, at, reach, ctx, seen) => {
    if (!seen || !at || !drawn(reach)) return;
    flush(ctx.run);
    const record = reserve(el, "iframe", at, ctx);
    record.a = nameOf(el, "iframe", "", false);
    const bordered = at.r - at.l > 0 ? (at.r - at.l) / (el.offsetWidth || at.r - at.l) : 1;
    const pad = (side) => (parseFloat(style[`padding${side}`]) || 0) + (parseFloat(style[`border${side}Width`]) || 0);
    const content = rect(at.l + pad("Left") * bordered, at.t + pad("Top") * bordered, at.r - pad("Right") * bordered, at.b - pad("Bottom") * bordered);
    let position = -1;
    for (let i = 0; i < Math.min(window.length, 200); i++) if (window[i] === el.contentWindow) position = i;
    frames.push({ record, content, clip: meet(content, ctx.flow.clip), position, name: attr(el, "name"), src: cut(String(el.src || ""), 600) });
  };

  const visit = (node, ctx) => {
    if (++visited > LIMIT.nodes || ctx.depth > LIMIT.depth) {
      truncated = true;
      return;
    }
    const type = nodeType(node);
    if (type === 3) visitText(node, ctx);
    else if (type === 1) visitElement(node, ctx, ctx.depth);
  };

  // ---------------------------------------------------------------- what receives a touch
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
    if (within(el, hit) && (!record.strength || getComputedStyle(el).pointerEvents === "none" || getComputedStyle(el).display === "contents")) return true;
    if (record.strength) {
      const label = Element.prototype.closest.call(hit, "label");
      if (label && (controlOf(label) === el || within(el, label))) return true;
      return getComputedStyle(el).pointerEvents === "none" && !lifted(hit, el);
    }
    if (getComputedStyle(el).pointerEvents === "none") return !lifted(hit, el);
    return !hides(hit, el);
  };
  const judge = (record) => {
    const inView = meet(meet(record.at, record.region.clip), viewport);
    if (!drawn(inView)) return "offscreen";
    if (modals.length && !modals.some((modal) => within(record.el, modal))) return "covered";
    const x = (share) => inView.l + share * (inView.r - inView.l);
    const y = (share) => inView.t + share * (inView.b - inView.t);
    const clipped = area(inView) < 0.98 * area(record.at) ? "clipped" : "visible";
    if (record.inert || (record.container && !record.strength && !record.f.length)) return clipped;
    const tries = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.2], [0.5, 0.8]];
    for (const [sx, sy] of tries) {
      if (sees(record, deepest(Math.min(x(sx), viewport.r - 0.5), Math.min(y(sy), viewport.b - 0.5)))) return clipped;
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

  const ahead = rect(viewport.l - width * LIMIT.ahead, viewport.t - height * LIMIT.ahead, viewport.r + width * LIMIT.ahead, viewport.b + height * LIMIT.ahead);
  const near = rect(viewport.l - width, viewport.t - height, viewport.r + width, viewport.b + height);
  const keep = (record) => {
    if (!record || !record.at) return false;
    if (!record.container && !drawn(meet(record.at, record.region.hard))) return false;
    return drawn(meet(record.at, record.strength || record.r === "heading" || record.container ? ahead : near));
  };
  const write = (record, local, parent) => {
    const item = { n: local, b: box(record.at), r: record.r, z: record.z };
    const put = (key, value, limit) => {
      const text = value ? clean(value, limit) : "";
      if (text) item[key] = text;
    };
    put("t", record.t, LIMIT.text);
    put("a", record.a, LIMIT.label);
    put("v", record.v, LIMIT.label);
    put("h", record.h, LIMIT.label);
    put("l", record.l, 120);
    put("i", record.i, 20);
    if (record.u) item.u = record.u.toWellFormed();
    const testId = testIdOf(record.el);
    if (testId) item.d = testId;
    if (record.s.length) item.s = record.s;
    if (record.f.length) item.f = record.f;
    if (record.own && record.own !== record.t) item.o = 1;
    if (parent !== null) item.p = parent;
    return item;
  };
  const chosen = () => {
    const kept = out.filter(keep);
    for (const record of kept) record.z = judge(record);
    if (kept.length <= LIMIT.elements) return kept;
    truncated = true;
    const worth = (record) => (record.z === "offscreen" ? 0 : 4) + (record.strength ? 2 : 0) + (record.z === "visible" ? 1 : 0);
    const best = kept.map((record, place) => [worth(record), place]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    const places = new Set(best.slice(0, LIMIT.elements).map((pair) => pair[1]));
    return kept.filter((_, place) => places.has(place));
  };

  const run = () => {
    if (!root) return { title: "", view: [0, 0, 0, 0, 1], els: [], frames: [], skeleton: [], scroll: [0, 0, 0, 0], blank: true };
    const start = { flow: page, abs: page, fixed: { clip: viewport, hard: viewport }, run: newRun(root), control: null, parent: null,
      mark: "", faint: false, seen: true, inert: false, item: false, form: false, pointer: false, editing: false, closed: false, text: "text", depth: 0 };
    const bodyCursor = body ? getComputedStyle(body).cursor : "";
    start.pointer = bodyCursor === "pointer";
    visit(root, start);
    flush(start.run);
    const kept = chosen();
    const local = new Map();
    kept.forEach((record, place) => local.set(record.slot, place));
    const upward = (record) => {
      for (let p = record.p; p !== null && p !== undefined; p = out[p] ? out[p].p : null) if (local.has(p)) return local.get(p);
      return null;
    };
    const els = kept.map((record, place) => {
      nodes.push(record.el);
      return write(record, place, upward(record));
    });
    globalThis.__sextantNodes = nodes;
    const shownFrames = frames.filter((frame) => local.has(frame.record.slot)).map((frame) => ({
      el: local.get(frame.record.slot), b: box(frame.content), c: box(frame.clip), k: covering(frame), pos: frame.position,
      name: frame.name, src: frame.src,
    }));
    const painted = paint.reduce((sum, part) => sum + area(part), 0);
    return {
      title: clean(getter(Document.prototype, "title")(document) || "", 300),
      view: [round(left0), round(top0), round(width), round(height), top && visual ? visual.scale : 1],
      pos: positionInParent(), els, frames: shownFrames, skeleton, scroll: page.extent,
      painted: round(painted / Math.max(1, area(viewport))), text: drawnText, truncated, visited,
      ready: document.readyState, lang: cut(attr(root, "lang"), 20),
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
}
