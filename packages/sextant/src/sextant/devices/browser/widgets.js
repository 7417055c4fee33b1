// Evaluated in the agent's world when a value is given to something that takes no text: a slider, a spin button, a
// wheel, a list of options. The last one found is the one that is read and set until another is found.
(() => {
  "use strict";
  const sextant = globalThis.sextant;
  const WAYS_UP = 6;
  const LONGEST = 40; // characters of what stands on a wheel
  const up = (node) => node.assignedSlot || node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const bare = (text) => (text || "").trim().replace(/\s+/g, " ");
  const shows = (el) => bare(el.getAttribute("aria-label") || el.innerText || el.textContent);
  const drawn = (el) => { const box = el.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  const drawnFrame = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 0)); setTimeout(done, 80); });
  let widget = null;
  let kind = "";
  let held = []; // the options, as they were listed last

  const EDITABLE = "input:not([type=range]):not([type=radio]):not([type=checkbox]),textarea,select,[contenteditable=''],[contenteditable=true]";
  const ROLES = { slider: "steps", spinbutton: "steps", listbox: "options", radiogroup: "options" };
  const kindOf = (el) => {
    if (el.getAttribute("aria-disabled") === "true") return "";
    if (el instanceof HTMLInputElement && el.type === "range") return el.disabled ? "" : "range";
    if (isWheel(el)) return "wheel";
    const role = (el.getAttribute("role") || "").toLowerCase();
    if (ROLES[role]) return ROLES[role];
    const opens = role === "combobox" || /^(listbox|menu|true)$/.test(el.getAttribute("aria-haspopup") || "");
    return opens ? "opens" : "";
  };
  const isWheel = (el) => {
    if (getComputedStyle(el).scrollSnapType === "none") return false;
    if (el.scrollHeight <= el.clientHeight + 1 && el.scrollWidth <= el.clientWidth + 1) return false;
    if (el.clientHeight > innerHeight * 0.6) return false;
    const on = onWheel(el);
    return on.length > 2 && on.every((one) => shows(one).length <= LONGEST);
  };
  const onWheel = (el) => {
    let at = el;
    while (at.children.length === 1) at = at.children[0];
    return Array.from(at.children).filter((one) => shows(one));
  };
  const options = (el) => {
    if (kind === "wheel") return onWheel(el);
    const found = Array.from(el.querySelectorAll("[role=option],[role=radio],[role=menuitemradio],[role=menuitem],input[type=radio]"));
    return (found.length ? found : Array.from(el.children)).filter((one) => one instanceof HTMLInputElement || drawn(one));
  };
  const labelOf = (one) => bare(one instanceof HTMLInputElement ? (one.labels && one.labels[0] && one.labels[0].innerText) || one.getAttribute("aria-label") || one.value : "") || shows(one);
  const valueOf = (one) => one.getAttribute("data-value") || one.getAttribute("value") || "";
  // The option at a place of the list, also if the page has drawn the options anew since.
  const optionAt = (place) => (held[place].isConnected ? held[place] : options(widget).find((one) => labelOf(one) === labelOf(held[place])));
  const middle = (el) => { const box = el.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const selected = (one) => {
    if (one instanceof HTMLInputElement) return one.checked;
    const said = one.getAttribute("aria-selected") || one.getAttribute("aria-checked");
    return said === null ? null : said === "true";
  };
  const focus = () => {
    const inner = widget.matches("[tabindex],input,button,a[href]") ? widget : widget.querySelector("[tabindex]") || widget;
    inner.focus({ preventScroll: true });
  };

  return {
    // What at this point takes a value without being typed into; "" where there is no such thing.
    find(x, y) {
      widget = null;
      kind = "";
      let at = sextant.deepest(x, y);
      if (at && at.closest("label") && at.closest("label").control) at = at.closest("label").control;
      if (!at || at.closest(EDITABLE)) return "";
      for (let way = 0; at && way < WAYS_UP; way++, at = up(at)) {
        const found = kindOf(at);
        if (found) { widget = at; kind = found; break; }
      }
      if (kind === "range" || kind === "steps") focus();
      return kind;
    },
    // The list that stands open for the control that was found: what it names, else the last that is drawn.
    async opened(limit) {
      const from = performance.now();
      while (performance.now() - from < limit) {
        const ids = (widget.getAttribute("aria-controls") || widget.getAttribute("aria-owns") || "").split(/\s+/).filter(Boolean);
        const named = ids.map((id) => widget.getRootNode().getElementById(id)).find((one) => one && drawn(one));
        const found = named || Array.from(document.querySelectorAll("[role=listbox],[role=menu]")).filter(drawn).pop();
        if (found) { widget = found; kind = "options"; return true; }
        await drawnFrame();
      }
      return false;
    },
    // What a slider or spin button says of itself, once the page has drawn what was done last.
    async value() {
      await drawnFrame();
      const said = widget.getAttribute("aria-valuenow");
      return { now: said === null || said === "" ? null : Number(said), text: bare(widget.getAttribute("aria-valuetext")) };
    },
    // The options, by what they show and by their values.
    entries() {
      held = options(widget);
      return { labels: held.map(labelOf), values: held.map(valueOf) };
    },
    // Brings the option into view, of a wheel into its middle: where it can be tapped, or why not.
    async option(place) {
      const found = optionAt(place);
      if (!found) return { gone: true };
      if (found.matches(":disabled,[aria-disabled=true]")) return { disabled: true };
      if (kind === "wheel") {
        sextant.did("input");
        const [wx, wy] = middle(widget);
        const [ox, oy] = middle(found);
        widget.scrollBy({ left: ox - wx, top: oy - wy, behavior: "instant" });
      } else {
        sextant.letOff(); // the touch that comes is for the option, not for what it was aimed at
        found.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      }
      await drawnFrame();
      const at = found instanceof HTMLInputElement && !drawn(found) && found.labels && found.labels[0] ? found.labels[0] : found;
      return { point: middle(at), selected: selected(found) };
    },
    // Whether the option is chosen by now: of a wheel, whether it stands in the middle. null: nothing tells.
    async chosen(place) {
      await drawnFrame();
      if (kind !== "wheel") sextant.did("input");
      if (!widget.isConnected) return null;
      const found = optionAt(place);
      if (!found) return null;
      if (kind !== "wheel") return selected(found);
      const [wx, wy] = middle(widget);
      const far = (one) => { const [x, y] = middle(one); return Math.hypot(x - wx, y - wy); };
      return options(widget).every((one) => far(one) >= far(found));
    },
  };
})()
