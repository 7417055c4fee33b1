// ---- boxes to tick that the page draws itself: the native one is there and nobody sees it
const isTick = (el) => localName(el) === "input" && /^(checkbox|radio)$/.test(inputType(el));
const isFaint = (el) => {
  for (let at = el, steps = 0; at && nodeType(at) === 1 && steps < 60; at = flatParent(at), steps++) {
    if (Number(getComputedStyle(at).opacity) < 0.05) return true;
  }
  return false;
};
// What is kept for screen readers alone is clipped to nothing, or to a pixel.
const isClippedAway = (style) => {
  const sides = /^absolute|^fixed/.test(style.position) && /^rect\((.*)\)$/.exec(style.clip);
  const [t, r, b, l] = sides ? sides[1].split(/[\s,]+/).map(parseFloat) : [];
  return (sides && (r - l <= 1 || b - t <= 1)) || /^inset\((?:50|100)%|^circle\(0/.test(style.clipPath);
};
const isCutOff = (el) => {
  for (let at = el, steps = 0; at && nodeType(at) === 1 && steps < 4; at = flatParent(at), steps++) {
    const style = getComputedStyle(at);
    if (isClippedAway(style) || (!drawn(fromDom(rectOf(at))) && (at === el || style.overflowX !== "visible"))) return true;
  }
  return false;
};
const draws = (el) =>
  /^(img|svg|canvas)$/.test(localName(el)) || [null, "::before", "::after"].some((which) => {
    const style = getComputedStyle(el, which);
    if (which !== null && /^(none|normal)$/.test(style.content)) return false;
    const border = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none" && !clear(style.borderTopColor);
    return border || !clear(style.backgroundColor) || style.backgroundImage !== "none" || style.boxShadow !== "none" ||
      (style.maskImage || "none") !== "none" || (which !== null && /[^\s"]/.test(style.content));
  });
const isUndrawn = (el) => {
  const style = getComputedStyle(el);
  return style.visibility === "visible" && (isFaint(el) || isCutOff(el) || (style.appearance === "none" && !draws(el)));
};
const TICK = { wide: 120, high: 80, least: 6 }; // pixels of what is drawn for it
const CONTROL = "input,select,textarea,button,a[href],[tabindex],[role]";
const isPlain = (el) => !/[\p{L}\p{N}]/u.test(contentOf(el) || "") && querySelectorAll(el, "input").length < 2;
const isSmall = (at) => at.r - at.l <= TICK.wide && at.b - at.t <= TICK.high;
// The largest part of the page that is this box alone: no words, no other field.
const holderOf = (el) => {
  let held = el;
  for (let up = flatParent(el), steps = 0; up && up !== body && nodeType(up) === 1 && steps < 4; up = flatParent(up), steps++) {
    if (!isPlain(up) || !isSmall(fromDom(rectOf(up)))) break;
    held = up;
  }
  return held;
};
const drawnFor = (el) => {
  const own = fromDom(rectOf(el));
  const held = holderOf(el);
  const up = flatParent(el);
  const around = held === el ? childrenOf(up).filter((one) => nodeType(one) === 1 && one !== el) : [held];
  let found = null;
  for (const part of around.slice(0, 12)) {
    for (const one of [part, ...Array.from(querySelectorAll(part, "*")).slice(0, 12)]) {
      const at = fromDom(rectOf(one));
      const large = at.r - at.l >= TICK.least && at.b - at.t >= TICK.least;
      if (one === el || !large || !isSmall(at) || !drawn(meet(at, own)) || !isPlain(one) || !draws(one)) continue;
      if (!within(el, one) && matches(one, CONTROL)) continue;
      if (getComputedStyle(one).visibility === "visible" && !isFaint(one)) found = join(found, at);
    }
  }
  return found;
};
// A box that is laid over a whole card: the card is what a person touches.
const cardUnder = (el) => {
  const up = flatParent(el);
  if (!up || nodeType(up) !== 1 || up === body || isPlain(up) || isFaint(up)) return null;
  const [own, card] = [fromDom(rectOf(el)), fromDom(rectOf(up))];
  return area(meet(own, card)) > 0.6 * area(card) && !isCutOff(el) ? own : null;
};
// What a person sees of a box to tick: `at`, or null where it is a label, or nothing.
const stands = new Map();
const standIn = (el) => {
  if (!stands.has(el)) {
    const hidden = isUndrawn(el);
    const kept = hidden && !closest(el, '[aria-hidden="true"]');
    stands.set(el, { hidden, at: hidden ? (kept && (drawnFor(el) || cardUnder(el))) || null : fromDom(rectOf(el)) });
  }
  return stands.get(el);
};
