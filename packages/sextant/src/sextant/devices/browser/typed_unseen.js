// Remembers the hosts of closed shadow roots whose inside took the focus or typing: what they show may be private.
(() => {
  "use strict";
  if (Object.hasOwn(globalThis, "sextantTypedUnseen")) return;
  const hosts = new WeakSet();
  const takesText = (el) =>
    el.isContentEditable === true || [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => el instanceof kind);
  // Besides custom elements, those that can have a shadow root.
  const HOSTS = new Set([
    "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p",
    "section", "span",
  ]);
  const scrolls = (el) => {
    const { overflowX, overflowY } = getComputedStyle(el);
    const can = (overflow) => overflow === "auto" || overflow === "scroll";
    return (can(overflowX) && el.scrollWidth > el.clientWidth) || (can(overflowY) && el.scrollHeight > el.clientHeight);
  };
  // What cannot have the focus itself has it inside. A dialog without fields can have it, and so can what scrolls.
  const focusedInside = (el) => {
    const name = String(el.localName);
    if (!name.includes("-") && !HOSTS.has(name)) return false;
    return el.tabIndex < 0 && !el.hasAttribute("tabindex") && !scrolls(el);
  };
  const note = (event) => {
    const el = event.composedPath()[0];
    if (!event.isTrusted || !(el instanceof HTMLElement) || takesText(el)) return;
    if (event.type !== "focusin" || focusedInside(el)) hosts.add(el);
  };
  for (const kind of ["focusin", "beforeinput", "input"]) window.addEventListener(kind, note, { capture: true, passive: true });
  globalThis.sextantTypedUnseen = (el) => hosts.has(el);
})();
