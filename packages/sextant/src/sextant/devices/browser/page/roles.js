// ---- roles
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
const STRUCTURES = new Set(["table", "grid", "treegrid", "list", "tree", "rowgroup", "log", "feed", "document"]); // hold content, are not named by it
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

// ---- the flat tree
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
