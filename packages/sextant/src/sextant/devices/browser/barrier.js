// Runs before the agent script, in its world. While a gesture is under way, a frame of another origin that it may not
// reach gets none of its touches, whatever brought them there. Documents of the page's own origin are never barred.
(() => {
  "use strict";
  if (Object.hasOwn(globalThis, "sextantBar")) return;
  const origins = Array.from(location.ancestorOrigins || []);
  const foreign = origins.length > 0 && (self.origin === "null" || origins.some((origin) => origin !== self.origin));
  const MOST_MS = 60000; // in case the run that asked for it ends first
  const TOUCHES = [
    "pointerover", "pointerenter", "pointerdown", "pointermove", "pointerrawupdate", "pointerup", "pointercancel", "pointerout",
    "pointerleave", "gotpointercapture", "lostpointercapture", "touchstart", "touchmove", "touchend", "touchcancel", "mouseover",
    "mouseenter", "mousedown", "mousemove", "mouseup", "mouseout", "mouseleave", "click", "dblclick", "auxclick", "contextmenu",
    "selectstart", "dragstart", "drag", "dragenter", "dragover", "dragleave", "drop", "dragend",
  ];
  const MET = new Set(["pointerdown", "touchstart", "mousedown", "click", "dragover", "drop"]);
  let until = 0;
  let met = 0;
  const withhold = (event) => {
    if (!event.isTrusted || performance.now() > until) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
    if (MET.has(event.type)) met++;
  };
  const listen = () => {
    if (!foreign) return;
    for (const type of TOUCHES) window.addEventListener(type, withhold, { capture: true, passive: false });
  };
  listen();
  // Without `on`, bars no longer, and returns how many events were withheld. One gesture may give several orders.
  globalThis.sextantBar = (on) => {
    const before = met;
    if (on === undefined || performance.now() > until) met = 0;
    until = on ? performance.now() + MOST_MS : 0;
    if (on) listen(); // `document.open` removes listeners
    return before;
  };
})();
