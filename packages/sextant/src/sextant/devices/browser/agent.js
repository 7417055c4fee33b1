// Runs in an isolated world of every frame, from before the page's first script on. Pages can neither see nor call
// it. It notes which trusted input arrived under which intent, tells when the page has come to rest, and reaches
// fields and scrollers that input alone cannot.
(() => {
  "use strict";
  if (globalThis.sextant) return;

  const now = () => performance.now();
  const id = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32).toString(36)).join("");
  const INPUT = [
    "pointerdown", "pointerup", "pointercancel", "touchstart", "touchmove", "touchend", "touchcancel", "mousedown", "mouseup", "click", "contextmenu",
    "keydown", "keyup", "beforeinput", "input", "change", "dragstart", "drop", "wheel",
  ];
  const intents = new Map(); // intent -> {event type: count}
  let intent = "";
  let began = -1e9;
  let watching = true; // from the start of the document or an input until its effects have settled
  let suppress = false; // native popups (select, colour, date) are replaced by screens of the device
  let caught = null; // the select whose popup was suppressed
  let bursts = []; // [from, to] of the page changing, on this page's clock
  let lastChange = -1e9;
  let lastScroll = -1e9;
  let pendingTimers = 0;
  let timerFrom = 0;
  let timersSince = 0;
  const restless = new WeakMap(); // node -> how often, and when, it changed with no input to blame
  const observed = new WeakSet();
  let shadows = []; // weak references to the shadow roots
  let edits = 0; // changes of what the page holds, rather than of how it is drawn

  const TELLING = /^(aria-|data-|(alt|disabled|for|hidden|href|label|placeholder|role|title|type|value)$)/;
  const changed = (at) => {
    lastChange = at;
    const last = bursts[bursts.length - 1];
    if (last && at - last[1] < 60) last[1] = at;
    else bursts.push([at, at + 1]);
    if (bursts.length > 200) bursts = bursts.slice(-100);
  };
  const observer = new MutationObserver((records) => {
    const at = now();
    const idle = !watching || at - began > 2500;
    if (records.some((record) => record.type !== "attributes" || TELLING.test(record.attributeName))) edits++;
    let counts = false;
    for (const node of new Set(records.map((record) => record.target))) {
      const known = restless.get(node);
      const recent = known && at - known.at < 3000 ? known.times : 0;
      if (idle) restless.set(node, { at, times: recent + 1 });
      else if (recent >= 3) known.at = at;
      else counts = true;
    }
    if (counts) changed(at);
  });
  const OPTIONS = { subtree: true, childList: true, attributes: true, characterData: true };
  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, OPTIONS);
    if (root !== document) {
      shadows.push(new WeakRef(root));
      root.addEventListener("formdata", tellHeld, true); // it does not leave the root
    }
    if (globalThis.sextantHears) globalThis.sextantHears(root);
  };
  const observeShadows = () => {
    let left = 5000;
    const walk = (root) => {
      observe(root);
      watchTypes(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node && left-- > 0; node = walker.nextNode()) {
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    };
    walk(document);
  };

  // Told at once, too: the document may be gone before anybody can ask it.
  const tell = (what, times) => {
    if (times === 1 && typeof globalThis.sextantSaw === "function") globalThis.sextantSaw(`${what} ${intent}`);
  };
  const did = (what) => {
    const seen = intents.get(intent);
    if (!seen) return;
    seen[what] = (seen[what] || 0) + 1;
    tell(what, seen[what]);
  };
  document.addEventListener("@KEY@+", () => {
    timerFrom = now();
    if (pendingTimers++ === 0) timersSince = timerFrom;
  });
  document.addEventListener("@KEY@-", () => {
    pendingTimers = Math.max(0, pendingTimers - 1);
    const at = now();
    // The whole wait was the page's own time, however few frames a busy machine let us see of it.
    if (pendingTimers === 0) bursts.push([timersSince, at]);
    changed(at);
  });
  document.addEventListener("@KEY@?", (event) => {
    if (typeof globalThis.sextantSaw === "function") globalThis.sextantSaw(`?permission ${event.detail}`);
  });
  try {
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) bursts.push([task.startTime, task.startTime + task.duration]);
    }).observe({ type: "longtask" });
  } catch { /* not everywhere */ }
  // A touch that is meant for one element: what else lies under the finger learns nothing of it, however late the page
  // moved. `met` is whether the finger came upon that element, or upon the same drawn anew, when it was put down.
  const fingered = new WeakSet(); // what a finger was put on
  const TOUCH = ["pointerdown", "pointerup", "touchstart", "touchend", "mousedown", "mouseup", "click", "contextmenu"];
  const LATE = /^(mousedown|mouseup|click)$/; // sent when the finger is lifted: by then the page may have moved again
  let guard = null;
  const says = (node) => [node.localName, node.textContent, node.href, node.getAttribute("aria-label")].join("\n");
  const around = (node) => (up(node) || node).textContent;
  const watch = (meets, where, node = null) => ({
    met: null, meets, where, node, said: node ? says(node) : "", among: node ? around(node) : "", until: now() + 10000,
  });
  const beginsToMove = () => document.getAnimations().some((animation) => animation.pending);
  const isMeant = (hit, { meets, node, said, among }) => {
    if (!node || node.isConnected) return meets(hit) && (!node || says(node) === said);
    const anew = hit instanceof Element ? hit.closest(node.localName) : null;
    return !!anew && says(anew) === said && around(anew) === among;
  };
  const same = (one, other) => !!one && !!other && ["l", "t", "r", "b"].every((side) => Math.abs(one[side] - other[side]) < 0.5);
  // What the page does about one event of the touch is its answer; what it does between two is none.
  const answered = () => {
    if (guard && guard.met && guard.node.isConnected) guard.said = says(guard.node);
  };
  const stillMeant = (event, hit) => {
    if (isMeant(hit, guard)) return true;
    if (!LATE.test(event.type)) return !guard.node.isConnected;
    // The page may itself have put something under the finger; the browser may look for something to click beside it.
    return !guard.meets(hit) && same(guard.at, guard.where()) && hitAt(event.clientX, event.clientY) === hit;
  };
  const guarded = (event) => {
    if (guard && now() > guard.until) guard = null; // what nobody took back must not keep a person from the page
    if (!guard || !event.isTrusted) return;
    const hit = inner(event);
    if (event.type === "pointerdown" && guard.met === null) {
      guard.met = isMeant(hit, guard);
      guard.at = guard.where();
      if (!guard.met && typeof globalThis.sextantSaw === "function") globalThis.sextantSaw("?missed");
    }
    if (guard.met === null) return;
    guard.met = guard.met && stillMeant(event, hit);
    const through = guard.met;
    if (through && event.type === "click") guard = null;
    if (through) return;
    event.stopImmediatePropagation();
    if (event.cancelable && !event.type.startsWith("touch")) event.preventDefault();
  };
  for (const type of TOUCH) {
    window.addEventListener(type, guarded, true);
    window.addEventListener(type, answered, { passive: true });
  }
  const note = (event) => {
    if (!event.isTrusted || !intent) return;
    const seen = intents.get(intent);
    if (!seen) return;
    seen[event.type] = (seen[event.type] || 0) + 1;
    tell(event.type, seen[event.type]);
  };
  window.addEventListener("pointerdown", (event) => {
    if (event.isTrusted) for (const node of event.composedPath().slice(0, 8)) fingered.add(node);
  }, { capture: true, passive: true });
  for (const type of INPUT) window.addEventListener(type, note, { capture: true, passive: true });
  window.addEventListener("scroll", (event) => { lastScroll = now(); note(event); }, { capture: true, passive: true });

  // A select's own popup, a date's or colour's picker are drawn by the browser, where nobody could see or touch them.
  const inner = (event) => event.composedPath()[0] || event.target;
  const PICKERS = new Set(["color", "date", "datetime-local", "month", "time", "week"]);
  const selectOf = (node) => {
    const element = node instanceof Element ? node.closest("select") : null;
    return element && !element.multiple && element.size <= 1 && !element.matches(":disabled") ? element : null;
  };
  window.addEventListener("mousedown", (event) => {
    if (!suppress || !event.isTrusted) return;
    const select = selectOf(inner(event));
    if (!select) return;
    event.preventDefault();
    select.focus({ preventScroll: true });
    caught = select;
  }, true);
  window.addEventListener("click", (event) => {
    const node = inner(event);
    if (suppress && event.isTrusted && node instanceof HTMLInputElement && PICKERS.has(node.type)) {
      event.preventDefault();
      node.focus({ preventScroll: true });
    }
  }, true);

  // Fields that nobody should read: of passwords, drawn masked, or filled from a secret. Once private, a field stays so as
  // long as its document lives, and so does one that is put in its place to show what it holds: it has the same name, or
  // holds the same.
  const privates = new WeakSet();
  const concealed = new Set(); // weak references to the same
  const kept = new Set();
  const heldOnce = new Set(); // what private fields have held
  const entered = new WeakSet(); // fields that a person or the agent typed into: what they hold is no copy
  const SHORTEST_HELD = 4; // a shorter text may well stand in two fields
  const UNTYPED = new Set(["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"]);
  const namesOf = (el) => ["id", "name"].map((key) => [key, el.getAttribute(key)]).filter((pair) => pair[1]).map(String);
  const conceal = (el) => {
    if (!privates.has(el)) concealed.add(new WeakRef(el));
    privates.add(el);
    for (const name of namesOf(el)) kept.add(name);
  };
  const isMasked = (el) => (getComputedStyle(el).webkitTextSecurity || "none") !== "none";
  const unmasking = new MutationObserver((records) => records.forEach(unmasked));
  const unmasked = (record) => {
    if ((record.oldValue || "").trim().toLowerCase() === "password") conceal(record.target);
  };
  const watchTypes = (node) => {
    unmasking.observe(node, { subtree: true, attributeFilter: ["type"], attributeOldValue: true });
  };
  watchTypes(document);
  const isPrivate = (el) => {
    unmasking.takeRecords().forEach(unmasked);
    if (privates.has(el)) return true;
    const typed = (el instanceof HTMLInputElement && !UNTYPED.has(el.type)) || el instanceof HTMLTextAreaElement;
    if (!typed && el.isContentEditable !== true) return false;
    const again = () => namesOf(el).some((name) => kept.has(name)) || (!entered.has(el) && heldOnce.has(el.value));
    const found = el.type === "password" || isMasked(el) || (typed && again());
    if (found) conceal(el);
    return found;
  };
  const MOST_HELD = 501; // one more than the device keeps, so it knows that there are more
  const LONGEST_HELD = 4096;
  // What the private fields hold, also in shadow roots, and those that the page has taken out.
  const heldNow = () => {
    shadows = shadows.filter((one) => one.deref());
    for (const root of [document, ...shadows.map((one) => one.deref())]) {
      for (const el of root.querySelectorAll("input,textarea,[contenteditable]")) isPrivate(el);
    }
    const found = new Set();
    for (const one of concealed) {
      const el = one.deref();
      const text = el && (typeof el.value === "string" ? el.value : el.textContent);
      if (!el) concealed.delete(one);
      else if (text && found.size < MOST_HELD) found.add(text.slice(0, LONGEST_HELD));
    }
    for (const text of found) {
      if (text.length >= SHORTEST_HELD && heldOnce.size < MOST_HELD) heldOnce.add(text);
    }
    return [...found];
  };
  // Told as a form is sent: from then on, no question reaches this document.
  const tellValues = (what) => {
    if (typeof globalThis.sextantSaw === "function") globalThis.sextantSaw(`${what} ${JSON.stringify(heldNow())}`);
  };
  const tellHeld = () => tellValues("?held");
  window.addEventListener("formdata", tellHeld, true);
  // A synchronous request stops the document: also from then on no question reaches it, until the answer is there.
  document.addEventListener("@KEY@(", () => {
    observeShadows();
    tellValues("?stopped");
  });
  document.addEventListener("@KEY@)", () => {
    if (typeof globalThis.sextantSaw === "function") globalThis.sextantSaw("?goes");
  });
  for (const kind of ["focusin", "input"]) {
    window.addEventListener(kind, (event) => {
      const node = inner(event);
      if (!(node instanceof HTMLElement)) return;
      if (kind === "input" && event.isTrusted) entered.add(node);
      isPrivate(node);
    }, true);
  }

  // While a text is typed, no other element than the one that was checked is given its keys. That ends by itself, in
  // case the run that asked for it ends first: after more than the touch, the checks and the keys of one gesture take,
  // each of which is given up after the limit of a command.
  const RESTRICTED_MS = 60000;
  let recipient = null;
  for (const kind of ["keydown", "keypress", "keyup", "beforeinput"]) {
    window.addEventListener(kind, (event) => {
      if (!recipient || !event.isTrusted || inner(event) === recipient.element || now() > recipient.until) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      recipient.strayed++;
    }, true);
  }
  const addressOf = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "action").get;
  const elementsOf = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements").get;
  const destinations = (form) => {
    if (!form) return [];
    const buttons = Array.from(elementsOf.call(form)).filter((el) => el.hasAttribute("formaction"));
    return [addressOf.call(form), ...buttons.map((el) => el.formAction)];
  };

  // The protocol's fingers know no long press: its menu event is made here, and the click of its end withheld. What
  // lies under the finger may go with the press; its end is still told to the node that it began on, and to it alone.
  let held = false;
  let under = null;
  const lifted = (event) => {
    if (held && event.isTrusted && event.cancelable) event.preventDefault();
    held = false;
    under = null;
  };
  window.addEventListener("touchstart", (event) => {
    held = false; // a finger that was never lifted, its run having been killed, must not take this one's click
    under = inner(event);
  }, { capture: true, passive: true });
  window.addEventListener("touchend", lifted, { capture: true, passive: false });

  // A label around the select holds the options, too.
  const labelOfSelect = (select) => (select.labels && select.labels[0] ? select.labels[0].innerText.replace(select.innerText, "").trim() : "");
  const describeSelect = (select) => ({
    label: labelOfSelect(select) || select.getAttribute("aria-label") || select.name || "",
    options: Array.from(select.options).slice(0, 500).map((option) => ({
      label: (option.label || option.text).trim(),
      value: option.value,
      disabled: option.disabled || (option.parentNode instanceof HTMLOptGroupElement && option.parentNode.disabled),
      selected: option.selected,
    })),
  });

  const finite = () => {
    let busy = false;
    let list = [];
    try { list = document.getAnimations(); } catch { return false; }
    for (const animation of list.slice(0, 200)) {
      if (animation.playState !== "running" || !animation.effect) continue;
      const timing = animation.effect.getComputedTiming();
      if (timing.endTime !== Infinity && timing.endTime - (animation.currentTime || 0) < 1500) busy = true;
    }
    return busy;
  };

  const frame = () => new Promise((done) => {
    let open = true;
    const end = () => { if (open) { open = false; done(); } };
    requestAnimationFrame(end);
    setTimeout(end, 60); // a hidden page draws no frames
  });
  const task = () => new Promise((done) => setTimeout(done, 0));

  // Resolves once the page has drawn two frames and nothing has changed for `still` ms; after `limit` ms in any case.
  const quiet = async (still, limit) => {
    if (matchMedia("(scripting: none)").matches) return report(true); // in such a sandbox, no timer of ours runs either
    const from = now();
    await task();
    await frame();
    await frame();
    await task();
    let moving = false;
    for (;;) {
      const at = now();
      const rest = Math.max(lastChange, lastScroll);
      moving = at - from < 900 && finite();
      if (moving) changed(at);
      const waiting = pendingTimers > 0 && at - timerFrom < 700;
      if (waiting) changed(at);
      if (!moving && !waiting && at - rest >= still) return report(true);
      if (at - from >= limit) return report(false);
      await frame();
    }
  };
  const report = (rested) => {
    const at = now();
    const found = {
      rested,
      bursts: bursts.filter((b) => b[1] >= began).map((b) => [at - Math.max(b[0], began), at - b[1]]),
      events: intents.get(intent) || {},
      select: caught ? describeSelect(caught) : null,
      busy: 0,
    };
    return found;
  };

  // Points of the device count from the corner of what is seen, in pixels of the page; the document's from its own.
  const deepest = (vx, vy) => {
    const view = window.parent === window ? window.visualViewport : null;
    return hitAt(view ? vx + view.offsetLeft : vx, view ? vy + view.offsetTop : vy);
  };
  const hitAt = (x, y) => {
    let root = document;
    let found = null;
    for (;;) {
      const hit = root.elementFromPoint(x, y);
      if (!hit || hit === found) return found;
      found = hit;
      if (!hit.shadowRoot) return found;
      root = hit.shadowRoot;
    }
  };
  const up = (node) => node.assignedSlot || node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);

  const active = () => {
    let at = document.activeElement;
    while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const holdsPage = (el) =>
    [HTMLIFrameElement, HTMLFrameElement, HTMLObjectElement, HTMLEmbedElement].some((kind) => el instanceof kind);
  const kindOf = (el) => {
    if (!el) return "none";
    if (holdsPage(el)) return "frame";
    if (el.isContentEditable) return "rich";
    if (el instanceof HTMLTextAreaElement) return el.readOnly || el.disabled ? "none" : "area";
    if (el instanceof HTMLSelectElement) return el.disabled ? "none" : "select";
    if (!(el instanceof HTMLInputElement) || el.disabled || el.readOnly) return "none";
    if (PICKERS.has(el.type) || el.type === "range") return "value";
    if (el.type === "file") return "file";
    if (["button", "checkbox", "image", "radio", "reset", "submit", "hidden"].includes(el.type)) return "none";
    return "line";
  };
  const setter = (el) => {
    const proto = el instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype
      : el instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    return Object.getOwnPropertyDescriptor(proto, "value").set;
  };
  const announce = (el) => {
    el.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    el.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const canScroll = (el, dx, dy) => {
    const root = el === document.scrollingElement;
    const style = getComputedStyle(el);
    if (dy) {
      if (!root && !/auto|scroll|overlay/.test(style.overflowY)) return false;
      if (root && style.overflowY === "hidden") return false;
      return dy > 0 ? el.scrollTop + el.clientHeight < el.scrollHeight - 1 : el.scrollTop > 0.5;
    }
    if (!root && !/auto|scroll|overlay/.test(style.overflowX)) return false;
    if (root && style.overflowX === "hidden") return false;
    return dx > 0 ? el.scrollLeft + el.clientWidth < el.scrollWidth - 1 : style.direction === "rtl" ? el.scrollLeft + el.scrollWidth > el.clientWidth + 0.5 : el.scrollLeft > 0.5;
  };
  const pans = (view, dx, dy) => {
    const room = (direction, offset, seen, inner) => (direction > 0 ? inner - offset - seen > 20 : direction < 0 && offset > 1);
    return room(dx, view.offsetLeft, view.width, innerWidth) || room(dy, view.offsetTop, view.height, innerHeight);
  };
  const largestScroller = (dx, dy) => {
    let best = null;
    let most = 0;
    let left = 20000;
    const look = (root) => {
      for (const el of root.querySelectorAll("*")) {
        if (left-- <= 0) return;
        if (el.shadowRoot) look(el.shadowRoot);
        if (el.scrollHeight <= el.clientHeight + 1 && el.scrollWidth <= el.clientWidth + 1) continue;
        if (el === document.scrollingElement || !canScroll(el, dx, dy)) continue;
        const box = el.getBoundingClientRect();
        const w = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
        const h = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
        if (w > 0 && h > 0 && w * h > most) { most = w * h; best = el; }
      }
    };
    look(document);
    return best;
  };

  globalThis.sextant = {
    id,
    // `only`: the touch that comes is meant for one element, which `meet` may name.
    begin(name, suppressing, only) {
      recipient = null;
      guard = only ? watch(() => false, () => null) : null;
      observeShadows();
      intent = name;
      if (name && !intents.has(name)) intents.set(name, {});
      if (intents.size > 50) intents.delete(intents.keys().next().value);
      began = now();
      watching = true;
      suppress = suppressing;
      pendingTimers = 0;
      caught = null;
      bursts = [];
      return { id, visible: document.visibilityState, held: heldNow() };
    },
    quiet,
    did,
    rest() { watching = false; guard = null; },
    letOff() { guard = null; },
    edits: () => edits,
    touched: (node) => fingered.has(node),
    // Where to touch an element of the last pass, once it has stood still for a picture or `limit` ms are over; from
    // now on the touch that comes is for it. `again`: the page holds something else by now, so that it has to be looked
    // at again; not asked with `lax`. A point counts as in that pass.
    async meet(place, x, y, limit, lax) {
      const seen = globalThis.__sextantSeen;
      const from = now();
      const other = () => !seen.where(place) || (!lax && seen.edits !== edits);
      if (!seen || other()) return { again: true };
      for (let still = false; !still && now() - from <= limit;) {
        const before = seen.where(place);
        const begins = beginsToMove(); // in its first picture, what moves is still where it was
        const time = document.timeline.currentTime; // moves on with each picture, which a busy machine may not draw
        await frame(); // a movement that begins only now is the guard's to notice
        if (other()) return { again: true };
        const drawn = document.timeline.currentTime !== time;
        still = drawn && same(before, seen.where(place)) && !begins && !beginsToMove();
      }
      const aimed = seen.aim(place, x, y);
      if (!aimed.point) return aimed;
      const node = seen.node(place);
      guard = watch((hit) => seen.meets(place, hit), () => seen.where(place), node);
      return aimed;
    },
    seen: (name) => ({ id, events: intents.get(name) || null }),
    changes: () => ({ at: now(), last: Math.max(lastChange, lastScroll) }),
    // Resolves when something changes, at the latest after `limit` ms.
    async change(limit) {
      const from = now();
      began = from;
      while (now() - from < limit) {
        if (lastChange > from || lastScroll > from) return true;
        await frame();
      }
      return false;
    },
    frameAt(x, y) {
      const hit = deepest(x, y);
      return hit && holdsPage(hit) ? hit : null;
    },
    inner(el) {
      const view = window.parent === window ? window.visualViewport : null;
      const box = el.getBoundingClientRect();
      const style = getComputedStyle(el);
      return {
        x: (box.left + el.clientLeft + parseFloat(style.paddingLeft || "0") - (view ? view.offsetLeft : 0)),
        y: (box.top + el.clientTop + parseFloat(style.paddingTop || "0") - (view ? view.offsetTop : 0)),
        sx: el.offsetWidth ? box.width / el.offsetWidth : 1,
        sy: el.offsetHeight ? box.height / el.offsetHeight : 1,
      };
    },
    deepest,
    chain(x, y) {
      const found = [];
      for (let at = deepest(x, y); at; at = up(at)) found.push(at);
      found.push(document, window);
      return found;
    },
    // What becomes of a finger that is drawn from here: "native" it moves a slider of the browser's, "draggable" it takes
    // something along, "still" the page has switched scrolling off, "" none of these.
    drag(x, y) {
      const hit = deepest(x, y);
      if (hit instanceof HTMLInputElement && hit.type === "range") return "native";
      const taken = (at) => at.draggable === true && (at.hasAttribute("draggable") || !(at instanceof HTMLAnchorElement || at instanceof HTMLImageElement));
      let still = "";
      for (let at = hit; at; at = up(at)) {
        if (taken(at)) return "draggable";
        if (getComputedStyle(at).touchAction === "none") still = "still";
      }
      return still;
    },
    // Scrolls by `share` of what is visible. `null` point: the page, or what serves as one. `pan`: the share that
    // is left for a finger: no script moves the screen over a page that is laid out wider or higher than it.
    scroll(dx, dy, x, y, share) {
      const root = document.scrollingElement;
      const view = window.parent === window ? window.visualViewport : null;
      const under = [];
      if (x !== null) for (let at = deepest(x, y); at; at = up(at)) if (at !== root && canScroll(at, dx, dy)) under.push(at);
      // In whole pixels, so that it is the same on every screen.
      const way = (at, direction, extent) => (direction ? Math.floor(at + direction * extent * share) : at);
      const moved = (target) => {
        did("scroll");
        const high = target !== root ? target.clientHeight : view ? view.height : innerHeight;
        const wide = target !== root ? target.clientWidth : view ? view.width : innerWidth;
        const before = [target.scrollLeft, target.scrollTop];
        target.scrollTo({ left: way(before[0], dx, wide), top: way(before[1], dy, high), behavior: "instant" });
        return Math.abs(target.scrollLeft - before[0]) / wide + Math.abs(target.scrollTop - before[1]) / high;
      };
      if (under.length) return { moved: moved(under[0]) > 0, pan: 0 };
      const gone = root && canScroll(root, dx, dy) ? moved(root) : 0;
      const pan = view && gone < share - 0.01 && pans(view, dx, dy) ? share - gone : 0;
      if (gone || pan) return { moved: gone > 0, pan };
      const largest = x === null ? largestScroller(dx, dy) : null;
      return { moved: largest !== null && moved(largest) > 0, pan: 0 };
    },
    focused() {
      const el = active();
      const type = el && isPrivate(el) ? "password" : el instanceof HTMLInputElement ? el.type : "";
      return { kind: kindOf(el), type, focus: document.hasFocus() };
    },
    focusedElement: active,
    isPrivate,
    held() {
      observeShadows();
      return heldNow();
    },
    // What has the focus, as whoever decides about a secret must know it.
    receiver() {
      const el = active();
      const field = el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement || el instanceof HTMLSelectElement;
      return {
        type: el instanceof HTMLInputElement ? el.type : el ? el.localName : "",
        autocomplete: el ? el.getAttribute("autocomplete") || "" : "",
        names: el ? ["id", "name", "aria-label", "placeholder"].map((key) => el.getAttribute(key) || "") : [],
        masked: !!el && isMasked(el),
        destinations: field ? destinations(el.form) : [],
      };
    },
    origin: () => (location.protocol === "file:" ? "file://" : self.origin),
    // From now on only what has the focus (`here`), or nothing in this document, is given keys; null: everything again.
    // Returns how many keys went astray.
    only(here) {
      const strayed = recipient ? recipient.strayed : 0;
      recipient = here === null ? null : { element: here ? active() : null, strayed, until: now() + RESTRICTED_MS };
      if (here && active()) conceal(active());
      return strayed;
    },
    // A field under the point that a tap may not have focused, because a label, icon or overlay took the touch.
    focusAt(x, y) {
      const hit = deepest(x, y);
      if (!hit) return false;
      const label = hit.closest ? hit.closest("label") : null;
      const field = kindOf(hit) !== "none" && kindOf(hit) !== "frame" ? hit : label && label.control;
      if (!field || kindOf(field) === "none") return false;
      field.focus({ preventScroll: true });
      return active() === field;
    },
    selectAll() {
      const el = active();
      if (!el) return;
      if (el.isContentEditable) {
        const range = document.createRange();
        range.selectNodeContents(el);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
      } else if (typeof el.select === "function") el.select();
    },
    toEnd() {
      const el = active();
      if (!el) return;
      if (el.isContentEditable) {
        const selection = getSelection();
        selection.selectAllChildren(el);
        selection.collapseToEnd();
      } else {
        try { el.setSelectionRange(el.value.length, el.value.length); } catch { /* number and email have no caret */ }
      }
    },
    empty() {
      const el = active();
      return !el || (el.isContentEditable ? el.textContent === "" : el.value === "");
    },
    setValue(text) {
      const el = active();
      if (!(el instanceof HTMLInputElement)) return { ok: false, value: "" };
      const before = el.value;
      did("input");
      setter(el).call(el, text);
      if (text && el.value === "") {
        setter(el).call(el, before);
        return { ok: false, value: before };
      }
      announce(el);
      return { ok: true, value: el.value };
    },
    // The options of the caught or focused select, by what they show and by their values.
    choices() {
      const select = caught && caught.isConnected ? caught : active();
      const options = select instanceof HTMLSelectElement ? Array.from(select.options) : [];
      return { labels: options.map((o) => (o.label || o.text).trim().replace(/\s+/g, " ")), values: options.map((o) => o.value) };
    },
    // Chooses an option of the caught or focused select by its place.
    choose(place) {
      const select = caught && caught.isConnected ? caught : active();
      const wanted = select instanceof HTMLSelectElement ? select.options[place] : null;
      if (!wanted || wanted.disabled) return { ok: false, label: "" };
      did("input");
      if (!wanted.selected) {
        wanted.selected = true;
        announce(select);
      }
      caught = null;
      return { ok: true, label: wanted.label || wanted.text };
    },
    longPress(x, y) {
      held = true;
      if (under) under.addEventListener("touchend", lifted, { once: true, passive: false });
      const hit = deepest(x, y) || document.body;
      const free = hit.dispatchEvent(new PointerEvent("contextmenu", {
        bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, pointerType: "touch", pointerId: 2, isPrimary: true,
      }));
      return { prevented: !free };
    },
    // Whether a touch or key of any gesture has reached this document.
    used: () => [...intents.values()].some((seen) => seen.click || seen.keydown || seen.input || seen.pointerup),
    // A key or gesture of the phone that the page is.
    phone(detail) {
      did("phone");
      document.dispatchEvent(new CustomEvent("phone", { detail }));
    },
    permitted(number) { document.dispatchEvent(new Event(`@KEY@!${number}`)); },
    letGo() {
      caught = null;
    },
  };

  observe(document);
  window.addEventListener("DOMContentLoaded", observeShadows, { once: true });
})();
