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
const describeControl = (record, el, tag, role, ctx) => {
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
  if (record.s.includes("editable") || record.s.includes("readonly")) noteField(subject, kind, record, ctx);
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

// A control: its own text is folded into it; a wrapper that only looks like one gives way to the control inside.
const visitControl = (el, tag, role, style, at, here, inner, ctx, force, seen, inline) => {
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
  describeControl(record, el, tag, record.r === "generic" ? "" : record.r, ctx);
  if (record.el !== el || typed) record.t = tag === "label" ? record.t : "";
  if (inner.editing && record.v && record.t) record.t = "";
  if (!seen && !text) return drop(record);
  if (force === WEAK && !text && !record.a && (covers(at) || nested)) return drop(record);
  if (inline && record.t) ctx.run.raw += ` ${record.t} `;
  if (record.s.includes("selected")) notePick(el, record);
  if (record.r === "tab" || /^(navigation|banner)/.test(record.l)) note("chrome", clean(record.a || record.t || "", 40));
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
const PAINTED = new Set(["img", "svg", "canvas", "video", "object", "embed"]);
const visitGraphic = (el, tag, role, at, ctx, force) => {
  const name = nameOf(el, tag, role, false);
  const big = at.r - at.l >= 40 && at.b - at.t >= 40;
  if (!name && !big && !force && tag !== "canvas" && tag !== "progress" && tag !== "meter") return;
  const record = reserve(el, role || "image", at, ctx);
  record.a = name;
  if (force && !record.inert) {
    record.f = ["tap"];
    record.strength = WEAK;
  }
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
