"use strict";
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const $ = (selector, root = document) => root.querySelector(selector);
  const data = JSON.parse($("#data").textContent);
  const chart = $("#chart");
  if (!chart) return;
  const root = document.documentElement, frame = $("#frame"), side = $("#side"), world = $("#world");
  const cards = [...chart.querySelectorAll(".card")], marked = $("#marked"), numbers = $("#numbers");
  const field = $("#search input"), found = $("#search output"), finder = $("#finder"), way = $("#way");
  const from = $("#from"), to = $("#to");
  const [wide, high] = data.card;
  const nodes = data.nodes.map(([id, name, x, y, words], i) => ({ id, name, x, y, words, i, card: cards[i], said: $(".name", cards[i]) }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const out = nodes.map(() => []), into = nodes.map(() => []), pairs = new Map();
  // The lines of each look are one path of the drawing, in the order of their pairs.
  const written = chart.querySelectorAll("#edges .edge"), { tip, through, shortest, neighbour } = mapWays(data, nodes);
  data.pairs.forEach(([kind, ends], look) => {
    const lines = written[look].getAttribute("d").split(/(?=M)/).values();
    for (const [a, ...targets] of ends) for (const b of targets) {
      const pair = { a: nodes[a], b: nodes[b], kind, line: lines.next().value };
      out[a].push(pair); into[b].push(pair); pairs.set(`${a} ${b}`, pair);
    }
  });
  root.classList.add("js");
  for (const part of [$("#search"), $(".zoom"), finder, $(".hint")]) part.hidden = false;

  // -- where the window stands over the drawing
  let scale = 1, left = 0, top = 0, painted = 0;
  const least = () => Math.min(0.4, fitting() * 0.8);
  const fitting = () => {
    const box = frame.getBoundingClientRect();
    return Math.min((box.width - 16) / data.size[0], (box.height - 48) / data.size[1], 1.1);
  };
  // A large drawing takes long to draw: while it moves, what is drawn moves as a picture.
  const heavy = nodes.length > 150 || pairs.size > 1200;
  chart.classList.toggle("vast", nodes.length > 600);
  chart.classList.toggle("heavy", heavy);
  let settle = 0, drawnAt = null;
  function paint() {
    painted = 0;
    const x = data.size[0] * scale + left, box = frame.getBoundingClientRect();
    frame.classList.toggle("before", left < -wide * scale * 0.3);
    frame.classList.toggle("after", x > box.width + wide * scale * 0.3);
    if (!heavy || !drawnAt) { draw(); return; }
    const by = scale / drawnAt[0];
    chart.style.transform = `matrix(${by}, 0, 0, ${by}, ${left - drawnAt[1] * by}, ${top - drawnAt[2] * by})`;
    clearTimeout(settle);
    settle = setTimeout(draw, 160);
  }
  function draw() {
    chart.style.transform = "";
    drawnAt = [scale, left, top];
    world.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${scale.toFixed(4)})`;
    letters();
  }
  // Letters stay large enough to read where the cards get small; what then has no room is left out.
  function letters() {
    const near = scale < 0.34 ? "far" : scale < 0.5 ? "mid" : scale < 0.74 ? "close" : "near";
    if (chart.dataset.zoom !== near) chart.dataset.zoom = near;
    world.style.setProperty("--name", `${Math.max(15, 14 / scale).toFixed(1)}px`);
    world.style.setProperty("--under", `${Math.max(13, 12.5 / scale).toFixed(1)}px`);
    if (near === "far") { hush(); return; }
    // A name comes before its picture.
    if (nodes.length > 600) return;
    for (const { card } of nodes) card.classList.remove("tight");
    const tight = nodes.filter(({ said }) => said.scrollWidth > said.clientWidth + 1 || said.scrollHeight > said.clientHeight + 4);
    for (const { card } of tight) card.classList.add("tight");
  }
  // From afar only few names are written, and none over another.
  function hush() {
    const taken = [];
    for (const { card, said } of [nodes[data.start], ...nodes].filter((node) => node && node.card.classList.contains("hub"))) {
      card.classList.remove("hushed");
      const a = said.getBoundingClientRect();
      const over = taken.some(([other, b]) => other !== card && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
      card.classList.toggle("hushed", over);
      if (!over) taken.push([card, a]);
    }
  }
  const repaint = () => { if (!painted) painted = requestAnimationFrame(paint); };
  function zoom(by, x, y) {
    const next = Math.min(2.5, Math.max(least(), scale * by));
    left = x - ((x - left) * next) / scale;
    top = y - ((y - top) * next) / scale;
    scale = next;
    repaint();
  }
  function whole() {
    const box = frame.getBoundingClientRect();
    scale = fitting();
    left = (box.width - data.size[0] * scale) / 2;
    top = Math.max(40, (box.height - data.size[1] * scale) / 2);
    repaint();
  }
  // What would be too small to read begins at the start instead, at a size that can be read.
  function begun() {
    const box = frame.getBoundingClientRect(), start = nodes[data.start], narrow = box.width < 700;
    const readable = narrow ? Math.min(0.9, (box.width - 24) / (2 * wide + 80)) : 0.42;
    whole();
    if (scale >= readable || !start) return;
    scale = narrow ? readable : 0.62;
    centre(start);
    left = 12 - (start.x - 16) * scale;
  }
  function centre(node) {
    const box = frame.getBoundingClientRect();
    left = box.width / 2 - (node.x + wide / 2) * scale;
    top = box.height / 2 - (node.y + high / 2) * scale;
    repaint();
  }
  function bringIn(node) {
    const box = frame.getBoundingClientRect();
    if (scale < 0.34) scale = 0.6;
    const x = left + node.x * scale, y = top + node.y * scale;
    if (x < 24 || y < 64 || x + wide * scale > box.width - 24 || y + high * scale > box.height - 72) centre(node);
    repaint();
  }
  function show(list) {
    const box = frame.getBoundingClientRect();
    const x1 = Math.min(...list.map((n) => n.x)), x2 = Math.max(...list.map((n) => n.x + wide));
    const y1 = Math.min(...list.map((n) => n.y)), y2 = Math.max(...list.map((n) => n.y + high));
    scale = Math.max(least(), Math.min(1.1, (box.width - 80) / (x2 - x1), (box.height - 160) / (y2 - y1)));
    left = (box.width - (x1 + x2) * scale) / 2;
    top = (box.height - (y1 + y2) * scale) / 2;
    repaint();
  }

  // -- fingers, mouse, wheel
  const fingers = new Map();
  let moved = 0, gap = 0;
  const place = (event) => { const box = frame.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  chart.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) moved = 0;
    gap = 0;
  });
  addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    fingers.set(event.pointerId, now);
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 5) return;
    chart.classList.add("dragging");
    if (fingers.size === 1) { left += dx; top += dy; repaint(); return; }
    const [a, b] = [...fingers.values()];
    const wideNow = Math.hypot(a[0] - b[0], a[1] - b[1]);
    left += dx / 2; top += dy / 2;
    if (gap) zoom(wideNow / gap, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    gap = wideNow;
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    gap = 0;
    if (!fingers.size) chart.classList.remove("dragging");
  });
  chart.addEventListener("dragstart", (event) => event.preventDefault());
  chart.addEventListener("click", (event) => {
    if (moved >= 5) { event.preventDefault(); event.stopPropagation(); moved = 0; return; }
    if (!event.target.closest(".card")) leave();
  }, true);
  chart.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [x, y] = place(event);
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), x, y);
  }, { passive: false });
  chart.addEventListener("dblclick", (event) => { const [x, y] = place(event); zoom(1.6, x, y); });
  const middle = () => { const box = frame.getBoundingClientRect(); return [box.width / 2, box.height / 2]; };
  $("#nearer").addEventListener("click", () => zoom(1.4, ...middle()));
  $("#further").addEventListener("click", () => zoom(1 / 1.4, ...middle()));
  $("#whole").addEventListener("click", whole);
  const every = $("#every");
  if (every) every.addEventListener("change", () => chart.classList.toggle("every", every.checked));

  // -- marks over the drawing
  const drawn = (name, attributes, parent) => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  function mark(pair, classes) {
    const line = drawn("path", { class: `mark ${classes}`, d: pair.line }, marked);
    drawn("path", { class: `tip ${classes}`, d: tip(pair.b) }, marked);
    return line;
  }
  function around(node) {
    marked.replaceChildren();
    chart.classList.add("choosing");
    for (const pair of into[node.i]) { pair.a.card.classList.add("near"); mark(pair, `in ${pair.kind}`); }
    for (const pair of out[node.i]) { pair.b.card.classList.add("near"); mark(pair, pair.kind); }
  }
  // Under the pointer: all that leads to a screen and on from it, unless something is chosen.
  let pointed = null;
  function point(node) {
    if (pointed === node || (!pointed && chart.classList.contains("choosing"))) return;
    clear();
    pointed = node;
    if (!node) return;
    around(node);
    node.card.classList.add("near");
  }
  $("#cards").addEventListener("pointerover", (event) => {
    const on = event.target.closest(".card");
    if (on && event.pointerType === "mouse" && !fingers.size) point(nodes.find((node) => node.card === on));
  });
  $("#cards").addEventListener("pointerout", (event) => {
    if (pointed && !(event.relatedTarget && event.relatedTarget.closest && event.relatedTarget.closest(".card"))) point(null);
  });
  function clear() {
    pointed = null;
    marked.replaceChildren();
    numbers.replaceChildren();
    chart.classList.remove("choosing");
    for (const node of nodes) node.card.classList.remove("chosen", "near");
  }

  // -- one screen
  let current = null;
  function choose(node) {
    clear();
    current = node;
    around(node);
    node.card.classList.add("chosen");
    for (const shown of side.querySelectorAll("article.shown")) shown.classList.remove("shown");
    const article = document.getElementById(node.id);
    article.classList.add("shown");
    if (!$(".actions", article)) {
      const bar = document.createElement("p");
      bar.className = "actions";
      bar.append(button("Way from here", () => begin(node, null)), button("Way to here", () => begin(null, node)), button("All screens", leave));
      $("header", article).after(bar);
    }
    side.classList.add("reading");
    requestAnimationFrame(settleScroll);
    focusable(node);
    bringIn(node);
  }
  // The browser goes to what the address names by itself; the drawing has to stay in sight beside it.
  function settleScroll() {
    side.scrollTop = 0;
    if (scrollY) frame.scrollIntoView({ block: "start" });
  }
  function button(label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  }
  function leave() {
    clear();
    current = null;
    side.classList.remove("reading");
    for (const shown of side.querySelectorAll("article.shown")) shown.classList.remove("shown");
    way.replaceChildren();
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }
  function focusable(node) {
    for (const other of nodes) other.card.setAttribute("tabindex", other === node ? "0" : "-1");
  }

  // -- ways
  const named = new Map();
  for (const node of nodes) {
    const twice = named.has(node.name) ? ` (${node.id.slice(7, 13)})` : "";
    node.called = node.name + twice;
    named.set(node.called, node);
    const option = document.createElement("option");
    option.value = node.called;
    $("#names").append(option);
  }
  const meant = (text) => named.get(text) || nodes.find((node) => node.called.toLowerCase() === text.trim().toLowerCase())
    || (text.trim() && nodes.find((node) => node.called.toLowerCase().includes(text.trim().toLowerCase())));
  function begin(a, b) {
    if (a) from.value = a.called;
    if (b) to.value = b.called;
    if (!from.value && nodes[data.start]) from.value = nodes[data.start].called;
    side.classList.remove("reading");
    side.scrollTop = 0;
    finder.scrollIntoView({ block: "nearest" });
    const [x, y] = [meant(from.value), meant(to.value)];
    if (from.value && to.value && x && y) travel(x, y); else (from.value ? to : from).focus();
  }
  function travel(a, b) {
    clear();
    current = null;
    side.classList.remove("reading");
    way.replaceChildren();
    history.replaceState(null, "", `#way:${a.id}:${b.id}`);
    const steps = shortest(a, b);
    const told = document.createElement("p");
    way.append(told);
    chart.classList.add("choosing");
    for (const node of [a, b]) node.card.classList.add("chosen");
    if (!steps) {
      told.textContent = `No known way leads from ‘${a.name}’ to ‘${b.name}’.`;
      show([a, b]);
      return;
    }
    const actions = steps.reduce((sum, step) => sum + step[3], 0);
    told.textContent = steps.length ? `${steps.length === 1 ? "1 step" : `${steps.length} steps`}${actions === steps.length ? "" : `, ${actions} actions`}:` : "That is where you are.";
    const list = document.createElement("ol");
    steps.forEach(([source, target, says], index) => {
      for (const node of [source, target]) node.card.classList.add("near");
      const line = mark(pairs.get(`${source.i} ${target.i}`) || { b: target, line: through(source, target) }, "path"), { x, y } = line.getPointAtLength(line.getTotalLength() * 0.5);
      const number = drawn("g", { class: "step", transform: `translate(${x} ${y})` }, numbers);
      drawn("circle", { r: 11 }, number);
      drawn("text", { y: 4 }, number).textContent = String(index + 1);
      const row = document.createElement("li"), link = document.createElement("a"), by = document.createElement("span");
      by.textContent = says;
      by.className = "by";
      link.href = `#${target.id}`;
      link.textContent = target.name;
      row.append(by, link);
      list.append(row);
    });
    way.append(list);
    show([a, b, ...steps.map((step) => step[1])]);
  }
  finder.addEventListener("submit", (event) => {
    event.preventDefault();
    const [a, b] = [meant(from.value), meant(to.value)];
    if (a && b) travel(a, b);
    else way.textContent = `The map has no screen ‘${(a ? to : from).value}’.`;
  });
  $("#turn").addEventListener("click", () => { [from.value, to.value] = [to.value, from.value]; begin(null, null); });

  // -- search
  let hits = [], hit = -1;
  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    clear();
    hits = words.length ? nodes.filter((node) => words.every((word) => node.words.includes(word))) : [];
    hits.sort((a, b) => words.some((w) => b.name.toLowerCase().includes(w)) - words.some((w) => a.name.toLowerCase().includes(w)));
    hit = -1;
    found.textContent = !words.length ? "" : hits.length ? `${hits.length === 1 ? "1 screen" : `${hits.length} screens`}; Enter opens ${hits.length > 1 ? "one after another" : "it"}` : "No screen says that.";
    if (!words.length) return;
    chart.classList.add("choosing");
    for (const node of hits) node.card.classList.add("near");
    if (hits.length) show(hits);
  }
  field.addEventListener("input", search);
  $("#search").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!hits.length) return;
    hit = (hit + 1) % hits.length;
    location.hash = hits[hit].id;
  });

  // -- keys
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox";
    if (event.key === "Escape") { if (typing) event.target.blur(); field.value = ""; found.textContent = ""; leave(); return; }
    if (typing) return;
    const on = nodes.find((node) => node.card === document.activeElement);
    if (event.key === "/") { event.preventDefault(); field.focus(); field.select(); }
    else if (event.key === "?") { const help = $("#help"); leave(); help.open = true; help.scrollIntoView(); }
    else if (event.key === "+" || event.key === "=") zoom(1.3, ...middle());
    else if (event.key === "-") zoom(1 / 1.3, ...middle());
    else if (event.key === "0") whole();
    else if (event.key === "f" && current) begin(current, null);
    else if (event.key === "t" && current) begin(null, current);
    else if (ARROWS[event.key] && (on || current) && !side.contains(document.activeElement)) {
      event.preventDefault();
      const next = neighbour(on || current, ...ARROWS[event.key]);
      if (next) { focusable(next); next.card.focus({ preventScroll: true }); bringIn(next); }
    }
  });

  // -- addresses
  function follow() {
    const hash = decodeURIComponent(location.hash.slice(1));
    const [kind, a, b] = hash.split(":");
    if (byId.has(hash)) choose(byId.get(hash));
    else if (kind === "way" && byId.has(a) && byId.has(b)) { from.value = byId.get(a).called; to.value = byId.get(b).called; travel(byId.get(a), byId.get(b)); }
  }
  addEventListener("hashchange", follow);
  addEventListener("load", () => { if (current) { settleScroll(); setTimeout(settleScroll, 50); } });
  addEventListener("resize", repaint);

  for (const node of nodes) {
    const picture = $(".shot", document.getElementById(node.id));
    if (!picture) continue;
    const small = document.createElement("img");
    small.src = picture.getAttribute("src");
    small.alt = "";
    small.draggable = false;
    node.card.prepend(small);
  }
  if (nodes[data.start]) focusable(nodes[data.start]);
  begun();
  follow();
})();
