// Runs in the page's own world before its first script. Tells the agent, over events whose name only the two know, of a
// request that stops the page until it is answered: nobody can ask that page anything meanwhile. Nothing else changes.
(() => {
  "use strict";
  const KEY = "@KEY@";
  const dispatch = EventTarget.prototype.dispatchEvent, call = Function.prototype.call.bind(dispatch), Plain = Event;
  const tell = (what) => call(document, new Plain(KEY + what));
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
      tell("(");
      try { return Reflect.apply(target, self, args); } finally { tell(")"); }
    },
  });
})();
