// Follows agent.js, in its world: which of its screens a document shows, whether it draws them without entries of their
// own in history, and which control leads back among them.
(() => {
  "use strict";
  const sextant = globalThis.sextant;
  if (sextant.place) return;
  const MOST_NODES = 2000;
  const MOST_TEXTS = 400;
  const LONGEST = 60; // characters of a text that are compared
  const HEADINGS = "h1, h2, [role=heading]";
  const CONTROLS = "a, button, input, label, summary, [role], [tabindex], [onclick]";
  // What says of itself that it leads back: attributes and elements that formats and libraries define.
  const DECLARED = "ion-back-button, ons-back-button, [rel~=back], [data-rel~=back], "
    + "[aria-keyshortcuts~=BrowserBack], [aria-keyshortcuts~=GoBack], [aria-keyshortcuts~='Alt+ArrowLeft']";

  const hash = (text) => {
    let sum = 2166136261;
    for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619);
    return sum >>> 0;
  };
  const plain = (text) => text.trim().replace(/[\s\p{N}]+/gu, " ").slice(0, LONGEST); // a count is no other screen
  const visible = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const within = (hit, el) => !!hit && (el.contains(hit) || hit.contains(el));
  const hitAt = (x, y) => {
    const view = window.parent === window ? window.visualViewport : null;
    return sextant.deepest(x - (view ? view.offsetLeft : 0), y - (view ? view.offsetTop : 0));
  };
  const covered = (el, box) => {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const seen = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    return seen && !within(hitAt(x, y), el);
  };
  // The texts that stand on the screen, those out of view by scrolling among them.
  const shown = () => {
    const found = new Set();
    let left = MOST_NODES;
    const walk = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && left-- > 0 && found.size < MOST_TEXTS; node = walker.nextNode()) {
        if (node instanceof Element) {
          if (node.shadowRoot) walk(node.shadowRoot);
          continue;
        }
        const el = node.parentElement;
        const text = plain(node.data);
        if (!text || !el || /^(script|style|noscript|template)$/.test(el.localName)) continue;
        if (found.has(hash(text)) || !visible(el)) continue;
        const box = el.getBoundingClientRect();
        const aside = box.right <= 0 || box.left >= document.documentElement.scrollWidth;
        if (box.width > 0 && box.height > 0 && !aside && !covered(el, box)) found.add(hash(text));
      }
    };
    if (document.body) walk(document.body);
    return found;
  };

  let base = null; // what stood there at the first touch since this entry of history is the present one
  let stack = []; // the screens that touches led through
  let touched = ""; // the control that was touched last
  const led = new Map(); // control -> { x, y, back: screens that it led back to, on: whether it also led on }

  const take = (now) => {
    const heading = [...document.querySelectorAll(HEADINGS)].find(visible);
    return { texts: now, heading, said: heading ? plain(heading.textContent) : "" };
  };
  const replaced = (now) => {
    if (!base) return false;
    const { texts, heading, said } = base;
    if (heading && (!heading.isConnected || !visible(heading) || plain(heading.textContent) !== said)) return true;
    const gone = [...texts].filter((text) => !now.has(text)).length;
    return gone >= 2 && gone * 2 > texts.size;
  };
  const controlOf = (node) => (node instanceof Element ? node.closest(CONTROLS) || node : null);
  const nameOf = (el) => (el.getAttribute("aria-label") || el.innerText || el.title || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const keyOf = (el) => {
    const box = el.getBoundingClientRect();
    return [el.localName, nameOf(el), Math.round(box.left / 8), Math.round(box.top / 8)].join("|");
  };
  // What the last touch led to: another screen, the one before, or one that was passed earlier.
  const follow = (texts) => {
    const now = String(hash([...texts].sort().join()));
    const known = led.get(touched);
    const at = stack.lastIndexOf(now);
    if (at < 0) {
      if (known && stack.length) known.on = true;
      stack.push(now);
    } else {
      if (known && at === stack.length - 2) known.back.add(now);
      stack.length = at + 1;
    }
    touched = "";
  };
  window.addEventListener("pointerdown", (event) => {
    if (!event.isTrusted) return;
    const now = shown();
    follow(now);
    base = base || take(now);
    const control = controlOf(event.composedPath()[0]);
    if (!control) return;
    touched = keyOf(control);
    if (!led.has(touched)) led.set(touched, { x: event.clientX, y: event.clientY, back: new Set(), on: false });
    if (led.size > 200) led.delete(led.keys().next().value);
  }, { capture: true, passive: true });
  if (globalThis.navigation) {
    navigation.addEventListener("currententrychange", (event) => {
      if (event.navigationType !== "push" && event.navigationType !== "traverse") return;
      base = null;
      stack = [];
      touched = "";
    });
  }

  // Where a point of this document lies in the tab; null where that cannot be told from here.
  const inTab = (x, y) => {
    let at = { x, y };
    try {
      for (let view = window; view !== view.parent; view = view.parent) {
        const box = view.frameElement.getBoundingClientRect();
        at = { x: at.x + box.left + view.frameElement.clientLeft, y: at.y + box.top + view.frameElement.clientTop };
      }
      const top = window.top.visualViewport;
      return { x: at.x - top.offsetLeft, y: at.y - top.offsetTop };
    } catch {
      return null;
    }
  };
  sextant.inTab = inTab;
  const told = (el, x, y, sure) => ({ name: nameOf(el), sure, at: inTab(x, y), key: keyOf(el) });
  const enabled = (el) => visible(el) && !el.matches(":disabled, [aria-disabled=true]");
  const declared = () => {
    for (const el of document.querySelectorAll(DECLARED)) {
      const box = el.getBoundingClientRect();
      if (!enabled(el) || !box.width || !box.height || covered(el, box)) continue;
      return told(el, box.left + box.width / 2, box.top + box.height / 2, true);
    }
    return null;
  };
  // What led back to the screen before, and never on. From two different screens: it is the way back, and no way home.
  const learned = () => {
    const found = [...led].filter(([, how]) => how.back.size && !how.on).sort(([, a], [, b]) => b.back.size - a.back.size);
    for (const [key, how] of found) {
      const el = controlOf(hitAt(how.x, how.y));
      if (el && keyOf(el) === key && enabled(el)) return told(el, how.x, how.y, how.back.size > 1);
    }
    return null;
  };

  // What a phone's back key meets here: `open`, a dialog or popover that it closes first; `back`, whether the entry
  // before is of this document; `first`, how many entries back this document began; `touched`, whether it was used;
  // `memory`, whether it draws another screen than at first under this same entry; `own`, its own way back.
  sextant.place = () => {
    const all = globalThis.navigation ? navigation.entries() : [];
    const at = globalThis.navigation && navigation.currentEntry ? navigation.currentEntry.index : -1;
    let first = at;
    while (first > 0 && all[first - 1].sameDocument) first--;
    const now = shown();
    follow(now);
    return {
      open: !!document.querySelector("dialog[open], :popover-open"),
      back: first < at,
      first: at - first,
      start: first >= 0 && all[first] ? all[first].url : location.href,
      touched: sextant.used(),
      memory: replaced(now),
      shown: [...now],
      own: declared() || learned(),
    };
  };
})();
