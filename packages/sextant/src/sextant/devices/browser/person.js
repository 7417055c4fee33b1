// Tells the device what a person does with this document: fingers, wheels, typed text, keys. Runs in the agent's world
// while a person is recorded. The content of private fields is never told.
(() => {
  "use strict";
  if (globalThis.sextantPerson || !globalThis.sextant) return;
  globalThis.sextantPerson = true;
  const QUIET = 600; // so long after the last key, what a field holds is told
  const tell = (kind, more) => {
    if (typeof globalThis.sextantSaw === "function") {
      globalThis.sextantSaw(`?person ${JSON.stringify({ kind, at: Date.now() / 1000, ...more })}`);
    }
  };
  const inner = (event) => event.composedPath()[0] || event.target;
  const select = (event) => inner(event) instanceof Element && inner(event).closest("select");
  const spot = (x, y) => sextant.inTab(x, y);
  const finger = (kind, touch) => {
    const at = spot(touch.clientX, touch.clientY);
    if (at) tell(kind, at);
  };
  const listen = (type, handler) => window.addEventListener(type, (event) => {
    if (event.isTrusted) handler(event);
  }, { capture: true, passive: true });

  let field = null; // what is typed into, since when, and the timer that tells it
  const flush = () => {
    if (!field) return;
    const { node, began, timer } = field;
    clearTimeout(timer);
    field = null;
    const box = node.getBoundingClientRect();
    const at = spot(box.left + box.width / 2, box.top + box.height / 2);
    if (at) tell("text", { ...at, began, text: sextant.isPrivate(node) ? null : ("value" in node ? node.value : node.innerText) });
  };
  const UNTYPED = /^(button|checkbox|file|image|radio|range|reset|submit)$/;
  listen("input", (event) => {
    const node = inner(event);
    if (!(node instanceof HTMLElement) || node instanceof HTMLSelectElement || UNTYPED.test(node.type || "")) return;
    if (field && field.node !== node) flush();
    const began = field ? field.began : Date.now() / 1000;
    if (field) clearTimeout(field.timer);
    field = { node, began, timer: setTimeout(flush, QUIET) };
  });
  listen("change", (event) => {
    const node = inner(event);
    if (!(node instanceof HTMLSelectElement) || !node.selectedOptions.length) return;
    const box = node.getBoundingClientRect();
    const at = spot(box.left + box.width / 2, box.top + box.height / 2);
    const option = node.selectedOptions[0];
    if (at) tell("text", { ...at, began: Date.now() / 1000, text: (option.label || option.text).trim() });
  });
  listen("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(inner(event) instanceof HTMLInputElement)) return;
    if (UNTYPED.test(inner(event).type)) return;
    flush();
    tell("key", { key: "enter" });
  });

  // The browser may give a tap to something beside the finger: its click, which follows at once, tells where.
  let lifted = null;
  const lift = (at) => {
    if (!lifted) return;
    clearTimeout(lifted.timer);
    tell("up", { at: lifted.at, ...at });
    lifted = null;
  };
  listen("click", (event) => { if (event.pointerType === "touch") lift(spot(event.clientX, event.clientY)); });
  listen("touchstart", (event) => {
    lift();
    flush();
    if (event.touches.length > 1) tell("several");
    else if (!select(event)) finger("down", event.touches[0]);
  });
  listen("touchmove", (event) => finger("move", event.touches[0]));
  listen("touchend", (event) => {
    if (event.touches.length) return;
    finger("move", event.changedTouches[0]);
    lifted = { at: Date.now() / 1000, timer: setTimeout(() => lift(), 60) };
  });
  listen("touchcancel", () => tell("drop"));
  let pressed = false;
  listen("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    flush();
    pressed = !select(event);
    if (pressed) finger("down", event);
  });
  listen("pointerup", (event) => {
    if (event.pointerType === "touch" || !pressed) return;
    pressed = false;
    finger("move", event);
    tell("up");
  });
  let wheel = null; // a turn of the wheel comes in many events
  listen("wheel", (event) => {
    const at = spot(event.clientX, event.clientY);
    if (!at || event.ctrlKey) return;
    if (wheel) clearTimeout(wheel.timer);
    else flush();
    const unit = [1, 16, innerHeight][event.deltaMode];
    const last = wheel || { at, began: Date.now() / 1000, across: 0, down: 0 };
    wheel = { ...last, across: last.across + event.deltaX * unit, down: last.down + event.deltaY * unit };
    wheel.timer = setTimeout(() => {
      tell("wheel", { ...wheel.at, began: wheel.began, across: wheel.across, down: wheel.down });
      wheel = null;
    }, 250);
  });

  // The browser's own way back: told by the document that it leads to.
  const index = (entry) => (entry ? entry.index : -1);
  const arrived = (from) => {
    const now = index(globalThis.navigation && navigation.currentEntry);
    if (from >= 0 && now >= 0 && now < from && window === window.parent) tell("key", { key: "back" });
  };
  if (globalThis.navigation) {
    navigation.addEventListener("currententrychange", (event) => {
      if (event.navigationType === "traverse") arrived(index(event.from));
    });
    const came = () => {
      const how = navigation.activation;
      if (how && how.navigationType === "traverse") arrived(index(how.from));
    };
    window.addEventListener("pageshow", came, { once: document.readyState !== "complete" });
  }
  window.addEventListener("pagehide", () => { lift(); flush(); }, true);
})();
