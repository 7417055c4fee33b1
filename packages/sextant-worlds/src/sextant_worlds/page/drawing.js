// Pictures of the worlds, drawn from a seed: avatars, photos, tickets, charts, maps, boards. What carries a value
// (`ticket`, `badge`, `sign` …) is painted on a canvas: it stands in pixels and nowhere in the document.
const drawing = (() => {
  const hash = (text) => {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return h >>> 0;
  };
  const HUES = [212, 262, 172, 24, 338, 142, 44, 288, 196, 8, 92, 232];
  const hue = (seed) => HUES[hash(seed) % HUES.length];
  const esc = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

  // ---- avatars
  // Of the person, not of the title: `Dr. Oyelaran-Boyd` OB, 上官慧医生 官慧, 石磊 石; of a group what it begins with.
  const TITLES = /^(dr|prof|mr|mrs|ms|mx)\.?\s+/i;
  const initials = (named) => {
    const name = named.trim().replace(TITLES, "").replace(/(医生|大夫|医师|老师|教授|先生|女士)$/, "");
    const wide = [...name].filter((c) => /[\u2e80-\uffef]/.test(c));
    if (wide.length) return wide.length === 3 ? wide.slice(1).join("") : wide.slice(0, wide.length < 3 ? 1 : 2).join("");
    const words = name.split(/[\s-]+/).map((word) => word.replace(/[^\p{L}]/gu, "")).filter(Boolean);
    const [first, last] = [words[0] || "?", words[words.length - 1]];
    return (first[0] + (words.length > 1 ? last[0] : "")).toUpperCase();
  };
  const avatar = (seed, dark) => {
    const h = hue(seed);
    const [ground, ink] = dark ? [`hsl(${h} 32% 27%)`, `hsl(${h} 70% 86%)`] : [`hsl(${h} 68% 89%)`, `hsl(${h} 56% 29%)`];
    return `<rect width="100" height="100" fill="${ground}"/><text x="50" y="50" dy=".36em" text-anchor="middle"
      font-size="38" font-weight="500" fill="${ink}">${esc(initials(seed))}</text>`;
  };

  // ---- photos: a place, or a thing on a lit table
  const { MOTIFS, SAME } = things;
  const { HOURS, SCENES } = scenes;
  const ANYTHING = ["mountain", "sea", "forest", "city", "plant", "flower", "mug", "lamp"]; // for words without a motif
  const known = (word) => (SCENES[word] || MOTIFS[word] ? word : SAME[word]);
  const wordsOf = (seed) => seed.toLowerCase().split(/[^a-z]+/);
  const motifOf = (seed) => {
    for (const word of wordsOf(seed)) {
      const found = known(word) || (word.endsWith("s") && known(word.slice(0, -1)));
      if (found) return found;
    }
    return ANYTHING[hash(seed) % ANYTHING.length];
  };
  // What has a colour of its own.
  const NATURAL = { bread: 32, apple: 4, mushroom: 14, cat: 28, bird: 200, chair: 28, stool: 28, board: 30, pin: 30, basket: 36, box: 32, frame: 30, rack: 30, ladder: 32, ruler: 40, desk: 26, pepper: 6 };
  let numbered = 0;
  const gradient = (id, end, stops) => `<linearGradient id="${id}" x1="0" y1="0" x2="${end[0]}" y2="${end[1]}"><stop stop-color="${stops[0]}"/><stop offset="1" stop-color="${stops[1]}"/></linearGradient>`;
  const photo = (seed, dark) => {
    const motif = motifOf(seed);
    const id = `p${numbered++}`;
    const chance = (i) => (hash(`${seed}~${i}`) % 997) / 997;
    let h = hue(`${seed}*`);
    if (motif in NATURAL && Math.abs(h - NATURAL[motif]) < 45) h = (NATURAL[motif] + 170) % 360;
    const o = NATURAL[motif] ?? (h + 165) % 360;
    if (SCENES[motif]) {
      const p = { ...HOURS[hash(`${seed}@`) % HOURS.length], pale: "#fff8ee" };
      const wall = [`hsl(${o} 42% 66%)`, `hsl(${o} 40% 46%)`];
      const drawn = SCENES[motif](p, chance, wordsOf(seed)).replaceAll("url(#s)", `url(#${id}s)`);
      const night = dark ? '<rect x="-105" y="-100" width="310" height="300" fill="#05070f" opacity=".2"/>' : "";
      return `<defs>${gradient(`${id}g`, [0, 1], p.sky)}${gradient(`${id}s`, [1, 1], wall)}</defs><rect x="-105" y="-20" width="310" height="140" fill="url(#${id}g)"/>${drawn}${night}`;
    }
    const shade = (hh, s, l) => `hsl(${hh} ${s}% ${Math.round(l * (dark ? 0.9 : 1))}%)`;
    const [lit, far, table] = dark ? [[h, 20, 62], [h, 22, 46], [h, 20, 38]] : [[h, 46, 90], [h, 40, 76], [h, 34, 66]];
    const p = { pale: shade(h, 45, 94), mid: shade(o, 42, 58), deep: shade(o, 44, dark ? 26 : 32), spot: shade(44, 88, 66), leaf: shade(150, 36, 40) };
    const drawn = MOTIFS[motif](p, chance).replaceAll("url(#s)", `url(#${id}s)`);
    const top = `<path d="M-100 70h300v140h-300z" fill="${shade(...table)}" opacity=".55"/><ellipse cx="52" cy="79" rx="30" ry="4" fill="${p.deep}" opacity=".28"/>`;
    return `<defs>${gradient(`${id}g`, [0.6, 1], [shade(...lit), shade(...far)])}${gradient(`${id}s`, [1, 1], [shade(o, 52, 64), shade(o, 50, 42)])}</defs>
      <rect x="-100" y="-100" width="300" height="300" fill="url(#${id}g)"/>${top}${drawn}`;
  };

  // ---- painted on a canvas
  const NAMED = {
    red: "#d93a34", orange: "#ee7f22", amber: "#f0a81f", yellow: "#f4cf2f", green: "#2f9d58", teal: "#159a98", blue: "#2f6fde", indigo: "#4b53c4", violet: "#8552d0",
    purple: "#8552d0", pink: "#e0589a", brown: "#8a5a3a", black: "#24262b", white: "#fafafa", grey: "#8d939e", gray: "#8d939e", silver: "#c3c8d0", gold: "#d3a637", navy: "#23386b", beige: "#e6d7bd",
  };
  const numbers = (text) => (text.match(/-?\d+/g) || []).map(Number);
  const rounded = (c, x, y, w, h, r) => {
    c.beginPath();
    c.roundRect(x, y, w, h, r);
  };
  // The largest size at which the text fits, and the text in the middle of (x, y).
  const fitted = (c, text, x, y, width, most, weight = 700) => {
    let size = most;
    do c.font = `${weight} ${size}px World, WorldCJK, sans-serif`; while (c.measureText(text).width > width && --size > 9);
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, x, y + size * 0.04);
  };
  const PAINTERS = {
    ticket(c, w, h, node, tone) {
      const [x, y, W, H] = [12, 12, w - 24, h - 24];
      const tear = x + W * 0.7;
      c.fillStyle = tone.raised;
      c.shadowColor = "rgba(0,0,0,.16)"; c.shadowBlur = 14; c.shadowOffsetY = 3;
      rounded(c, x, y, W, H, 14); c.fill();
      c.shadowColor = "transparent";
      c.save(); rounded(c, x, y, W, H, 14); c.clip();
      c.fillStyle = tone.accent; c.fillRect(x, y, W, Math.max(22, H * 0.2));
      c.restore();
      c.fillStyle = tone.surface;
      for (const cy of [y, y + H]) { c.beginPath(); c.arc(tear, cy, 8, 0, 7); c.fill(); }
      c.strokeStyle = tone.hairline; c.lineWidth = 1.5; c.setLineDash([4, 5]);
      c.beginPath(); c.moveTo(tear, y + 14); c.lineTo(tear, y + H - 14); c.stroke(); c.setLineDash([]);
      c.fillStyle = tone.ink;
      fitted(c, node.text, x + W * 0.35, y + H * 0.58, W * 0.6, Math.min(44, H * 0.34));
      let at = tear + 16;
      for (let i = 0; at < x + W - 14; i++) { const wide = 1 + (hash(`${node.seed}${i}`) % 3); c.fillRect(at, y + H * 0.36, wide, H * 0.5); at += wide + 2; }
    },
    badge(c, w, h, node, tone) {
      const r = Math.min(h / 2 - 12, 70);
      c.translate(w / 2, h / 2);
      c.fillStyle = tone["accent-soft"]; rounded(c, -w / 2, -h / 2, w, h, 16); c.fill();
      c.shadowColor = "rgba(0,0,0,.22)"; c.shadowBlur = 10; c.shadowOffsetY = 3;
      c.fillStyle = tone.accent;
      c.beginPath();
      for (let i = 0; i <= 96; i++) { const R = r * (0.95 + 0.05 * Math.cos((i * Math.PI) / 3)); c.lineTo(R * Math.cos((i * Math.PI) / 48), R * Math.sin((i * Math.PI) / 48)); }
      c.closePath(); c.fill(); c.shadowColor = "transparent";
      c.strokeStyle = tone["on-accent"]; c.lineWidth = 1.5; c.globalAlpha = 0.55;
      c.beginPath(); c.arc(0, 0, r * 0.8, 0, 7); c.stroke();
      c.setLineDash([2, 4]); c.beginPath(); c.arc(0, 0, r * 0.73, 0, 7); c.stroke(); c.setLineDash([]); c.globalAlpha = 1;
      c.fillStyle = tone["on-accent"];
      fitted(c, node.text, 0, 0, r * 1.24, r * 0.58);
    },
    // An enamel plate on a wall, as somebody would photograph it.
    sign(c, w, h, node, tone, dark) {
      const light = hash(`${node.seed}${node.text}`) % 3;
      const [low, high] = dark ? [["#3a332f", "#4a4139"], ["#2c3438", "#3c464b"], ["#38302f", "#4b3f3b"]][light] : [["#d9cbb8", "#ece2d3"], ["#c5d0d3", "#e1e8e9"], ["#d8c2b4", "#eedfd4"]][light];
      const wall = c.createLinearGradient(0, 0, w, h);
      wall.addColorStop(0, high); wall.addColorStop(1, low);
      c.save(); rounded(c, 0, 0, w, h, 14); c.clip();
      c.fillStyle = wall; c.fillRect(0, 0, w, h);
      c.strokeStyle = dark ? "rgba(255,255,255,.05)" : "rgba(60,40,20,.08)"; c.lineWidth = 1.5;
      for (let y = 0, k = 0; y < h; y += 24, k++) {
        c.beginPath(); c.moveTo(0, y + 0.5); c.lineTo(w, y + 0.5); c.stroke();
        for (let x = k % 2 ? 30 : 0; x < w; x += 60) { c.beginPath(); c.moveTo(x + 0.5, y); c.lineTo(x + 0.5, y + 24); c.stroke(); }
      }
      c.restore();
      const [W, H] = [Math.min(w - 72, 270), Math.min(h - 44, 96)];
      const [x, y] = [(w - W) / 2, (h - H) / 2];
      c.shadowColor = "rgba(0,0,0,.34)"; c.shadowBlur = 14; c.shadowOffsetY = 5;
      c.fillStyle = tone.accent; rounded(c, x, y, W, H, 12); c.fill(); c.shadowColor = "transparent";
      c.strokeStyle = tone["on-accent"]; c.lineWidth = 2; c.globalAlpha = 0.85; rounded(c, x + 6, y + 6, W - 12, H - 12, 8); c.stroke();
      for (const sx of [x + 16, x + W - 16]) { c.beginPath(); c.arc(sx, y + H / 2, 3, 0, 7); c.fillStyle = tone["on-accent"]; c.fill(); }
      c.globalAlpha = 1; c.fillStyle = tone["on-accent"];
      fitted(c, node.text, w / 2, y + H / 2, W - 60, H * 0.46);
    },
    // Somebody's picture, large and in the middle.
    portrait(c, w, h, node, tone, dark) {
      const g = hue(node.seed);
      const r = h / 2 - 6;
      const ground = c.createLinearGradient(w / 2 - r, 0, w / 2 + r, h);
      ground.addColorStop(0, dark ? `hsl(${g} 34% 32%)` : `hsl(${g} 72% 92%)`);
      ground.addColorStop(1, dark ? `hsl(${(g + 40) % 360} 32% 22%)` : `hsl(${(g + 40) % 360} 62% 82%)`);
      c.fillStyle = ground; c.beginPath(); c.arc(w / 2, h / 2, r, 0, 7); c.fill();
      c.fillStyle = dark ? `hsl(${g} 70% 88%)` : `hsl(${g} 56% 27%)`;
      fitted(c, initials(node.seed), w / 2, h / 2, r * 1.4, r * 0.74, 500);
    },
    swatch(c, w, h, node) {
      c.fillStyle = NAMED[(node.text || node.seed).toLowerCase()] || `hsl(${hue(node.seed || node.text)} 60% 50%)`;
      c.fillRect(0, 0, w, h);
    },
    bars(c, w, h, node, tone) {
      const values = numbers(node.text || node.seed);
      const most = Math.max(1, ...values);
      const step = (w - 24) / Math.max(1, values.length);
      c.strokeStyle = tone.hairline; c.lineWidth = 1;
      for (let i = 0; i < 4; i++) { const y = 12.5 + Math.round(((h - 28) * i) / 3); c.beginPath(); c.moveTo(12, y); c.lineTo(w - 12, y); c.stroke(); }
      values.forEach((value, i) => {
        const high = Math.max(2, ((h - 28) * value) / most);
        c.fillStyle = value === most ? tone.accent : tone["accent-soft"];
        rounded(c, 12 + i * step + step * 0.18, h - 16 - high, step * 0.64, high, [Math.min(6, step * 0.3), Math.min(6, step * 0.3), 0, 0]); c.fill();
      });
    },
    ring(c, w, h, node, tone) {
      const [part, whole = 100] = numbers(node.text || node.seed);
      const r = Math.min(w, h) / 2 - 16;
      c.lineWidth = Math.max(8, r * 0.22); c.lineCap = "round";
      c.strokeStyle = tone["accent-soft"]; c.beginPath(); c.arc(w / 2, h / 2, r, 0, 7); c.stroke();
      c.strokeStyle = tone.accent; c.beginPath(); c.arc(w / 2, h / 2, r, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * Math.min(1, (part || 0) / (whole || 1))); c.stroke();
      c.fillStyle = tone.ink; fitted(c, String(part ?? ""), w / 2, h / 2, r * 1.2, r * 0.6);
    },
    map(c, w, h, node, tone, dark) {
      const rnd = (i) => (hash(`${node.seed}${node.text}#${i}`) % 1000) / 1000;
      const [land, park, water, street, block] = dark ? ["#20252a", "#24382c", "#1c3a52", "#363e46", "#272d33"] : ["#f1efe9", "#cfe6c6", "#a9d2ee", "#ffffff", "#e6e3da"];
      c.fillStyle = land; c.fillRect(0, 0, w, h);
      c.save();
      c.translate(w / 2, h / 2); c.rotate((rnd(1) - 0.5) * 0.7);
      const far = Math.hypot(w, h) / 2 + 20;
      const lines = (from) => {
        const found = [];
        for (let at = -far, i = 0; at < far; i++) { at += 30 + rnd(from + i) * 34; found.push([at, i % 4 === 1 ? 9 : 4.5]); }
        return found;
      };
      const [across, down] = [lines(10), lines(40)];
      down.forEach(([x], i) => across.forEach(([y], k) => {
        const [dx, dy] = [(down[i + 1] ?? [far])[0] - x, (across[k + 1] ?? [far])[0] - y];
        const kind = rnd(100 + i * 17 + k);
        c.fillStyle = kind < 0.1 ? park : kind < 0.62 ? block : land;
        rounded(c, x + 5, y + 5, Math.max(1, dx - 10), Math.max(1, dy - 10), 3); c.fill();
      }));
      c.strokeStyle = street; c.lineCap = "round";
      for (const [at, wide] of across) { c.lineWidth = wide; c.beginPath(); c.moveTo(-far, at); c.lineTo(far, at); c.stroke(); }
      for (const [at, wide] of down) { c.lineWidth = wide; c.beginPath(); c.moveTo(at, -far); c.lineTo(at, far); c.stroke(); }
      c.restore();
      c.strokeStyle = water; c.lineWidth = 24; c.beginPath(); c.moveTo(-14, h * (0.55 + rnd(4) * 0.5));
      c.bezierCurveTo(w * 0.3, h * (0.75 + rnd(5) * 0.3), w * 0.55, h * (rnd(6) * 0.5 - 0.2), w + 14, h * (0.05 + rnd(7) * 0.35)); c.stroke();
      c.strokeStyle = street; c.lineWidth = 11; c.beginPath(); c.moveTo(w * (0.2 + rnd(8) * 0.2), -10); c.lineTo(w * (0.5 + rnd(9) * 0.3), h + 10); c.stroke();
      const [x, y] = [w * (0.35 + rnd(80) * 0.3), h * (0.42 + rnd(81) * 0.2)];
      c.fillStyle = "rgba(0,0,0,.22)"; c.beginPath(); c.ellipse(x, y + 1, 9, 3.5, 0, 0, 7); c.fill();
      c.fillStyle = tone.accent; c.beginPath(); c.arc(x, y - 26, 14, Math.PI * 0.85, Math.PI * 0.15); c.lineTo(x, y); c.closePath(); c.fill();
      c.fillStyle = tone["on-accent"]; c.beginPath(); c.arc(x, y - 27, 5.5, 0, 7); c.fill();
      if (node.text) {
        c.font = "500 13px World, WorldCJK, sans-serif"; c.textAlign = "center";
        const wide = c.measureText(node.text).width + 20;
        c.fillStyle = tone.raised; rounded(c, x - wide / 2, y + 8, wide, 26, 13); c.fill();
        c.fillStyle = tone.ink; c.textBaseline = "middle"; c.fillText(node.text, x, y + 21.5);
      }
    },
    dial(c, w, h, node, tone) {
      const on = /^(on|true|1|open|开|开启)$/i.test(node.text || node.seed);
      const [W, H] = [Math.min(120, w - 40), Math.min(60, h - 24)];
      const [x, y] = [(w - W) / 2, (h - H) / 2];
      c.fillStyle = on ? tone.accent : tone.hairline; rounded(c, x, y, W, H, H / 2); c.fill();
      c.fillStyle = on ? tone["on-accent"] : tone.faint;
      c.beginPath(); c.arc(on ? x + W - H / 2 : x + H / 2, y + H / 2, H / 2 - 7, 0, 7); c.fill();
    },
  };
  const sized = (canvas, w, h) => {
    const scale = Math.max(2, devicePixelRatio || 1);
    canvas.width = w * scale;
    canvas.height = h * scale;
    const c = canvas.getContext("2d");
    c.scale(scale, scale);
    return c;
  };
  const tokensOf = (el) => {
    const style = getComputedStyle(el);
    return new Proxy({}, { get: (_, name) => style.getPropertyValue(`--${String(name)}`).trim() });
  };
  const SHAPES = new Set(["avatar", "photo"]);
  const isCanvas = (draw) => !SHAPES.has(draw);
  // A wide photo shows more to the left and right, a square or tall one is cut there.
  const framing = (node) => (node.draw === "photo" && node.w > 1.3 * node.h ? ["0 8 100 82", "xMidYMid meet"] : ["0 0 100 100", "xMidYMid slice"]);
  // Draws into `el`, an `<svg>` or by `isCanvas` a `<canvas>` that is already in the document.
  const picture = (el, node, dark) => {
    const seed = node.seed || node.text;
    if (node.draw === "avatar") el.innerHTML = avatar(seed, dark);
    else if (node.draw === "photo") el.innerHTML = photo(seed, dark);
    else paint(el, node.w, node.h, (c, tone) => PAINTERS[node.draw](c, node.w, node.h, node, tone, dark));
  };
  const paint = (el, w, h, work) => work(sized(el, w, h), tokensOf(el));

  // ---- boards
  const board = (el, node) => paint(el, node.w, node.h, (c, tone) => {
    const { rows, columns, cells } = node.board;
    const pad = node.pad ?? 0;
    const cell = node.cell ?? Math.min((node.w - 2 * pad) / columns, (node.h - 2 * pad) / rows);
    c.fillStyle = tone.surface; rounded(c, 0, 0, node.w, node.h, 16); c.fill();
    cells.forEach((entry, i) => {
      const row = entry.row ?? Math.floor(i / columns);
      const column = entry.col ?? i % columns;
      const [x, y, s] = [pad + column * cell + 3, pad + row * cell + 3, cell - 6];
      const round = Math.min(12, s / 5);
      const back = !entry.marked && !entry.open;
      const face = String(entry.face ?? "");
      const taken = face === "×";
      const dot = entry.marked && !face; // a pixel that is set
      c.fillStyle = taken ? tone.hairline : dot ? tone.accent : entry.marked ? tone["accent-soft"] : entry.open ? tone.raised : tone.accent;
      if (back) { c.shadowColor = "rgba(0,0,0,.2)"; c.shadowBlur = 5; c.shadowOffsetY = 2; }
      rounded(c, x, y, s, s, round); c.fill(); c.shadowColor = "transparent";
      if ((entry.marked || entry.open) && !taken && !dot) { c.strokeStyle = entry.marked ? tone.accent : tone.hairline; c.lineWidth = entry.marked ? 2 : 1; c.stroke(); }
      if ((entry.open || entry.marked) && face) {
        c.fillStyle = NAMED[face.toLowerCase()] || (taken ? tone.muted : tone.ink);
        if (NAMED[face.toLowerCase()]) { c.beginPath(); c.arc(x + s / 2, y + s / 2, s * 0.28, 0, 7); c.fill(); } else fitted(c, face, x + s / 2, y + s / 2, s - 10, s * 0.38, 500);
      } else if (back) {
        c.save(); rounded(c, x + 5, y + 5, s - 10, s - 10, round * 0.7); c.clip();
        c.fillStyle = tone["on-accent"]; c.globalAlpha = 0.13; c.fillRect(x, y, s, s);
        const q = (s - 10) / 4; // a tessellation of diamonds
        for (let i = 0; i < 5; i++) for (let k = 0; k < 5; k++) {
          if ((i + k) % 2) continue;
          const [mx, my] = [x + 5 + i * q, y + 5 + k * q];
          c.beginPath(); c.moveTo(mx, my - q * 0.62); c.lineTo(mx + q * 0.62, my); c.lineTo(mx, my + q * 0.62); c.lineTo(mx - q * 0.62, my); c.closePath(); c.fill();
        }
        c.restore();
      }
    });
  });
  return { picture, board, isCanvas, framing };
})();
