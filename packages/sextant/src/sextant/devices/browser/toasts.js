// Runs in the agent's world. Tells of what the page says in passing, at the moment it says it: texts of live regions
// (WAI-ARIA 1.2) and of small parts that come up over the page. A message may be gone, and its document with it, before
// the next look. What a look still shows, the device leaves out.
(() => {
  "use strict";
  if (globalThis.sextantHears) return;
  const LIVE = '[aria-live]:not([aria-live="off" i]),[role~=alert],[role~=status],[role~=log],output';
  const SILENT = "[role=timer],[role=progressbar],[role=marquee],[aria-busy=true],[contenteditable],input,textarea,select";
  const LONGEST = 300; // characters of a message
  const PAUSE = 50; // ms between two looks at what has changed
  const MANY = 60; // parts that are looked at each time
  const QUOTA = 20; // messages within WHILE ms
  const WHILE = 5000;
  const LARGE = 0.35; // of the window: what is larger is no message
  const changed = new Set();
  let waiting = false;
  let said = []; // [text, when]
  let begun = document.readyState !== "loading"; // what a document begins with, it does not say

  const up = (node) => node.assignedSlot || node.parentNode || node.host || null;
  const above = (node, wanted, most) => {
    for (let at = node, steps = 0; at && steps < most; at = up(at), steps++) {
      if (at instanceof Element && wanted(at)) return at;
    }
    return null;
  };
  const isFixed = (el) => getComputedStyle(el).position === "fixed" || el.matches(":popover-open");
  const isSmall = (el) => {
    const { width, height } = el.getBoundingClientRect();
    return width > 1 && height > 1 && width * height < LARGE * innerWidth * innerHeight;
  };
  // A part laid over the page, where the change is in one: neither a form nor a menu says anything.
  const floating = (el) => {
    const part = above(el, isFixed, 6) || [el.firstElementChild, el.firstElementChild?.firstElementChild].find((one) => one && isFixed(one));
    return part && isSmall(part) && !part.matches(SILENT) && !part.querySelector(SILENT) && part.querySelectorAll("a,button,[role^=menuitem]").length < 3 ? part : null;
  };
  const textOf = (el) => {
    const text = el instanceof HTMLElement && el.checkVisibility() ? el.innerText : "";
    return text.split("\n").map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean).join("\n");
  };
  const tell = (text) => {
    const now = performance.now();
    said = said.filter((one) => now - one[1] < WHILE);
    if (!/[\p{L}\p{N}]{2}/u.test(text) || said.length >= QUOTA || said.some((one) => one[0] === text)) return;
    said.push([text, now]);
    if (typeof globalThis.sextantSaw === "function") globalThis.sextantSaw(`?said ${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}`);
  };
  const isSilent = (el) => !el.isConnected || above(el, (one) => one.matches(SILENT), 40);
  const told = (part, el) => {
    const whole = textOf(part);
    tell(whole.length <= LONGEST || part === el ? whole : textOf(el)); // of a log, what is new
  };
  // Whether it is of a live region: that is heard at once, however soon it goes.
  const isLive = (el) => {
    const live = above(el, (one) => one.matches(LIVE), 40);
    const parts = live ? [live] : Array.from(el.querySelectorAll(LIVE)).slice(0, 4);
    if (!isSilent(el)) for (const part of parts) told(part, el);
    return parts.length > 0;
  };
  const listen = () => {
    waiting = false;
    const parts = Array.from(changed).filter((el) => !isSilent(el)).map((el) => [floating(el), el]);
    changed.clear();
    for (const [part, el] of parts) if (part) told(part, el);
  };
  const observer = new MutationObserver((records) => {
    if (!begun) return;
    for (const { type, target, addedNodes } of records) {
      if (changed.size >= MANY) break;
      if (type === "childList") for (const node of addedNodes) changed.add(node instanceof Element ? node : target);
      else changed.add(target instanceof Element ? target : target.parentNode);
    }
    for (const node of changed) if (!(node instanceof Element) || !node.isConnected || isLive(node)) changed.delete(node);
    if (changed.size && !waiting) {
      waiting = true;
      setTimeout(listen, PAUSE);
    }
  });
  // The agent finds the shadow roots.
  globalThis.sextantHears = (root) => observer.observe(root, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class", "hidden", "open", "role", "aria-live"],
  });
  globalThis.sextantHears(document);
  document.addEventListener("DOMContentLoaded", () => {
    observer.takeRecords();
    begun = true;
  }, { once: true, capture: true });
})();
