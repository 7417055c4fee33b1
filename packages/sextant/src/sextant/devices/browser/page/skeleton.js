// ---- the skeleton: facts for screen identity about the whole document, wherever it is scrolled to
const skeleton = []; // [kind, ...values]
const ROOM = { chrome: 40, dialog: 8, first: 1, form: 12, heading: 16, landmark: 40, menu: 4, name: 80, numbered: 20, pick: 12, picking: 8, step: 4, way: 40 };
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
// A selected tab or step, or any other selected place that the address does not tell. What unfolds a part of the page
// or is switched on is no place, however it is drawn.
const notePick = (el, record) => {
  const chosen = record.r === "tab" || attr(el, "aria-current") || attr(el, "aria-selected") === "true";
  if (!chosen && (hasAttribute(el, "aria-expanded") || hasAttribute(el, "aria-pressed"))) return;
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
  const form = el.form || closest(el, "form") || null;
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
  // An editor is named by its label: what is written in it is no name.
  const written = el.isContentEditable === true ? attr(el, "aria-label") || "editor" : record.a;
  note("form", secret || clean(attr(el, "name") || written || "", 60));
};
// Where the navigation leads to, two segments deep, also what is folded away: it tells whose pages these are.
const anchorOrigin = getter(HTMLAnchorElement.prototype, "origin");
const anchorPath = getter(HTMLAnchorElement.prototype, "pathname");
// A link of a drawing (SVG) has the same name and none of these.
const leadsOut = (el) => localName(el) !== "a" || namespaceOf(el) !== HTML || anchorOrigin(el) !== location.origin;
const noteWays = () => {
  const links = documentQueryAll(document, "nav a[href],[role=navigation] a[href],header a[href],.navbar a[href]");
  const found = new Set();
  notePicking(Array.prototype.slice.call(links, 0, 300));
  if (!location.pathname.split("/")[1]) return;
  for (const el of Array.prototype.slice.call(links, 0, 300)) {
    if (leadsOut(el)) continue;
    const way = String(anchorPath(el)).split("/").slice(1, 3).join("/");
    if (!way || found.has(way)) continue;
    found.add(way);
    note("way", cut(way, 100));
  }
};
// Keys of the query by which the navigation picks its pages: all its links to this path have them, with other words.
const anchorQuery = getter(HTMLAnchorElement.prototype, "search");
const PICKING = 3;
const notePicking = (links) => {
  const queries = links.filter((el) => !leadsOut(el) && String(anchorPath(el)) === location.pathname && anchorQuery(el));
  const values = new Map();
  for (const el of queries) {
    for (const [key, value] of new URLSearchParams(anchorQuery(el))) {
      values.set(key, (values.get(key) || new Set()).add(value));
    }
  }
  for (const [key, found] of values) {
    const everywhere = queries.every((el) => new URLSearchParams(anchorQuery(el)).has(key));
    if (everywhere && found.size >= PICKING) note("picking", cut(key, 60));
  }
};
// A list that is turned: the address of its first page, where that is this one's without what its pager's links vary.
const PAGER = "[rel=prev],[rel=next],.pagination a";
const noteFirst = () => {
  const here = location.pathname.split("/").filter(Boolean);
  const number = here.length - 1;
  const isNumber = (word) => /^\d{1,5}$/.test(word);
  if (number < 0 || !isNumber(here[number])) return;
  const links = Array.prototype.slice.call(documentQueryAll(document, PAGER), 0, 60).filter((el) => !leadsOut(el));
  const paths = links.map((el) => String(anchorPath(el)).split("/").filter(Boolean));
  const begins = (path, length) => path.slice(0, length).join("/") === here.slice(0, length).join("/");
  const turned = (path) => path.length === here.length && begins(path, number) && isNumber(path[number]);
  if (!paths.some(turned)) return;
  // `/books/page/2` begins at `/books` where a link of the pager says so, else at `/books/page`.
  const shorter = paths.some((path) => path.length === number - 1 && begins(path, number - 1));
  note("first", `/${here.slice(0, shorter ? number - 1 : number).join("/")}`);
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
// Whether the page shows words of addresses letter for letter, as one shows names, or written out, as one shows places.
const anchorHash = getter(HTMLAnchorElement.prototype, "hash");
const contentOf = getter(Node.prototype, "textContent");
const routed = /^#!?\//.test(location.hash);
const decoded = (word) => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
};
const wordsAt = (path, hash) => {
  if (routed && !/^#!?\//.test(hash)) return null;
  const whole = routed ? hash.replace(/^#!?/, "").split("?")[0] : path.split(";")[0];
  return whole.split("/").filter(Boolean).map(decoded);
};
// Without what adorns it: `@ada`, `ships/`, `#inbox`.
const bare = (text) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
const literally = (label, word) =>
  Boolean(bare(word)) && (bare(label) === bare(word) || (/^\p{Lu}/u.test(word) && bare(label) === word.replace(/[_+]/g, " ")));
// `ada / ships` for `/ada/ships`: all words of the address together.
const jointly = (label, words) => words.length > 1 && label.split("/").map((part) => part.trim()).join("/") === words.join("/");
const lettersOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const AROUND = ["nav", "header", "footer", ".navbar", "[role=navigation]", "[role=banner]", "[role=menubar]", "[role=menu]"];
// `trail PLACE nav|page`: a link to the address up to that place has the word there as its label; `near WORD as|other`:
// links that differ in the last word; `sign WORD as|other`: what else the navigation leads to, where label and word have
// the same letters; `about KIND`: of what kind of thing the page says it is.
const noteNames = () => {
  const here = wordsAt(location.pathname, location.hash);
  if (!here || !here.length) return;
  const once = new Set();
  const left = { trail: 24, near: 24, sign: 24 };
  const tell = (line) => {
    if (!once.has(line) && left[line.split(" ")[0]]-- > 0) note("name", line);
    once.add(line);
  };
  const around = new Set(documentQueryAll(document, AROUND.map((part) => `${part} a[href]`).join(",")));
  for (const el of Array.prototype.slice.call(documentQueryAll(document, "a[href]"), 0, 600)) {
    if (leadsOut(el) || (routed ? anchorPath(el) !== location.pathname : /^#/.test(attr(el, "href")))) continue;
    const there = wordsAt(String(anchorPath(el)), routed ? String(anchorHash(el)) : "");
    if (!there || !there.length) continue;
    const last = there[there.length - 1];
    const apart = there.map((_, at) => at).filter((at) => there[at] !== here[at]);
    // Not where they differ further up: `/raw/main/lamp.c` beside `/blame/main/lamp.c` is another view of one thing.
    const beside = there.length === here.length && apart[0] === here.length - 1 && !/[\d.]/.test(last);
    if (apart.length && !beside && !around.has(el)) continue;
    const label = collapse(cut(contentOf(el) || "", 200));
    if (!label) continue;
    const how = literally(label, last) ? "as" : "other";
    if (!apart.length) {
      const from = jointly(label, there) ? 0 : how === "as" ? there.length - 1 : there.length;
      for (let at = from; at < there.length; at++) tell(`trail ${at} ${around.has(el) ? "nav" : "page"}`);
    }
    if (beside) tell(`near ${cut(last, 60)} ${how}`);
    const under = apart[0] === here.length; // a part of what is shown is no place beside it
    if (apart.length && !under && around.has(el) && lettersOf(label) === lettersOf(last)) tell(`sign ${cut(last, 60)} ${how}`);
  }
  for (const meta of Array.prototype.slice.call(documentQueryAll(document, 'meta[property="og:type"]'), 0, 1)) {
    note("name", `about ${cut(attr(meta, "content"), 40)}`);
  }
};
