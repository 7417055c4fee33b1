// Draws the engine's scene as DOM, and tells the engine what a person does. One element a node, kept by its key.
(async () => {
  "use strict";
  const settings = JSON.parse(document.getElementById("settings").textContent);
  const live = !settings.driven; // for a person: the clock runs on by itself, things move
  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  const world = await unpacked(document.getElementById("world").textContent);
  const phone = document.getElementById("phone");
  const { look, width, height } = world.phone;
  await Promise.all([400, 500, 700].map((weight) => document.fonts.load(`${weight} 16px World`)));
  if (settings.cjk) await document.fonts.load("16px WorldCJK", "汉");
  world.memo = world.memo || {};

  // ---- the scene as elements
  const SVG = "http://www.w3.org/2000/svg";
  const colour = (token) => (token ? (token[0] === "#" ? token : `var(--${token})`) : "transparent");
  const box = (at) => `left:${at.x}px;top:${at.y}px;width:${at.w}px;height:${at.h}px;`;
  const surface = (at) =>
    (at.fill ? `background:${colour(at.fill)};` : "") +
    (at.border ? `border-color:${colour(at.border)};border-width:1px;` : "") +
    (at.radius ? `border-radius:${at.radius}px;` : "");
  const letters = (at) =>
    `font-size:${at.size}px;line-height:${at.lh}px;font-weight:${at.weight};color:${colour(at.colour)};` +
    `text-align:${{ l: "left", c: "center", r: "right" }[at.align]};`;
  const make = (tag) => (tag === "svg" ? document.createElementNS(SVG, tag) : document.createElement(tag));

  // Lines stand in one flow: a break where the text has a space is a <br>, elsewhere one that adds nothing to it.
  const fillText = (el, at) => {
    if (at.lines.length === 1) return void (el.textContent = at.lines[0]);
    const found = [];
    let place = 0;
    at.lines.forEach((line, i) => {
      if (i) {
        const from = place;
        while (/\s/.test(at.text[place] || "")) place++;
        found.push(document.createElement(place > from ? "br" : "i"));
      }
      found.push(line);
      place += line.length;
    });
    el.replaceChildren(...found);
  };
  const ICON_FALLBACK = '<circle cx="12" cy="12" r="8"/>';
  const fillIcon = (el, at) => {
    el.setAttribute("viewBox", "0 0 24 24");
    el.setAttribute("data-icon", at.icon);
    el.innerHTML = settings.icons[at.icon] || ICON_FALLBACK;
    el.style.color = colour(at.colour);
  };
  const fillPicture = (el, at) => {
    if (el.localName === "svg") {
      const [view, fit] = drawing.framing(at);
      el.setAttribute("viewBox", view);
      el.setAttribute("preserveAspectRatio", fit);
    }
    const round = at.radius ?? (at.draw === "avatar" ? at.w / 2 : at.draw === "photo" || at.draw === "swatch" ? Math.min(12, at.w / 5) : 0);
    el.style.borderRadius = `${round}px`;
    drawing.picture(el, at, look.dark);
  };
  const tagOf = (at) => {
    switch (at.t) {
      case "icon": return "svg";
      case "picture": return drawing.isCanvas(at.draw) ? "canvas" : "svg";
      case "canvas": return "canvas";
      case "field": return at.long ? "textarea" : "input";
      default: return "div";
    }
  };
  const part = (at) => {
    const el = make(tagOf(at));
    el.setAttribute("data-t", at.t);
    style(el, at);
    return el;
  };
  const style = (el, at) => {
    el.style.cssText = box(at) + (at.t === "text" ? letters(at) : at.t === "paint" || at.t === "tap" ? surface(at) : "");
  };
  const state = (el, key, on) => (on === undefined ? el.removeAttribute(key) : el.setAttribute(key, on));
  const given = (el, key, value) => (value ? el.setAttribute(key, value) : el.removeAttribute(key));

  const DRAW = {
    text(el, at) {
      given(el, "role", at.role === "heading" ? "heading" : "");
      given(el, "aria-level", at.role === "heading" ? at.level : "");
      fillText(el, at);
    },
    paint(el, at) {
      el.setAttribute("aria-hidden", "true");
      given(el, "data-shape", at.shape);
    },
    icon(el, at) {
      el.setAttribute("aria-hidden", "true");
      fillIcon(el, at);
    },
    picture(el, at) {
      el.setAttribute("role", "img");
      given(el, "aria-label", at.name);
      fillPicture(el, at);
    },
    canvas(el, at) {
      given(el, "aria-label", at.name);
      drawing.board(el, at);
    },
    tap(el, at) {
      const is = (name) => at.states.includes(name);
      el.setAttribute("role", at.role);
      given(el, "aria-label", at.name);
      given(el, "data-accent", at.tint);
      state(el, "aria-checked", is("checked") ? "true" : is("unchecked") ? "false" : undefined);
      state(el, "aria-selected", is("selected") ? "true" : undefined);
      state(el, "aria-pressed", is("pressed") ? "true" : undefined);
      state(el, "aria-expanded", is("expanded") ? "true" : undefined);
      state(el, "aria-disabled", is("disabled") ? "true" : undefined);
      el.replaceChildren(...at.parts.map(part));
      at.parts.forEach((inner, i) => {
        const child = el.children[i];
        if (inner.t === "text") fillText(child, inner);
        else if (inner.t === "icon") DRAW.icon(child, inner);
        else if (inner.t === "paint") DRAW.paint(child, inner);
        else {
          child.setAttribute("aria-hidden", "true");
          fillPicture(child, inner);
        }
      });
    },
    field(el, at) {
      el.style.cssText = box(at) + surface(at) + `font-size:${at.size}px;line-height:${at.lh || at.size + 8}px;padding:0 ${at.inset ?? 14}px;` +
        (at.long ? `padding-top:${Math.max(8, Math.floor((Math.min(at.h, 52) - (at.lh || 24)) / 2))}px;` : "");
      const type = at.long ? "" : at.secret ? "password" : at.role === "searchbox" ? "search" : "text";
      given(el, "type", type);
      given(el, "role", at.role === "spinbutton" ? "spinbutton" : "");
      given(el, "inputmode", at.role === "spinbutton" ? "decimal" : "");
      given(el, "aria-label", at.name);
      given(el, "placeholder", at.hint);
      el.autocomplete = "off";
      el.spellcheck = false;
      if (el.value !== at.value) el.value = at.value;
    },
  };
  const UNSEEN = new Set(["do", "hold", "enter", "rec", "ui", "var"]);
  const looks = (node) => JSON.stringify(node, (key, value) => (UNSEEN.has(key) ? undefined : value));

  const layers = new Map(); // key -> {el, scrim, foot, nodes: Map(key -> {el, node, looks})}
  const drawLayer = (held, layer) => {
    const { el, foot, nodes } = held;
    el.style.cssText = box(layer) + (layer.ground ? `background:${colour(layer.ground)};` : "") +
      (layer.radius ? `border-radius:${layer.radius}px;` : "") + (layer.shadow ? `box-shadow:var(--shadow-${layer.shadow});` : "");
    given(el, "role", layer.role);
    given(el, "aria-label", layer.label);
    el.setAttribute("data-scroll", layer.scroll);
    foot.style.top = `${layer.inner - 1}px`;
    let before = null;
    const kept = new Set();
    for (const node of layer.nodes) {
      let known = nodes.get(node.k);
      if (known && known.el.localName !== tagOf(node)) {
        known.el.remove();
        known = undefined;
      }
      if (!known) nodes.set(node.k, (known = { el: make(tagOf(node)), node: null, looks: "" }));
      const place = before ? before.nextSibling : el.firstChild;
      if (place !== known.el) el.insertBefore(known.el, place);
      drawNode(known, node);
      before = known.el;
      kept.add(node.k);
    }
    for (const [key, known] of nodes) {
      if (kept.has(key)) continue;
      known.el.remove();
      nodes.delete(key);
    }
    el.append(foot);
    if (layer.scroll && el.scrollTop !== layer.at) el.scrollTop = layer.at;
  };
  const drawNode = (known, node) => {
    if (known.node === node) return;
    const now = looks(node);
    known.node = node;
    if (known.looks === now) return;
    known.looks = now;
    known.el.setAttribute("data-t", node.t);
    known.el.setAttribute("data-k", node.k);
    given(known.el, "data-testid", node.id);
    style(known.el, node);
    DRAW[node.t](known.el, node);
  };

  // ---- state, scene, steps
  let now = engine.start(world);
  let scene = null;
  let planned = 0;
  let shownPage = "";
  let quietly = false; // focus that moves because we draw is no event
  const draw = () => {
    planned = 0;
    quietly = true;
    scene = engine.scene(world, now);
    engine.settle_focus(now, scene);
    document.title = scene.title;
    phone.setAttribute("data-app", scene.app);
    phone.setAttribute("data-page", scene.page);
    phone.setAttribute("data-accent", scene.app ? world.apps[scene.app].accent : settings.accent);
    for (const layer of scene.layers) if (!layers.has(layer.k)) layers.set(layer.k, newLayer(layer.k));
    const keys = new Map(scene.layers.map((layer) => [layer.k, layer]));
    for (const [key, held] of layers) {
      if (!(keys.get(key) || {}).scrim) held.scrim.remove();
      if (keys.has(key)) continue;
      held.el.remove();
      layers.delete(key);
    }
    let place = phone.firstChild; // what is in its place already is left alone, so that it keeps its scroll
    for (const layer of scene.layers) {
      const { el, scrim } = layers.get(layer.k);
      for (const wanted of layer.scrim ? [scrim, el] : [el]) {
        if (place === wanted) place = place.nextSibling;
        else phone.insertBefore(wanted, place);
      }
      drawLayer(layers.get(layer.k), layer);
    }
    focusAsTold();
    quietly = false;
    if (live) animate();
    pace();
  };
  const newLayer = (key) => {
    const held = { el: make("div"), scrim: make("div"), foot: make("div"), nodes: new Map() };
    held.el.setAttribute("data-layer", key);
    held.scrim.setAttribute("data-scrim", "");
    held.scrim.setAttribute("aria-disabled", "true"); // a touch there does nothing
    held.foot.setAttribute("data-foot", "");
    return held;
  };
  const elementOf = (key) => {
    for (const { nodes } of layers.values()) if (nodes.has(key)) return nodes.get(key).el;
    return null;
  };
  const focusAsTold = () => {
    const wanted = now.focus ? elementOf(now.focus) : null;
    const active = document.activeElement;
    if (wanted && wanted !== active) wanted.focus({ preventScroll: true });
    else if (!wanted && active && active.closest("#phone")) active.blur();
  };
  const send = (event) => {
    engine.handle(world, now, scene, event);
    if (event.on !== "input") return draw();
    if (!planned) planned = requestAnimationFrame(draw); // one picture for many keys
    scene = engine.scene(world, now);
    return undefined;
  };

  // ---- a person's clock: what is due comes also without a touch
  let timer = 0;
  const STEP_MS = 1200;
  const pace = () => {
    clearTimeout(timer);
    const due = now.toast || now.pending.length || scene.layers.some((layer) => layer.nodes.some((node) => node.shape === "skeleton"));
    if (live && due) timer = setTimeout(() => send({ on: "wait" }), STEP_MS);
  };
  const animate = () => {
    const page = `${scene.app}/${scene.page}/${scene.rec}`;
    if (page !== shownPage && shownPage && layers.get("body")) {
      layers.get("body").el.animate([{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 0" }], { duration: 190, easing: "cubic-bezier(.2,.7,.2,1)" });
    }
    shownPage = page;
  };

  // ---- what a person does: one event a gesture
  const nodeUnder = (target) => {
    const el = target instanceof Element ? target.closest("#phone [data-k]") : null;
    return el && /^(tap|field|canvas)$/.test(el.getAttribute("data-t")) ? el : null;
  };
  const inside = (event) => event.target instanceof Element && event.target.closest("#phone");
  const touch = (on, event) => {
    const el = nodeUnder(event.target);
    const at = el ? el.getBoundingClientRect() : null;
    const zoom = at ? at.width / el.offsetWidth || 1 : 1;
    const x = at ? Math.floor((event.clientX - at.left) / zoom) : 0;
    const y = at ? Math.floor((event.clientY - at.top) / zoom) : 0;
    send({ on, k: el ? el.getAttribute("data-k") : "", x, y });
  };
  let down = false; // between pointer down and click the click tells of the focus
  const listen = (type, work, more) => window.addEventListener(type, work, more);
  let pressed = 0; // since when
  let finger = false;
  let put = null; // what is under the finger; the browser may give its tap to a control beside that
  listen("pointerdown", (event) => {
    down = true;
    pressed = performance.now();
    finger = event.pointerType === "touch";
    const { clientX, clientY } = event;
    put = finger ? { target: document.elementFromPoint(clientX, clientY), clientX, clientY } : null;
    const el = live ? nodeUnder(event.target) : null;
    if (el) el.setAttribute("data-down", "");
  });
  const lift = () => {
    if (live) for (const el of phone.querySelectorAll("[data-down]")) el.removeAttribute("data-down");
    setTimeout(() => (down = false), 0);
  };
  listen("pointerup", lift);
  listen("pointercancel", lift);
  const moved = (event) => event.isTrusted && put !== null && inside(put) && nodeUnder(put.target) !== nodeUnder(event.target);
  listen("mousedown", (event) => { if (moved(event)) event.preventDefault(); }, true);
  listen("click", (event) => {
    if (moved(event)) return touch("tap", put);
    const key = event.target instanceof Element ? event.target.closest("#keys [data-key]") : null;
    if (key) send({ on: "key", key: key.getAttribute("data-key") });
    else if (inside(event)) touch("tap", event);
  });
  listen("contextmenu", (event) => {
    if (!inside(event)) return;
    event.preventDefault();
    const menuOfDoubleTap = event.isTrusted && finger && performance.now() - pressed < 300;
    if (!menuOfDoubleTap) touch("hold", event);
  });
  listen("input", (event) => {
    const el = nodeUnder(event.target);
    if (el) send({ on: "input", k: el.getAttribute("data-k"), text: el.value });
  });
  listen("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const el = nodeUnder(event.target);
    if (event.key === "Enter" && el && el.getAttribute("data-t") === "field") {
      event.preventDefault();
      send({ on: "enter", k: el.getAttribute("data-k") });
    } else if (event.key === "Escape") send({ on: "key", key: "back" });
  });
  const refocus = (event) => {
    const el = nodeUnder(event.target);
    if (quietly || down || !el) return;
    send(event.type === "focusin" ? { on: "focus", k: el.getAttribute("data-k") } : { on: "blur" });
  };
  listen("focusin", refocus);
  listen("focusout", refocus);
  let waiting = 0;
  const scrolled = (event) => {
    const key = event.target instanceof Element ? event.target.getAttribute("data-layer") : null;
    const layer = key && scene.layers.find((entry) => entry.k === key);
    if (!layer || !layer.scroll || planned) return; // a browser that follows the caret is nobody's gesture
    const to = Math.round(event.target.scrollTop);
    if (to !== layer.at) send({ on: "scroll", k: key, to });
  };
  if ("onscrollend" in window) listen("scrollend", scrolled, true);
  else listen("scroll", (event) => { clearTimeout(waiting); waiting = setTimeout(() => scrolled(event), 140); }, true);

  // What a page cannot see comes as an event from whoever holds the phone; apps are named as the launcher does.
  const appOf = (name) => {
    const same = (id) => id === name || world.apps[id].name.toLowerCase() === name.toLowerCase();
    return world.order.find(same) || "";
  };
  document.addEventListener("phone", (event) => {
    const told = JSON.parse(event.detail);
    if (told.app !== undefined) told.app = appOf(told.app);
    if (told.app !== "") send(told);
  });
  if (live) {
    history.pushState(null, "");
    listen("popstate", () => {
      history.pushState(null, "");
      send({ on: "key", key: "back" });
    });
  }

  // ---- a phone among other things: centred where there is room, else it is the whole page
  const fit = () => {
    const free = window.innerWidth > width + 24;
    document.documentElement.setAttribute("data-frame", free ? "1" : "0");
    const scale = free ? Math.min(1, (window.innerHeight - 84) / (height + 24)) : 1;
    document.getElementById("frame").style.zoom = scale < 1 ? String(Math.max(0.5, scale)) : "";
  };
  listen("resize", fit);
  fit();
  const copied = (value) => JSON.parse(JSON.stringify(value));
  window.sextantWorld = {
    state: () => copied(now),
    scene: () => copied(scene),
    place: () => [scene.app, scene.page, scene.rec, scene.over],
    apply: (event) => {
      send(event);
      return copied(now);
    },
    restore: (held) => {
      now = copied(held);
      now.rev = 0; // what the twin keeps there for its own memory
      draw();
    },
  };
  draw();
  document.documentElement.setAttribute("data-ready", "1");
})();
