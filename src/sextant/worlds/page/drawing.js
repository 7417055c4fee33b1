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

  // ---- photos: a lit table with something on it
  const vessel = (p, body, more = "") => `<path d="${body}" fill="url(#s)"/>${more}`;
  const MOTIFS = {
    teapot: (p) => `<path d="M27 47c-11-3-13 17 1 20" fill="none" stroke="${p.deep}" stroke-width="4.5"/>
      <path d="M71 60c8-2 8-14 15-19l3 2c-3 8-4 21-18 27z" fill="${p.deep}"/>${vessel(p, "M26 57c0-15 11-21 24-21s24 6 24 21c0 13-9 21-24 21s-24-8-24-21z")}
      <ellipse cx="50" cy="37" rx="14" ry="3.4" fill="${p.deep}"/><circle cx="50" cy="31.5" r="3.6" fill="${p.deep}"/>`,
    mug: (p) => `<path d="M66 46c13-3 14 19-1 19" fill="none" stroke="${p.deep}" stroke-width="5"/>
      ${vessel(p, "M32 36h35v32c0 6-4 10-10 10H42c-6 0-10-4-10-10z")}<ellipse cx="49.500" cy="36" rx="17.500" ry="4" fill="${p.deep}"/>
      <path d="M43 29c-3-4 3-6 0-11m11 11c-3-4 3-6 0-11" fill="none" stroke="${p.pale}" stroke-width="2" stroke-linecap="round"/>`,
    bowl: (p) => `${vessel(p, "M22 46h56c0 18-11 30-24 31h-8C33 76 22 64 22 46z")}<ellipse cx="50" cy="46" rx="28" ry="6" fill="${p.deep}"/>
      <circle cx="42" cy="44" r="6" fill="${p.spot}"/><circle cx="54" cy="42" r="7" fill="${p.pale}"/><circle cx="62" cy="45" r="4.500" fill="${p.spot}"/>`,
    pot: (p) => `<path d="M20 47h9v7h-9zM71 47h9v7h-9z" fill="${p.deep}"/>${vessel(p, "M27 42h46v28c0 5-3 8-8 8H35c-5 0-8-3-8-8z")}
      <path d="M25 38h50v5H25z" fill="${p.deep}"/><path d="M34 37c0-9 32-9 32 0z" fill="${p.mid}"/><rect x="45" y="25" width="10" height="5" rx="2.500" fill="${p.deep}"/>`,
    pan: (p) => `<rect x="62" y="52" width="32" height="6" rx="3" fill="${p.deep}" transform="rotate(-14 62 55)"/>
      <ellipse cx="42" cy="60" rx="28" ry="15" fill="url(#s)"/><ellipse cx="42" cy="57.500" rx="24" ry="11.500" fill="${p.deep}"/><ellipse cx="38" cy="57" rx="9" ry="5.500" fill="${p.pale}"/><circle cx="38" cy="56.500" r="3" fill="${p.spot}"/>`,
    jar: (p) => `${vessel(p, "M33 38h34c3 4 4 7 4 12v20c0 5-3 8-8 8H37c-5 0-8-3-8-8V50c0-5 1-8 4-12z")}<rect x="33" y="27" width="34" height="10" rx="3" fill="${p.deep}"/>
      <rect x="36" y="51" width="28" height="15" rx="2" fill="${p.pale}" opacity=".85"/>`,
    bottle: (p) => `${vessel(p, "M44 18h12v16c7 5 9 9 9 16v22c0 4-2 6-6 6H41c-4 0-6-2-6-6V50c0-7 2-11 9-16z")}<rect x="43" y="14" width="14" height="8" rx="2" fill="${p.deep}"/>
      <rect x="35" y="52" width="30" height="15" fill="${p.pale}" opacity=".8"/>`,
    knife: (p) => `<path d="M22 66 70 30c5 4 4 9-2 14L34 70z" fill="${p.pale}"/><path d="m22 66 12 4-13 12c-5 2-8-2-6-6z" fill="${p.deep}"/>`,
    lamp: (p) => `<circle cx="50" cy="42" r="34" fill="${p.pale}" opacity=".35"/><path d="M36 22h28l9 26H27z" fill="${p.spot}"/>
      <path d="M48 48h4v26h-4z" fill="${p.deep}"/><path d="M36 78c0-6 28-6 28 0z" fill="${p.deep}"/>`,
    plant: (p) => `<path d="M50 56C46 38 34 34 26 34c0 12 8 21 24 22zM50 50c2-18 12-26 24-28 1 14-8 26-24 28zM50 44c-6-10-6-20 0-30 7 10 7 20 0 30z" fill="${p.leaf}"/>
      <path d="M50 58V36" stroke="${p.deep}" stroke-width="1.500"/>${vessel(p, "M34 56h32l-4 19c-.600 2-2 3-4 3H42c-2 0-3.400-1-4-3z")}<rect x="32" y="53" width="36" height="6" rx="2" fill="${p.deep}"/>`,
    book: (p) => `<path d="M28 30h38c3 0 5 2 5 5v41H33c-3 0-5-2-5-5z" fill="url(#s)"/><path d="M28 71c0-4 3-5 6-5h37v10H33c-3 0-5-2-5-5z" fill="${p.pale}"/>
      <path d="M40 41h20M40 48h13" stroke="${p.pale}" stroke-width="3" stroke-linecap="round"/><path d="M33 30v37" stroke="${p.deep}" stroke-width="2" opacity=".5"/>`,
    shoe: (p) => `<path d="M18 62c2-8 3-14 3-20 6 4 12 4 17 0 8 10 18 16 34 18 8 1 10 5 10 10H18z" fill="url(#s)"/><path d="M16 70h67v3c0 3-2 5-5 5H21c-3 0-5-2-5-5z" fill="${p.pale}"/>
      <path d="m41 49 5-4m0 9 5-4m1 8 5-4" stroke="${p.pale}" stroke-width="2.400" stroke-linecap="round"/>`,
    headphones: (p) => `<path d="M24 58c0-40 52-40 52 0" fill="none" stroke="${p.deep}" stroke-width="6"/><rect x="18" y="52" width="15" height="26" rx="7" fill="url(#s)"/><rect x="67" y="52" width="15" height="26" rx="7" fill="url(#s)"/>`,
    shirt: (p) => `<path d="m38 26-20 11 6 16 8-4v29h36V49l8 4 6-16-20-11c-2 6-6 8-12 8s-10-2-12-8z" fill="url(#s)"/><path d="M38 26c2 6 6 8 12 8s10-2 12-8" fill="none" stroke="${p.deep}" stroke-width="2"/>`,
    bag: (p) => `<path d="M38 42c0-24 24-24 24 0" fill="none" stroke="${p.deep}" stroke-width="4"/>${vessel(p, "M26 40h48l4 34c0 3-2 4-4 4H26c-2 0-4-1-4-4z")}<path d="M38 48v-6m24 6v-6" stroke="${p.deep}" stroke-width="4" stroke-linecap="round"/>`,
    clock: (p) => `<circle cx="50" cy="50" r="28" fill="url(#s)"/><circle cx="50" cy="50" r="22" fill="${p.pale}"/><path d="M50 36v14l9 7" fill="none" stroke="${p.deep}" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/>`,
    cushion: (p) => `<path d="M24 34c16 5 36 5 52 0-5 16-5 26 0 42-16-5-36-5-52 0 5-16 5-26 0-42z" fill="url(#s)"/><path d="m36 44 28 22m0-22L36 66" stroke="${p.pale}" stroke-width="2" opacity=".6"/>`,
    candle: (p) => `<circle cx="50" cy="27" r="18" fill="${p.pale}" opacity=".5"/><path d="M50 16c5 7 6 10 6 13a6 6 0 0 1-12 0c0-3 1-6 6-13z" fill="${p.spot}"/>${vessel(p, "M36 42h28v32c0 2-2 4-4 4H40c-2 0-4-2-4-4z")}<ellipse cx="50" cy="42" rx="14" ry="3" fill="${p.pale}"/>`,
    bread: (p) => `<path d="M18 60c0-14 14-22 32-22s32 8 32 22c0 10-4 17-9 17H27c-5 0-9-7-9-17z" fill="url(#s)"/><path d="m36 44 6 12m4-14 6 13m5-12 5 12" stroke="${p.pale}" stroke-width="3" stroke-linecap="round"/>`,
    mountain: (p, r) => {
      const peak = (cx, top, wide, fill) => `<path d="M${cx - wide} 94 ${cx} ${top} ${cx + wide} 94z" fill="${fill}"/><path d="M${cx} ${top}l9 ${540 / wide} -5 4-4-4-6 5-4-5z" fill="${p.pale}"/>`;
      const range = (from, fill) => [-70, 24, 74, 160].map((cx, i) => peak(cx + r(from + i) * 22, 36 + from + r(from + 10 + i) * 16, 46 + r(from + 20 + i) * 14, fill)).join("");
      return `<circle cx="${20 + r(5) * 60}" cy="${18 + r(6) * 8}" r="8" fill="${p.spot}"/>${range(0, p.mid)}<g transform="translate(-34 10)">${range(4, p.deep)}</g><path d="M-105 88c60-20 130 4 310-14v40h-310z" fill="${p.leaf}"/>`;
    },
    sea: (p) => `<circle cx="50" cy="44" r="13" fill="${p.spot}"/><path d="M-105 56h310v50h-310z" fill="${p.deep}"/><path d="M-70 70h30m170-4h40m-150 20h-30" stroke="${p.pale}" stroke-width="2" stroke-linecap="round" opacity=".6"/><path d="M8 66h26m18 4h34M22 78h40m16 6h18" stroke="${p.pale}" stroke-width="2" stroke-linecap="round" opacity=".6"/>`,
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
          if (from > 100) for (let y = base - h + 5; y < 92; y += 8) if (r(from + i * 9 + y) > 0.35) out += `<rect x="${at + 2.5}" y="${y}" width="${w / 2 - 3}" height="3" fill="${p.spot}" opacity=".85"/>`;
          at += w + r(from + 120 + i) * 3;
        }
        return out;
      };
      return `<circle cx="${15 + r(1) * 70}" cy="${16 + r(2) * 16}" r="${7 + r(3) * 4}" fill="${p.spot}"/>${row(78, p.mid, 14, 34, 5)}${row(96, p.deep, 14, 34, 205)}`;
    },
    dish: (p) => `<ellipse cx="50" cy="58" rx="36" ry="20" fill="${p.pale}"/><ellipse cx="50" cy="56" rx="27" ry="13.500" fill="url(#s)"/><circle cx="43" cy="53" r="7" fill="${p.spot}"/><circle cx="57" cy="57" r="6" fill="${p.leaf}"/><path d="M52 48c4-2 8-1 10 2" stroke="${p.leaf}" stroke-width="3" stroke-linecap="round" fill="none"/>`,
    forest: (p, r) => {
      const trees = (base, fill, from) => Array.from({ length: 16 }, (_, i) => {
        const [x, h] = [-100 + i * 19 + r(from + i) * 12, 26 + r(from + 30 + i) * 24];
        return `<path d="M${x} ${base - h}l${h * 0.34} ${h}h-${h * 0.68}z" fill="${fill}"/>`;
      }).join("");
      return `<circle cx="${20 + r(1) * 60}" cy="20" r="8" fill="${p.spot}"/>${trees(66, p.leaf, 3)}${trees(80, p.deep, 103)}<path d="M-105 78c90-10 190-6 310 0v40h-310z" fill="${p.mid}"/>`;
    },
    house: (p) => `<path d="M22 50 50 26l28 24v28H22z" fill="url(#s)"/><path d="M16 52 50 22l34 30" fill="none" stroke="${p.deep}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/><path d="M44 58h12v20H44z" fill="${p.deep}"/><path d="M30 54h8v8h-8zm32 0h8v8h-8z" fill="${p.pale}"/>`,
    flower: (p) => `<path d="M50 50v30M50 68c-8-2-12-6-14-12 8 0 12 4 14 12z" stroke="${p.leaf}" stroke-width="3" fill="${p.leaf}"/>${[0, 60, 120, 180, 240, 300].map((a) => `<ellipse cx="50" cy="27" rx="7.500" ry="12" fill="url(#s)" transform="rotate(${a} 50 40)"/>`).join("")}<circle cx="50" cy="40" r="7" fill="${p.spot}"/>`,
    box: (p) => `<path d="m50 26 28 13v27L50 80 22 66V39z" fill="url(#s)"/><path d="m22 39 28 13 28-13M50 52v28" stroke="${p.deep}" stroke-width="2.400" fill="none"/><path d="m36 32.500 28 13v9" stroke="${p.pale}" stroke-width="3" fill="none"/>`,
    chair: (p) => `<path d="M34 24h32v30H34z" fill="url(#s)"/><path d="M30 52h40v8H30z" fill="${p.deep}"/><path d="M34 60v20m32-20v20" stroke="${p.deep}" stroke-width="4.500" stroke-linecap="round"/>`,
    phone: (p) => `<rect x="34" y="18" width="32" height="62" rx="6" fill="${p.deep}"/><rect x="37" y="22" width="26" height="54" rx="3" fill="url(#s)"/><circle cx="50" cy="42" r="7" fill="${p.pale}" opacity=".8"/><path d="M42 58h16m-16 6h10" stroke="${p.pale}" stroke-width="2.500" stroke-linecap="round"/>`,
    ball: (p) => `<circle cx="50" cy="52" r="27" fill="url(#s)"/><path d="M27 40c14 8 32 8 46 0M27 64c14-8 32-8 46 0M50 25v54" stroke="${p.pale}" stroke-width="2.400" fill="none" opacity=".8"/>`,
    tent: (p) => `<path d="M50 28 84 78H16z" fill="url(#s)"/><path d="m50 28 11 50H39z" fill="${p.deep}"/><path d="m46 22 4 6 4-6" stroke="${p.deep}" stroke-width="2" fill="none"/>`,
    pencil: (p) => `<path d="m24 78 5-17 37-37c4-3 9 2 12 5s8 8 5 12L46 78z" fill="url(#s)" transform="translate(-4 -2)"/><path d="m20 76 5-17 12 12z" fill="${p.pale}"/><path d="m20 76 2-6 4 4z" fill="${p.deep}"/>`,
    apple: (p) => `<path d="M50 38c-10-8-26-2-26 16 0 14 9 24 17 24 4 0 6-2 9-2s5 2 9 2c8 0 17-10 17-24 0-18-16-24-26-16z" fill="url(#s)"/><path d="M50 38c0-8 3-13 8-16" stroke="${p.deep}" stroke-width="3" fill="none" stroke-linecap="round"/><path d="M52 30c4-8 11-9 16-8-2 7-8 10-16 8z" fill="${p.leaf}"/>`,
    lock: (p) => `<path d="M37 50V38c0-18 26-18 26 0v12" fill="none" stroke="${p.deep}" stroke-width="6"/><rect x="29" y="48" width="42" height="31" rx="6" fill="url(#s)"/><circle cx="50" cy="61" r="4" fill="${p.deep}"/><path d="M50 62v8" stroke="${p.deep}" stroke-width="3" stroke-linecap="round"/>`,
    camera: (p) => `<path d="M37 36l5-8h16l5 8z" fill="${p.deep}"/><rect x="20" y="36" width="60" height="42" rx="7" fill="url(#s)"/><circle cx="50" cy="57" r="15" fill="${p.pale}"/><circle cx="50" cy="57" r="10" fill="${p.deep}"/><circle cx="46" cy="53" r="3" fill="${p.pale}"/><circle cx="72" cy="44" r="2.500" fill="${p.spot}"/>`,
    plug: (p) => `<path d="M50 62c0 14 20 6 20 20" fill="none" stroke="${p.deep}" stroke-width="4.500"/><path d="M40 22v14m20-14v14" stroke="${p.pale}" stroke-width="5" stroke-linecap="round"/><path d="M32 34h36v12c0 12-8 20-18 20s-18-8-18-20z" fill="url(#s)"/>`,
    mouse: (p) => `<path d="M50 34c0-10 10-8 10-18" fill="none" stroke="${p.deep}" stroke-width="3"/><rect x="34" y="32" width="32" height="47" rx="16" fill="url(#s)"/><path d="M50 32v18M34 51h32" stroke="${p.deep}" stroke-width="2" opacity=".6"/><rect x="47.500" y="39" width="5" height="9" rx="2.500" fill="${p.pale}"/>`,
    hat: (p) => `<path d="M32 64c0-24 4-34 18-34s18 10 18 34z" fill="url(#s)"/><ellipse cx="50" cy="66" rx="34" ry="9" fill="${p.deep}"/><path d="M33 60c10 5 24 5 34 0v5c-10 5-24 5-34 0z" fill="${p.spot}"/>`,
    tool: (p) => `<rect x="46" y="40" width="8" height="42" rx="4" fill="${p.deep}" transform="rotate(28 50 50)"/><path d="M44 22h26c5 0 8 3 8 8v8H44z" fill="url(#s)" transform="rotate(28 50 40)"/>`,
    bucket: (p) => `<path d="M29 42c0-26 42-26 42 0" fill="none" stroke="${p.deep}" stroke-width="3"/><path d="M26 42h48l-6 34c-.500 2-2 3-4 3H36c-2 0-3.500-1-4-3z" fill="url(#s)"/><ellipse cx="50" cy="42" rx="24" ry="5" fill="${p.deep}"/>`,
    mushroom: (p) => `<path d="M43 50h14l3 24c0 3-2 5-4 5H44c-2 0-4-2-4-5z" fill="${p.pale}"/><path d="M20 52c0-18 14-28 30-28s30 10 30 28c-18 5-42 5-60 0z" fill="url(#s)"/><circle cx="40" cy="38" r="4.500" fill="${p.pale}"/><circle cx="58" cy="34" r="3.500" fill="${p.pale}"/><circle cx="64" cy="45" r="4" fill="${p.pale}"/>`,
    racket: (p) => `<ellipse cx="46" cy="40" rx="19" ry="23" fill="${p.pale}" opacity=".6" transform="rotate(-18 46 40)"/><ellipse cx="46" cy="40" rx="19" ry="23" fill="none" stroke="url(#s)" stroke-width="5" transform="rotate(-18 46 40)"/><path d="m55 62 9 20" stroke="${p.deep}" stroke-width="6" stroke-linecap="round"/><path d="M33 32l28 12M31 44l26 12M40 22l12 38M52 20l8 32" stroke="${p.deep}" stroke-width="1" opacity=".5"/><circle cx="74" cy="70" r="6" fill="${p.spot}"/>`,
    glasses: (p) => `<rect x="16" y="44" width="29" height="24" rx="10" fill="${p.pale}" stroke="url(#s)" stroke-width="5"/><rect x="55" y="44" width="29" height="24" rx="10" fill="${p.pale}" stroke="url(#s)" stroke-width="5"/><path d="M45 52c3-3 7-3 10 0" fill="none" stroke="${p.deep}" stroke-width="4"/>`,
    scarf: (p) => `<path d="M30 34c0-10 40-10 40 0 0 8-40 8-40 0z" fill="${p.deep}"/><path d="M30 34c0 10 40 10 40 0v10c0 10-40 10-40 0z" fill="url(#s)"/><path d="M54 48h14l4 30H58z" fill="url(#s)"/><path d="M58 70h13m-14-8h13" stroke="${p.pale}" stroke-width="3"/>`,
    hotel: (p, r) => {
      const [w, h] = [34 + r(1) * 18, 34 + r(2) * 22];
      const x = 50 - w / 2;
      const rows = Math.floor(h / 11) - 1;
      const panes = [0, 1, 2, 3].flatMap((c) => Array.from({ length: rows }, (_, i) => `<rect x="${x + 5 + (c * (w - 8)) / 4}" y="${84 - h + 6 + i * 10}" width="${(w - 20) / 4}" height="5.500" rx="1" fill="${r(c * 7 + i + 9) > 0.45 ? p.spot : p.pale}"/>`));
      return `<circle cx="${18 + r(3) * 64}" cy="22" r="8" fill="${p.spot}" opacity=".9"/><path d="M-105 84h310v40h-310z" fill="${p.leaf}"/><rect x="${x}" y="${84 - h}" width="${w}" height="${h}" rx="2" fill="url(#s)"/><path d="M${x - 3} ${84 - h}h${w + 6}v4h-${w + 6}z" fill="${p.deep}"/>${panes.join("")}<rect x="46" y="76" width="8" height="8" fill="${p.deep}"/><circle cx="${x - 9}" cy="74" r="8" fill="${p.leaf}"/><path d="M${x - 9} 74v11" stroke="${p.deep}" stroke-width="2"/>`;
    },
    pump: (p) => `<path d="M57 68c24 2 25-14 22-30" fill="none" stroke="${p.deep}" stroke-width="3.500"/><path d="M50 18v20" stroke="${p.pale}" stroke-width="5"/><rect x="33" y="13" width="34" height="8" rx="4" fill="${p.deep}"/><rect x="42" y="34" width="16" height="44" rx="5" fill="url(#s)"/><rect x="30" y="76" width="40" height="5" rx="2.500" fill="${p.deep}"/>`,
    board: (p) => `<g transform="rotate(-10 50 52)"><rect x="22" y="32" width="46" height="42" rx="7" fill="url(#s)"/><rect x="64" y="47" width="24" height="12" rx="6" fill="url(#s)"/><circle cx="81" cy="53" r="3" fill="${p.deep}"/><path d="M29 42c12-3 20 3 33 0M29 53c12-3 20 3 33 0M29 64c12-3 20 3 33 0" fill="none" stroke="${p.pale}" stroke-width="1.800" opacity=".55"/></g>`,
    pin: (p) => `<g transform="rotate(-24 50 54)"><rect x="10" y="49" width="16" height="9" rx="4.500" fill="${p.deep}"/><rect x="74" y="49" width="16" height="9" rx="4.500" fill="${p.deep}"/><rect x="24" y="44" width="52" height="19" rx="8" fill="url(#s)"/><path d="M32 50h34" stroke="${p.pale}" stroke-width="2.400" stroke-linecap="round" opacity=".6"/></g>`,
    frame: (p) => `<rect x="25" y="22" width="50" height="57" rx="3" fill="url(#s)"/><rect x="32" y="29" width="36" height="43" fill="${p.pale}"/><circle cx="59" cy="39" r="4.500" fill="${p.spot}"/><path d="m32 64 12-14 9 9 6-6 9 10v9H32z" fill="${p.leaf}"/>`,
    blanket: (p) => `<path d="M22 48c0-8 4-12 12-12h32c8 0 12 4 12 12z" fill="${p.deep}"/><rect x="20" y="46" width="60" height="16" rx="8" fill="url(#s)"/><rect x="20" y="62" width="60" height="17" rx="8" fill="${p.mid}"/><path d="M28 54h44M28 70h44" stroke="${p.pale}" stroke-width="2.400" stroke-linecap="round" stroke-dasharray="5 5" opacity=".8"/>`,
    rug: (p) => `<path d="M27 38h46l13 40H14z" fill="url(#s)"/><path d="M24.500 46h51M21.500 56h57M18 67h64" stroke="${p.pale}" stroke-width="3" opacity=".75"/><path d="M14 78h72" stroke="${p.deep}" stroke-width="4" stroke-dasharray="3 3"/>`,
    cat: (p) => `<path d="M28 78c-4-22 0-38 4-52l12 10c4-1 8-1 12 0l12-10c4 14 8 30 4 52z" fill="url(#s)"/><circle cx="42" cy="50" r="2.800" fill="${p.deep}"/><circle cx="58" cy="50" r="2.800" fill="${p.deep}"/><path d="m47 57 3 3 3-3" stroke="${p.deep}" stroke-width="2" fill="none" stroke-linecap="round"/>`,
  };
  const SAME = {
    kettle: "teapot", tea: "teapot", coffee: "mug", cup: "mug", frother: "mug", espresso: "mug", salad: "bowl", soup: "bowl", noodles: "bowl", ramen: "bowl",
    rice: "bowl", steamer: "pot", casserole: "pot", skillet: "pan", honey: "jar", spice: "jar", mill: "bottle", oil: "bottle", wine: "bottle", perfume: "bottle",
    flask: "bottle", scissors: "knife", spoon: "knife", tools: "tool", hammer: "tool", spanner: "tool", light: "lamp", bulb: "lamp", torch: "lamp", lantern: "lamp", leaf: "plant", seeds: "plant", herb: "plant",
    garden: "plant", tree: "forest", notebook: "book", paper: "book", diary: "book", calendar: "book", boots: "shoe", sneaker: "shoe", trainers: "shoe", socks: "shoe", slipper: "shoe",
    earbuds: "headphones", speaker: "headphones", music: "headphones", jacket: "shirt", sweater: "shirt", coat: "shirt", dress: "shirt", gloves: "shirt",
    trousers: "shirt", backpack: "bag", basket: "bag", tote: "bag", purse: "bag", luggage: "bag", watch: "clock", timer: "clock", scale: "clock", bed: "blanket",
    pillow: "cushion", towel: "blanket", mat: "rug", linen: "blanket", rack: "chair", stool: "chair", sofa: "chair", desk: "chair", hook: "chair", hut: "house", home: "house",
    beach: "sea", lake: "sea", boat: "sea", island: "sea", sunset: "sea", harbour: "sea", hill: "mountain", hike: "mountain", snow: "mountain", street: "city", night: "city", bridge: "city",
    food: "dish", pasta: "dish", pizza: "dish", breakfast: "dish", dinner: "dish", curry: "dish", cake: "bread", loaf: "bread", biscuit: "bread", cheese: "bread",
    park: "forest", woods: "forest", bouquet: "flower", rose: "flower", tulip: "flower", parcel: "box", package: "box", gift: "box", charger: "phone", tablet: "phone", screen: "phone",
    keyboard: "phone", cable: "phone", laptop: "phone", yoga: "ball", bike: "ball", football: "ball", game: "ball", camping: "tent", pen: "pencil", brush: "pencil",
    apron: "shirt", vest: "shirt", jumper: "shirt", belt: "scarf", battery: "plug", hub: "plug", charging: "plug", bird: "house", case: "bag", cream: "jar", paste: "jar", syrup: "bottle",
    salt: "jar", stopper: "bottle", soap: "bottle", compass: "clock", gauge: "clock", hose: "tool", rake: "tool", shears: "knife", slicer: "knife", trowel: "tool", seal: "tool", poles: "tool",
    rope: "scarf", tape: "pencil", ruler: "pencil", ink: "bottle", paint: "bucket", soil: "bucket", can: "bucket", goggles: "glasses", microphone: "headphones", trimmer: "mouse", nuts: "bowl",
    stove: "pan", room: "chair", studio: "chair", kitchen: "pot", bedroom: "blanket", office: "lamp", study: "lamp", bathroom: "bottle", cinema: "camera", swim: "sea", supper: "dish", workshop: "tool",
    repair: "tool", poetry: "book", zine: "book", jam: "jar", synth: "headphones", choir: "headphones", concert: "headphones", star: "mountain", walk: "forest", court: "racket", tennis: "racket", fair: "tent",
    call: "phone", key: "lock", locker: "lock", door: "lock", heater: "plug", fan: "plug", window: "house", flat: "house", hallway: "house", potatoes: "plant", train: "city",
    fruit: "apple", orange: "apple", chocolate: "box", dog: "cat", pet: "cat", press: "pot", stand: "pot", art: "flower",
  };
  const motifOf = (seed) => {
    const words = seed.toLowerCase().split(/[^a-z]+/);
    for (const word of words) {
      const found = MOTIFS[word] ? word : SAME[word] || (word.endsWith("s") && (MOTIFS[word.slice(0, -1)] ? word.slice(0, -1) : SAME[word.slice(0, -1)]));
      if (found) return found;
    }
    return ANYTHING[hash(seed) % ANYTHING.length];
  };
  const WIDE = new Set(["mountain", "sea", "city", "forest", "hotel"]);
  const ANYTHING = ["mountain", "sea", "forest", "city", "plant", "flower", "mug", "lamp"]; // for words without a motif
  let numbered = 0;
  const photo = (seed, dark) => {
    const h = hue(`${seed}*`);
    const motif = motifOf(seed);
    const o = (h + 165) % 360;
    const dim = dark ? 0.86 : 1;
    const shade = (hh, s, l) => `hsl(${hh} ${s}% ${Math.round(l * dim)}%)`;
    const id = `p${numbered++}`;
    const p = { pale: shade(h, 45, 94), mid: shade(o, 42, 58), deep: shade(o, 44, 32), spot: shade(44, 88, 66), leaf: shade(150, 36, 40) };
    const wide = WIDE.has(motif);
    const light = wide ? [shade(h, 48, 82), shade((h + 30) % 360, 52, 90)] : [shade(h, 46, 90), shade(h, 40, 76)];
    const drawn = MOTIFS[motif](p, (i) => (hash(`${seed}~${i}`) % 997) / 997).replaceAll("url(#s)", `url(#${id}s)`);
    const table = wide ? "" : `<path d="M-100 70h300v140h-300z" fill="${shade(h, 34, 66)}" opacity=".55"/><ellipse cx="52" cy="79" rx="30" ry="4" fill="${p.deep}" opacity=".28"/>`;
    return `<defs><linearGradient id="${id}g" x1="0" y1="0" x2=".6" y2="1"><stop stop-color="${light[0]}"/><stop offset="1" stop-color="${light[1]}"/></linearGradient>
      <linearGradient id="${id}s" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${shade(o, 52, 64)}"/><stop offset="1" stop-color="${shade(o, 50, 42)}"/></linearGradient></defs>
      <rect x="-100" y="-100" width="300" height="300" fill="url(#${id}g)"/>${table}${drawn}`;
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
      c.fillStyle = tone.accent;
      c.beginPath();
      for (let i = 0; i < 32; i++) { const R = i % 2 ? r * 0.9 : r; c.lineTo(R * Math.cos((i * Math.PI) / 16), R * Math.sin((i * Math.PI) / 16)); }
      c.closePath(); c.fill();
      c.strokeStyle = tone["on-accent"]; c.lineWidth = 2; c.globalAlpha = 0.6;
      c.beginPath(); c.arc(0, 0, r * 0.76, 0, 7); c.stroke(); c.globalAlpha = 1;
      c.fillStyle = tone["on-accent"];
      fitted(c, node.text, 0, 0, r * 1.36, r * 0.62);
    },
    sign(c, w, h, node, tone) {
      const [W, H] = [Math.min(w - 32, 300), Math.min(h - 40, 104)];
      const [x, y] = [(w - W) / 2, (h - H) / 2 - 8];
      c.fillStyle = tone.muted; c.fillRect(w / 2 - 4, y + H - 4, 8, h);
      c.fillStyle = tone.accent; rounded(c, x, y, W, H, 12); c.fill();
      c.strokeStyle = tone["on-accent"]; c.lineWidth = 2.5; rounded(c, x + 6, y + 6, W - 12, H - 12, 8); c.stroke();
      c.fillStyle = tone["on-accent"];
      fitted(c, node.text, w / 2, y + H / 2, W - 36, H * 0.46);
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
      c.fillStyle = dark ? "#22272b" : "#eaeee8"; c.fillRect(0, 0, w, h);
      c.fillStyle = dark ? "#26382d" : "#cfe5cb";
      for (let i = 0; i < 3; i++) { rounded(c, rnd(i) * w - 30, rnd(i + 9) * h - 20, 60 + rnd(i + 20) * 90, 40 + rnd(i + 30) * 60, 18); c.fill(); }
      c.strokeStyle = dark ? "#1e3d55" : "#b4d6ee"; c.lineWidth = 20; c.beginPath(); c.moveTo(-10, h * (0.2 + rnd(4) * 0.6));
      c.bezierCurveTo(w * 0.3, h * rnd(5), w * 0.6, h * rnd(6), w + 10, h * (0.2 + rnd(7) * 0.6)); c.stroke();
      c.strokeStyle = dark ? "#3a4147" : "#ffffff";
      for (let i = 0; i < 9; i++) {
        c.lineWidth = i < 3 ? 8 : 4; c.beginPath();
        if (i % 2) { c.moveTo(-5, rnd(40 + i) * h); c.lineTo(w + 5, rnd(50 + i) * h); } else { c.moveTo(rnd(60 + i) * w, -5); c.lineTo(rnd(70 + i) * w, h + 5); }
        c.stroke();
      }
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
      c.fillStyle = entry.marked ? tone["accent-soft"] : entry.open ? tone.raised : tone.accent;
      rounded(c, x, y, s, s, Math.min(10, s / 5)); c.fill();
      if (entry.marked || entry.open) { c.strokeStyle = entry.marked ? tone.accent : tone.hairline; c.lineWidth = entry.marked ? 2 : 1; c.stroke(); }
      const face = String(entry.face ?? "");
      if ((entry.open || entry.marked) && face) {
        c.fillStyle = NAMED[face.toLowerCase()] || tone.ink;
        if (NAMED[face.toLowerCase()]) { c.beginPath(); c.arc(x + s / 2, y + s / 2, s * 0.28, 0, 7); c.fill(); } else fitted(c, face, x + s / 2, y + s / 2, s - 10, s * 0.46);
      } else if (!entry.open) {
        c.fillStyle = tone["on-accent"]; c.globalAlpha = 0.2;
        c.beginPath(); c.arc(x + s / 2, y + s / 2, s * 0.16, 0, 7); c.fill(); c.globalAlpha = 1;
      }
    });
  });
  return { picture, board, isCanvas, framing };
})();
