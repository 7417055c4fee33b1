"use strict";
const frame = document.getElementById("world");
const verdict = document.getElementById("verdict");
const world = () => frame.contentWindow.sextantWorld;
const press = (key) => frame.contentDocument.dispatchEvent(new CustomEvent("phone", { detail: JSON.stringify({ on: "key", key }) }));
const say = (good, title, lines) => {
  const box = document.createElement("div");
  box.className = good ? "good" : "bad";
  const head = document.createElement("b");
  head.textContent = title;
  box.append(head);
  if (lines.length) {
    const list = document.createElement("ul");
    for (const line of lines) {
      const item = document.createElement("li");
      item.textContent = line;
      list.append(item);
    }
    box.append(list);
  }
  verdict.replaceChildren(box);
};
for (const key of document.querySelectorAll("[data-key]")) key.onclick = () => press(key.dataset.key);
for (const button of document.querySelectorAll("[data-claim]")) {
  button.onclick = async () => {
    try {
      const body = JSON.stringify({ state: world().state(), claimed: button.dataset.claim });
      const reply = await fetch("/grade", { method: "POST", body, headers: { "content-type": "application/json" } });
      const told = await reply.json();
      say(told.success, told.title, told.lines);
    } catch (error) {
      say(false, "Not graded", [`The server did not answer (${error}). Is \`sextant world show\` still running?`]);
    }
  };
}
const guideline = document.querySelector("[data-guideline]");
guideline.closest("details").addEventListener("toggle", async () => {
  try {
    guideline.textContent = (await (await fetch("/guideline", { method: "POST", body: "{}" })).json()).guideline;
  } catch (error) {
    guideline.textContent = `The server did not answer (${error}).`;
  }
}, { once: true });
document.querySelector("[data-again]").onclick = () => { verdict.replaceChildren(); frame.contentWindow.location.reload(); };
document.addEventListener("keydown", (event) => {
  if (event.target.closest && event.target.closest("input,textarea")) return;
  const key = { Escape: "back", h: "home", r: "recents" }[event.key];
  if (key) press(key);
});
// The phone is as large as the window allows: its keys stay in sight, and nothing goes beyond a narrow window.
const [wide, tall] = [frame.width, frame.height].map(Number);
const fit = () => {
  const narrow = window.matchMedia("(max-width: 820px)").matches;
  const room = narrow ? (document.documentElement.clientWidth - 26) / wide : (window.innerHeight - 116) / (tall + 2);
  frame.style.zoom = String(Math.max(0.5, Math.min(1, room)));
};
window.addEventListener("resize", fit);
fit();
