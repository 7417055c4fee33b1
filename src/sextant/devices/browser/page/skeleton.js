// ---- the skeleton: facts for screen identity about the whole document, wherever it is scrolled to
const skeleton = []; // [kind, ...values]
const ROOM = { chrome: 40, dialog: 8, form: 12, heading: 16, kin: 40, landmark: 40, menu: 4, numbered: 20, pick: 12, step: 4, way: 40 };
const forms = new Map();
const note = (kind, ...values) => {
  if (ROOM[kind]-- > 0) skeleton.push([kind, ...values]);
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
  const counts = record.r === "tab" || step || (!told && !closest(el, ".pagination,.btn-toolbar,[role=toolbar]"));
  if (counts) note("pick", step ? "step" : "tab", label);
};
// Whether it lies in a part that a button folds away: unfolded, that part is the same screen, whatever fields it has.
const contains = method(Node.prototype, "contains");
let folds = null;
const findFolds = () => {
  const buttons = Array.prototype.slice.call(documentQueryAll(document, "[aria-expanded]"), 0, 200);
  const named = (el) => ["aria-controls", "data-bs-target", "data-target", "href"].map((key) => attr(el, key)).find(Boolean);
  return buttons.map((el) => byId(document, (named(el) || "").replace(/^#/, ""))).filter(Boolean);
};
const inFold = (el) => {
  folds = folds || findFolds();
  return Boolean(closest(el, "details")) || folds.some((fold) => contains(fold, el));
};
// The first field one can write into stands for its form: steps differ in it, conditional fields do not.
const noteField = (el, kind, record, ctx) => {
  if (ctx.inForm ? ctx.formInItem : ctx.item) return;
  const form = el.form || null;
  const searches =
    kind === "search" || record.r === "searchbox" || /^search/.test(record.l) ||
    /^(q|s|search|query|filter|keywords?|term)$/i.test(attr(el, "name")) ||
    /\b(search|filter)\b/i.test(`${record.a} ${attr(el, "placeholder")}`);
  if (searches || (form && attr(form, "method").toLowerCase() === "get")) return;
  if (inFold(el)) return;
  const secret = kind === "password" ? "password" : "";
  const noted = forms.get(form) || { first: false, secret: false };
  forms.set(form, noted);
  if (secret ? noted.secret : noted.first) return;
  noted[secret ? "secret" : "first"] = true;
  note("form", secret || clean(attr(el, "name") || record.a || "", 60));
};
// Where the navigation leads to, two segments deep, also what is folded away: it tells whose pages these are.
const anchorOrigin = getter(HTMLAnchorElement.prototype, "origin");
const anchorPath = getter(HTMLAnchorElement.prototype, "pathname");
// A link of a drawing (SVG) has the same name and none of these.
const leadsOut = (el) => localName(el) !== "a" || namespaceOf(el) !== HTML || anchorOrigin(el) !== location.origin;
const noteWays = () => {
  if (!location.pathname.split("/")[1]) return;
  const links = documentQueryAll(document, "nav a[href],[role=navigation] a[href],header a[href],.navbar a[href]");
  const found = new Set();
  for (const el of Array.prototype.slice.call(links, 0, 300)) {
    if (leadsOut(el)) continue;
    const way = String(anchorPath(el)).split("/").slice(1, 3).join("/");
    if (!way || found.has(way)) continue;
    found.add(way);
    note("way", cut(way, 100));
  }
};
// The page's links that differ from its address in one word of the path: a list sorted otherwise, a neighbour.
const noteKin = () => {
  const here = location.pathname.split("/").filter(Boolean);
  if (here.length < 2) return;
  const found = new Set();
  for (const el of Array.prototype.slice.call(documentQueryAll(document, "a[href]"), 0, 600)) {
    if (leadsOut(el)) continue;
    const there = String(anchorPath(el)).split("/").filter(Boolean);
    if (there.length !== here.length) continue;
    const apart = there.map((word, at) => at).filter((at) => there[at] !== here[at]);
    if (apart.length !== 1 || !/^[a-z][a-z-]{0,19}$/i.test(there[apart[0]])) continue;
    const kin = `${apart[0]}:${there[apart[0]]}`;
    if (!found.has(kin)) note("kin", kin);
    found.add(kin);
  }
};
// Words that links and the address write alone and with a number (`bug`, `bug7`): ids are written so there.
const noteNumbered = () => {
  const paths = new Set([location.pathname]);
  for (const el of Array.prototype.slice.call(documentQueryAll(document, "a[href]"), 0, 600)) {
    if (!leadsOut(el)) paths.add(String(anchorPath(el)));
  }
  const plain = new Set(Array.from(paths, (path) => path.replace(/(\.html?|\/)$/i, "")));
  const found = new Set();
  for (const path of plain) {
    const parts = /^(.*\/([a-z]{2,30}))\d{1,9}$/i.exec(path.slice(0, 300));
    const word = parts && plain.has(parts[1]) && parts[2].toLowerCase();
    if (word && !found.has(word)) note("numbered", word);
    found.add(word);
  }
};
