// Runs in the page's own world where permission prompts are to be asked: a headless browser draws none and refuses.
// A request that would prompt waits until the device has been answered; then the browser's own function decides.
(() => {
  "use strict";
  const KEY = "@KEY@";
  const dispatch = Function.prototype.call.bind(EventTarget.prototype.dispatchEvent);
  const listen = Function.prototype.call.bind(EventTarget.prototype.addEventListener);
  const permissions = navigator.permissions;
  if (!permissions) return;
  const query = permissions.query.bind(permissions);
  let count = 0;
  const allowed = async (name) => {
    try { if ((await query({ name })).state !== "prompt") return; } catch { return; }
    await new Promise((done) => {
      const id = ++count;
      listen(document, `${KEY}!${id}`, done, { once: true });
      dispatch(document, new CustomEvent(`${KEY}?`, { detail: `${name} ${id}` }));
    });
  };
  const wrap = (owner, key, names, settle) => {
    const real = owner && owner[key];
    if (typeof real !== "function") return;
    owner[key] = new Proxy(real, {
      apply(target, self, args) {
        const go = (async () => { for (const name of names(args)) await allowed(name); })();
        return settle(go, () => Reflect.apply(target, self, args));
      },
    });
  };
  const later = (go, work) => { go.then(work); };
  const promised = (go, work) => go.then(work);
  if (window.Geolocation) {
    wrap(Geolocation.prototype, "getCurrentPosition", () => ["geolocation"], later);
  }
  wrap(window.Notification, "requestPermission", () => ["notifications"], promised);
  wrap(window.MediaDevices && MediaDevices.prototype, "getUserMedia", (args) => {
    const wanted = args[0] || {};
    return [...(wanted.video ? ["camera"] : []), ...(wanted.audio ? ["microphone"] : [])];
  }, promised);
})();
