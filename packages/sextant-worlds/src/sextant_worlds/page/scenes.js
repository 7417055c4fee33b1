// What photos of places show: landscapes that go on to both sides (-100 to 200 by 100), at one of five hours of the day.
// `p` holds the colours of the hour, `r(i)` chance in [0, 1), `words` the further words of the seed.
const scenes = (() => {
  const HOURS = [
    { sky: ["#f6bfa4", "#fdebd3"], spot: "#ffe0a0", far: "#d8a08f", mid: "#a97583", deep: "#5f4664", water: "#7f9db8", leaf: "#6b8b66" },
    { sky: ["#9fd0f3", "#e6f4fc"], spot: "#ffe48f", far: "#a5c0d2", mid: "#7199b3", deep: "#41647f", water: "#3f93c4", leaf: "#5a9b5d" },
    { sky: ["#6a5aa2", "#f4a98f"], spot: "#ffcf86", far: "#93699c", mid: "#63507f", deep: "#382e55", water: "#53619b", leaf: "#45635e" },
    { sky: ["#c4d3d8", "#f1f3ef"], spot: "#fbf3d4", far: "#b3c1c2", mid: "#86999a", deep: "#526769", water: "#82a4ad", leaf: "#6d8c74" },
    { sky: ["#f1d5a6", "#fbf0da"], spot: "#f8bd62", far: "#d9ad74", mid: "#bf8045", deep: "#7c4a2a", water: "#6d9aa3", leaf: "#a98a3c" },
  ];
  const sun = (p, r, y = 22) => `<circle cx="${18 + r(5) * 64}" cy="${y + r(6) * 8}" r="${7 + r(7) * 3}" fill="${p.spot}"/>`;
  const flat = (y, fill) => `<path d="M-105 ${y}h310v120h-310z" fill="${fill}"/>`;
  const ripples = (p, top) => Array.from({ length: 12 }, (_, i) => `<path d="M${-95 + i * 25} ${top + ((i * 37) % (94 - top))}h${10 + (i % 3) * 7}" stroke="#fff" stroke-width="1.600" stroke-linecap="round" opacity=".45"/>`).join("");
  const hills = (r, from, base, high, fill) => {
    let out = `M-105 120V${base}`;
    for (let i = 0; i < 7; i++) out += `q22 ${-high * (0.5 + r(from + i))} 45 0`;
    return `<path d="${out}V120z" fill="${fill}"/>`;
  };
  const peak = (cx, top, wide, fill) => `<path d="M${cx - wide} 104 ${cx} ${top} ${cx + wide} 104z" fill="${fill}"/><path d="M${cx} ${top}l${wide * 0.2} ${(104 - top) * 0.2} -5 4-5-5-5 5-5-4z" fill="#fdfaf5"/>`;
  const range = (r, from, rise, fill) => [-76, -22, 24, 74, 124, 176].map((cx, i) => peak(cx + r(from + i) * 22, 34 + rise + r(from + 10 + i) * 18, 40 + r(from + 20 + i) * 14, fill)).join("");
  const gables = (p, r, base, from) => {
    const tints = ["#c9694a", "#e2b04f", "#7d93a8", "#b7804f", "#d8c7a6", "#8f4f46", "#6f8a76"];
    let at = -104;
    let out = "";
    for (let i = 0; at < 204; i++) {
      const w = 15 + r(from + i) * 6;
      const h = 26 + r(from + 30 + i) * 16;
      const tint = tints[Math.floor(r(from + 60 + i) * tints.length)];
      out += `<path d="M${at} ${base}v-${h}l${w / 2}-10 ${w / 2} 10v${h}z" fill="${tint}"/>`;
      for (let y = base - h + 4; y < base - 6; y += 9) out += `<rect x="${at + 3}" y="${y}" width="${w / 2 - 4.500}" height="5" fill="#fff6df" opacity=".85"/><rect x="${at + w / 2 + 1.500}" y="${y}" width="${w / 2 - 4.500}" height="5" fill="#fff6df" opacity=".6"/>`;
      at += w;
    }
    return out;
  };
  const boat = (x, y, s, fill) => `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0-22v18h13z" fill="#fff"/><path d="M-2-18v14h-9z" fill="#fff" opacity=".8"/><path d="M-14-2h30l-5 8h-20z" fill="${fill}"/></g>`;
  const palm = (x, y, h, p) => `<path d="M${x} ${y}q2-${h / 2} -2-${h}" stroke="#7b5a3c" stroke-width="3" fill="none"/>${[-34, -12, 12, 34, 60, -60].map((a) => `<path d="M${x - 2} ${y - h}q8-8 18-2q-9 0-18 2z" fill="${p.leaf}" transform="rotate(${a * 2.4} ${x - 2} ${y - h})"/>`).join("")}`;
  const tree = (x, base, s, p) => `<path d="M${x} ${base}v-${12 * s}" stroke="#6b4e37" stroke-width="${2.2 * s}"/><circle cx="${x}" cy="${base - 16 * s}" r="${8 * s}" fill="${p.leaf}"/>`;
  const pagoda = (x, base, tiers, p) => {
    let out = "";
    for (let i = 0; i < tiers; i++) {
      const [w, y] = [30 - i * 5, base - i * 14];
      out += `<rect x="${x - w / 2 + 3}" y="${y - 10}" width="${w - 6}" height="10" fill="#b7493a"/><path d="M${x - w / 2 - 5} ${y - 9}q5-1 8-6h${w - 6}q3 5 8 6z" fill="${p.deep}"/><rect x="${x - 2}" y="${y - 8}" width="4" height="8" fill="#f4d58a"/>`;
    }
    return `${out}<path d="M${x} ${base - tiers * 14 - 9}v12" stroke="${p.deep}" stroke-width="2.400"/>`;
  };
  const SCENES = {
    mountain: (p, r) => `${sun(p, r, 16)}${range(r, 0, 0, p.far)}<g transform="translate(-30 12)">${range(r, 40, 4, p.mid)}</g>${hills(r, 80, 86, 22, p.leaf)}${hills(r, 90, 96, 12, p.deep)}`,
    sea: (p, r) => `${sun(p, r, 34)}${flat(56, p.water)}${ripples(p, 60)}${boat(30 + r(3) * 40, 62, 0.7, p.deep)}${hills(r, 20, 104, 22, "#ecd9ae")}`,
    harbour: (p, r) => `${sun(p, r, 16)}${hills(r, 70, 56, 34, p.far)}${gables(p, r, 62, 3)}${flat(62, p.water)}${ripples(p, 68)}${boat(24 + r(2) * 12, 82, 0.9, "#b8433a")}${boat(66 + r(4) * 14, 76, 0.7, p.deep)}${boat(-50, 80, 0.9, p.deep)}${boat(140, 82, 0.9, "#b8433a")}`,
    canal: (p, r) => `${sun(p, r, 14)}${gables(p, r, 68, 3)}${flat(68, "#7b6a5a")}${flat(72, p.water)}${ripples(p, 78)}<path d="M28 76q22-24 44 0h-7q-15-15-30 0z" fill="#8a6f5a"/>`,
    temple: (p, r) => `${sun(p, r, 16)}${hills(r, 30, 66, 36, p.far)}${hills(r, 50, 76, 26, p.mid)}${pagoda(44 + r(1) * 12, 84, 3, p)}${flat(84, p.leaf)}${[-80, -52, -20, 10, 82, 104, 140, 170].map((x, i) => `<circle cx="${x + r(i) * 8}" cy="84" r="${7 + r(i + 9) * 5}" fill="${i % 3 ? p.leaf : "#e58fa8"}"/>`).join("")}`,
    desert: (p, r) => `${sun(p, r, 16)}${hills(r, 10, 64, 22, "#e2b47c")}<path d="M24 70V50h12v20zm12 0V56h24v14zm24 0V46h10v24z" fill="#c98a5a"/><path d="M40 56a8 8 0 0 1 16 0zM60 46l5-9 5 9z" fill="#b06a45"/>${hills(r, 30, 78, 22, "#d39a61")}${palm(16, 84, 30, p)}${palm(86, 88, 36, p)}${palm(-40, 86, 34, p)}${palm(136, 86, 32, p)}${hills(r, 50, 94, 14, "#b97a49")}`,
    stars: (p, r) => `<path d="M-105-10h310v130h-310z" fill="#141b3c"/><path d="M-105 40h310v70h-310z" fill="#2c3568" opacity=".6"/>${Array.from({ length: 70 }, (_, i) => `<circle cx="${-100 + r(i) * 300}" cy="${r(i + 90) * 74}" r="${0.5 + r(i + 180) * 1.1}" fill="#fff" opacity="${0.5 + r(i + 270) * 0.5}"/>`).join("")}<path d="M70 20 54 28" stroke="#fff" stroke-width="1.200" opacity=".8"/>${hills(r, 20, 86, 22, "#0d1229")}<path d="M46 80l10-26 5 2-8 26z" fill="#3d477a"/><path d="m52 58 14-12 4 5-14 12z" fill="#8d96c9"/>`,
    tunnel: (p, r) => `${flat(-10, "#6f6257")}${Array.from({ length: 60 }, (_, i) => `<rect x="${-104 + (i % 15) * 21 + (Math.floor(i / 15) % 2) * 10}" y="${6 + Math.floor(i / 15) * 18}" width="18" height="8" rx="1.500" fill="#8a7b6c" opacity=".6"/>`).join("")}<path d="M18 100V52a32 32 0 0 1 64 0v48z" fill="#2a2430"/><path d="M34 100V58a16 16 0 0 1 32 0v42z" fill="${p.spot}"/><path d="M42 100V64a8 8 0 0 1 16 0v36z" fill="#fff6dc"/>${[40, 50, 60].map((x) => `<circle cx="${x}" cy="72" r="3" fill="#3a3140"/><path d="M${x - 4} 90c0-20 8-20 8 0z" fill="#3a3140"/>`).join("")}${flat(90, "#3d343c")}`,
    city: (p, r) => {
      const row = (base, colour, low, most, from) => {
        let at = -104;
        let out = "";
        for (let i = 0; at < 204; i++) {
          const w = 9 + r(from + i) * 12;
          const h = low + r(from + 40 + i) * most;
          const roof = r(from + 80 + i);
          out += `<rect x="${at}" y="${base - h}" width="${w}" height="${h + 60}" fill="${colour}"/>`;
          if (roof > 0.78) out += `<path d="M${at} ${base - h}l${w / 2}-${6 + roof * 8} ${w / 2} ${6 + roof * 8}z" fill="${colour}"/>`;
          else if (roof < 0.15) out += `<path d="M${at + w / 2} ${base - h}v-9" stroke="${colour}" stroke-width="1.500"/>`;
          if (from > 100) for (let y = base - h + 5; y < 92; y += 8) if (r(from + i * 9 + y) > 0.35) out += `<rect x="${at + 2.5}" y="${y}" width="${w / 2 - 3}" height="3" fill="#ffe7a6" opacity=".9"/>`;
          at += w + r(from + 120 + i) * 3;
        }
        return out;
      };
      return `<circle cx="${15 + r(1) * 70}" cy="${16 + r(2) * 16}" r="${7 + r(3) * 4}" fill="${p.spot}"/>${row(78, p.mid, 14, 34, 5)}${row(96, p.deep, 14, 34, 205)}`;
    },
    forest: (p, r) => {
      const trees = (base, fill, from) => Array.from({ length: 16 }, (_, i) => {
        const [x, h] = [-100 + i * 19 + r(from + i) * 12, 26 + r(from + 30 + i) * 24];
        return `<path d="M${x} ${base - h}l${h * 0.34} ${h}h-${h * 0.68}z" fill="${fill}"/>`;
      }).join("");
      return `<circle cx="${20 + r(1) * 60}" cy="20" r="8" fill="${p.spot}"/>${trees(66, p.leaf, 3)}${trees(80, p.deep, 103)}<path d="M-105 78c90-10 190-6 310 0v40h-310z" fill="${p.mid}"/>`;
    },
    hotel: (p, r, words) => {
      const [w, h] = [34 + r(1) * 20, 34 + r(2) * 20];
      const x = 50 - w / 2 + (r(8) - 0.5) * 26;
      const rows = Math.floor(h / 11) - 1;
      const panes = [0, 1, 2, 3].flatMap((c) => Array.from({ length: rows }, (_, i) => `<rect x="${x + 5 + (c * (w - 8)) / 4}" y="${82 - h + 6 + i * 10}" width="${(w - 20) / 4}" height="5.500" rx="1" fill="${r(c * 7 + i + 9) > 0.4 ? "#ffdf8f" : "#eef3f6"}"/>`));
      const has = (...names) => names.some((name) => words.includes(name));
      const behind = has("mountain") ? range(r, 0, 0, p.far) : has("desert") ? hills(r, 10, 66, 30, "#e2b47c") : has("sea", "harbour", "canal") ? `${flat(64, p.water)}${ripples(p, 68)}${boat(12 + r(3) * 8, 72, 0.6, p.deep)}${boat(140, 72, 0.8, p.deep)}` : has("temple") ? hills(r, 30, 70, 40, p.far) : city(p, r);
      const own = has("mountain", "desert", "sea", "harbour", "canal", "temple"); // the city brings its sun
      const beside = has("desert", "sea", "harbour") ? palm(x - 10, 84, 26, p) + palm(x + w + 14, 86, 32, p) : tree(x - 11, 84, 1, p) + tree(x + w + 12, 85, 1.2, p) + tree(x + w + 26, 84, 0.8, p) + tree(x - 40, 84, 1.1, p);
      return `${own ? sun(p, r, 14) : ""}${behind}${flat(82, has("desert") ? "#c98f5b" : p.leaf)}<rect x="${x}" y="${82 - h}" width="${w}" height="${h}" rx="2" fill="url(#s)"/><path d="M${x - 3} ${82 - h}h${w + 6}v4h-${w + 6}z" fill="${p.deep}"/>${panes.join("")}<path d="M${x + w / 2 - 9} 70h18v3h-18z" fill="${p.deep}"/><rect x="${x + w / 2 - 5}" y="72" width="10" height="11" fill="${p.deep}"/>${beside}`;
    },
  };
  const city = SCENES.city;
  return { HOURS, SCENES };
})();
