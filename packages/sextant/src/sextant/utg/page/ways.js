"use strict";
// What the page works out of its map without showing anything: lines, ways, neighbours.
function mapWays(data, nodes) {
  const MARGIN = 32, HEAD = 7;
  const [wide, high] = data.card, [gapX, gapY] = data.gap;
  const middle = (node) => node.y - MARGIN + high / 2;
  // The head of an arrow that enters a screen.
  const tip = (node) => `M${node.x - MARGIN} ${middle(node)}l${-HEAD} ${HEAD / 2}v${-HEAD}z`;
  // What works on every screen, such as going home, has no line of its own in the drawing: it takes the same gaps.
  function through(a, b) {
    const left = a.x - MARGIN + wide, right = b.x - MARGIN, first = left + gapX / 2, last = right - gapX / 2;
    const along = b.y - MARGIN + (a.y < b.y ? -gapY / 2 : high + gapY / 2);
    const between = Math.abs(first - last) < 1 ? "" : `V${along}H${last}`;
    return `M${left} ${middle(a)}H${first}${between}V${middle(b)}H${right - HEAD}`;
  }
  // The fewest actions; among equals the less doubted.
  function shortest(a, b) {
    const best = new Float64Array(nodes.length).fill(Infinity), back = new Array(nodes.length).fill(null);
    const queue = [[0, a.i]];
    best[a.i] = 0;
    while (queue.length) {
      let least = 0;
      for (let i = 1; i < queue.length; i++) if (queue[i][0] < queue[least][0]) least = i;
      const [cost, at] = queue[least];
      queue[least] = queue[queue.length - 1];
      queue.pop();
      if (at === b.i) break;
      if (cost > best[at]) continue;
      for (const [target, price, doubt, says] of data.ways[at]) {
        const next = cost + price + doubt * 0.001;
        if (next < best[target]) { best[target] = next; back[target] = [at, says, price]; queue.push([next, target]); }
      }
    }
    if (best[b.i] === Infinity) return null;
    const steps = [];
    for (let at = b.i; at !== a.i; at = back[at][0]) steps.unshift([nodes[back[at][0]], nodes[at], data.says[back[at][1]], back[at][2]]);
    return steps;
  }
  // The nearest screen in a direction.
  function neighbour(node, dx, dy) {
    let best = null, least = Infinity;
    for (const other of nodes) {
      const x = other.x - node.x, y = other.y - node.y;
      const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead <= 1) continue;
      const far = ahead + aside * 2.5;
      if (far < least) { least = far; best = other; }
    }
    return best;
  }
  return { tip, through, shortest, neighbour };
}
