"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const steps = all(".step");
  const pager = $("#pager"), place = $("#place"), search = $("#search"), help = $("#help");
  const field = $("input", search), found = $("output", search);
  let current = -1;

  const visible = () => steps.filter((step) => !step.hidden);

  // The steps' own numbers, which begin where the run's do.
  const number = (step) => $(".number", step).textContent;
  const position = (step) => `Step ${number(step)} / ${number(steps[steps.length - 1])}`;

  function mark(step) {
    const index = steps.indexOf(step);
    if (index < 0 || index === current) return;
    current = index;
    place.textContent = position(step);
    for (const link of all("[aria-current]")) link.removeAttribute("aria-current");
    for (const link of all(`.list a[href="#${step.id}"], .track a[href="#${step.id}"]`)) {
      link.setAttribute("aria-current", "step");
      const list = link.closest(".sticky");
      if (list && list.scrollHeight > list.clientHeight) {
        const top = link.offsetTop, low = top + link.offsetHeight;
        if (top < list.scrollTop || low > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
      }
    }
  }

  function go(step) {
    if (!step) return;
    history.replaceState(null, "", `#${step.id}`);
    // Steps out of sight have no size of their own until they come near: settle on the place in a few frames.
    let frames = 0, quiet = 0, last = NaN;
    const top = () => Math.round(step.getBoundingClientRect().top);
    const settle = () => {
      quiet = top() === last ? quiet + 1 : 0;
      if (quiet === 0) step.scrollIntoView({ block: "start" });
      last = top();
      if (quiet < 4 && frames++ < 40) requestAnimationFrame(settle); else mark(step);
    };
    mark(step);
    settle();
  }

  function move(by) {
    const shown = visible();
    if (!shown.length) return;
    const at = shown.indexOf(steps[current]);
    const started = at >= 0 && (current > 0 || steps[current].getBoundingClientRect().top < innerHeight / 2);
    go(shown[started ? Math.min(Math.max(at + by, 0), shown.length - 1) : 0]);
  }

  // What a step says of itself: what was read before it repeats the steps that went before.
  const said = new Map();
  const about = (step) => all(`.event[data-step="${step.id}"]`);
  function wording(step) {
    if (!said.has(step)) {
      const own = step.cloneNode(true);
      for (const read of all(".read", own)) read.remove();
      said.set(step, [own, ...about(step)].map((part) => part.textContent).join(" ").toLowerCase());
    }
    return said.get(step);
  }

  function filter() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const step of steps) {
      const text = wording(step);
      step.hidden = !words.every((word) => text.includes(word));
      count += step.hidden ? 0 : 1;
      for (const link of all(`.list a[href="#${step.id}"]`)) link.closest("li").hidden = step.hidden;
    }
    for (const event of all(".event")) {
      const step = document.getElementById(event.dataset.step);
      event.hidden = words.length > 0 && (!step || step.hidden);
    }
    found.textContent = words.length ? `${count} of ${steps.length} steps` + (count ? "" : ": try fewer words") : "";
  }

  function flip() {
    const step = steps[current];
    const other = step && $(".flip input:not(:checked)", step);
    if (other) other.checked = true;
  }

  function outlines() {
    const style = document.documentElement.style;
    style.setProperty("--boxes", style.getPropertyValue("--boxes") === "hidden" ? "visible" : "hidden");
  }

  const keys = {
    ArrowRight: () => move(1), j: () => move(1),
    ArrowLeft: () => move(-1), k: () => move(-1),
    b: flip, e: outlines,
    "/": () => { const details = $(".list details"); details.open = true; field.focus(); field.scrollIntoView({ block: "nearest" }); },
    "?": () => (help.open ? help.close() : help.showModal()),
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && field.value) { field.value = ""; filter(); field.blur(); return; }
    if (event.target === field) {
      if (event.key === "Enter") { event.preventDefault(); field.blur(); go(visible()[0]); }
      return;
    }
    if (event.target.matches("input[type=radio]") && event.key.startsWith("Arrow")) return;
    const action = keys[event.key];
    if (action && (!help.open || event.key === "?")) { event.preventDefault(); action(); }
  });

  if (!steps.length) return;
  search.hidden = pager.hidden = false;
  search.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", filter);
  $("#previous").addEventListener("click", () => move(-1));
  $("#next").addEventListener("click", () => move(1));
  if (matchMedia("(max-width: 1079px)").matches) $(".list details").open = false;

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) mark(entry.target);
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const step of steps) seen.observe(step);
  place.textContent = position(steps[0]);
  current = 0;
  const asked = location.hash && document.getElementById(location.hash.slice(1));
  if (asked && asked.matches(".step")) go(asked);
})();
