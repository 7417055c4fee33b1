// What the crawl asks of a page: what can be touched, what can be scrolled, a scroll, and what is seen.
({
  touchable: () => {
    const W = innerWidth, H = innerHeight, found = [], seen = new Set();
    const tags = 'a[href],button,summary,[role=button],[role=link],[role=tab],[role=menuitem],[role=option],'
      + '[role=switch],[role=checkbox],[role=radio],[onclick],input,label,area';
    const takes = el => {
      if (el.matches(tags)) return true;
      if (getComputedStyle(el).cursor !== 'pointer') return false;
      return !el.parentElement || getComputedStyle(el.parentElement).cursor !== 'pointer';
    };
    const touched = ['button', 'submit', 'reset', 'image', 'checkbox', 'radio'];
    const field = el => el.tagName === 'INPUT' && !touched.includes(el.type);
    for (const el of document.querySelectorAll('*')) {
      if (!takes(el) || field(el) || el.disabled) continue;
      for (const r of el.getClientRects()) {
        const l = Math.max(0, r.left), t = Math.max(0, r.top), x1 = Math.min(W, r.right), y1 = Math.min(H, r.bottom);
        if (x1 - l < 2 || y1 - t < 2) continue;
        const points = [[.5,.5],[.15,.5],[.85,.5],[.5,.2],[.5,.8]];
        const free = points.map(([a,b]) => [l + a*(x1-l), t + b*(y1-t)])
          .find(([x,y]) => { const on = document.elementFromPoint(x,y); return on && (el === on || el.contains(on)); });
        if (!free) continue;
        const at = Math.round(free[0]) + ',' + Math.round(free[1]);
        if (seen.has(at)) break;
        seen.add(at);
        const name = el.getAttribute('aria-label') || el.innerText || el.title || el.value || '';
        const link = el.tagName === 'A' && el.href ? el.href : '';
        found.push({x: free[0], y: free[1], name: name.trim().replace(/\s+/g, ' ').slice(0, 120), href: link,
                    out: el.target === '_blank' || el.hasAttribute('download')});
        break;
      }
    }
    return found;
  },

  scrollers: () => {
    const W = innerWidth, H = innerHeight, found = [], page = document.scrollingElement;
    const all = [page, ...document.querySelectorAll('*')].filter((el, i, a) => el && a.indexOf(el) === i);
    all.forEach((el, index) => {
      const root = el === page, style = getComputedStyle(el), r = el.getBoundingClientRect();
      const open = v => root ? v !== 'hidden' : (v === 'auto' || v === 'scroll');
      if (!root && (r.right <= 0 || r.bottom <= 0 || r.left >= W || r.top >= H || r.width < 20 || r.height < 20)) return;
      const sideways = root ? 1 : open(style.overflowX), down = root ? 1 : open(style.overflowY);
      const w = root ? W : el.clientWidth, h = root ? H : el.clientHeight;
      if (down && el.scrollHeight - h - el.scrollTop > 4) found.push([index, 0, .8 * h, 'down']);
      if (down && el.scrollTop > 4) found.push([index, 0, -.8 * h, 'up']);
      if (sideways && el.scrollWidth - w - el.scrollLeft > 4) found.push([index, .8 * w, 0, 'right']);
      if (sideways && el.scrollLeft > 4) found.push([index, -.8 * w, 0, 'left']);
    });
    return found;
  },

  scroll: ([index, dx, dy]) => {
    const page = document.scrollingElement;
    const all = [page, ...document.querySelectorAll('*')].filter((el, i, a) => el && a.indexOf(el) === i);
    if (all[index]) all[index].scrollBy({left: dx, top: dy, behavior: 'instant'});
  },

  seen: () => {
    const W = innerWidth, H = innerHeight, texts = [];
    const root = document.body || document.documentElement || document; // between two documents there is no body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()) && texts.length < 5000;) {
      const how = {visibilityProperty: true, opacityProperty: true};
      if (!node.data.trim() || !node.parentElement.checkVisibility(how)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const r = range.getBoundingClientRect();
      if (r.width > 0 && r.right > 0 && r.bottom > 0 && r.left < W && r.top < H) texts.push(node.data);
    }
    for (const el of document.querySelectorAll('input[type=submit],input[type=button],[aria-label]')) {
      const r = el.getBoundingClientRect();
      if (r.width > 0 && r.right > 0 && r.bottom > 0 && r.left < W && r.top < H && el.checkVisibility())
        texts.push(el.getAttribute('aria-label') || el.value || '');
    }
    const unfolded = '[aria-expanded=true],[aria-selected=true],details[open],dialog[open]';
    const open = document.querySelectorAll(unfolded).length;
    const scrolled = [...document.querySelectorAll('*')].filter(el => el.scrollTop || el.scrollLeft)
      .map(el => Math.round(el.scrollTop / 20) + ':' + Math.round(el.scrollLeft / 20));
    return [location.href, texts.join(' ').replace(/\s+/g, ' '), open + '|' + scrolled.join()];
  },
})
