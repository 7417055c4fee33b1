// Runs in the page's own world before its first script. Tells the agent, over events whose names only the two know, of
// short timers that an input's handlers have set, so that what they do is waited for, and of requests that stop the page
// until they are answered: nobody can ask it anything meanwhile. Nothing else changes for the page.
(() => {
  "use strict";
  const KEY = "@KEY@", LONGEST = 500;
  const set = window.setTimeout, clear = window.clearTimeout, now = performance.now.bind(performance);
  const dispatch = EventTarget.prototype.dispatchEvent, call = Function.prototype.call.bind(dispatch), Plain = Event;
  const tell = (what) => call(document, new Plain(KEY + what));
  const pending = new Set();
  let until = -1;
  const arm = (event) => { if (event.isTrusted) until = now() + 40; };
  for (const type of ["touchend", "click", "input", "keydown", "keyup", "change", "contextmenu"]) {
    window.addEventListener(type, arm, { capture: true, passive: true });
  }
  const end = (id) => { if (pending.delete(id)) tell("-"); };
  window.setTimeout = new Proxy(set, {
    apply(target, self, args) {
      const delay = Number(args[1]) || 0;
      if (typeof args[0] !== "function" || delay > LONGEST || now() > until || pending.size > 50) return Reflect.apply(target, self, args);
      const work = args[0];
      let id = 0;
      const wrapped = function (...given) {
        until = now() + 10;
        try { return Reflect.apply(work, this, given); } finally { end(id); }
      };
      id = Reflect.apply(target, self, [wrapped, ...Array.prototype.slice.call(args, 1)]);
      pending.add(id);
      tell("+");
      return id;
    },
  });
  window.clearTimeout = new Proxy(clear, {
    apply(target, self, args) {
      end(args[0]);
      return Reflect.apply(target, self, args);
    },
  });
  const stopping = new WeakSet(), bound = (method) => WeakSet.prototype[method].bind(stopping);
  const has = bound("has"), add = bound("add"), remove = bound("delete");
  const requests = XMLHttpRequest.prototype;
  requests.open = new Proxy(requests.open, {
    apply(target, self, args) {
      const opened = Reflect.apply(target, self, args);
      if (args.length > 2 && !args[2]) add(self);
      else remove(self);
      return opened;
    },
  });
  requests.send = new Proxy(requests.send, {
    apply(target, self, args) {
      if (!has(self)) return Reflect.apply(target, self, args);
      const began = now();
      tell("(");
      try {
        return Reflect.apply(target, self, args);
      } finally {
        if (began <= until) until += now() - began; // a timer that is set then is as much the input's
        tell(")");
      }
    },
  });
})();
