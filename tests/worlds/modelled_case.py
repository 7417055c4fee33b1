"""A small task and page as a good author would write them, for the tests of the model-driven author."""

from sextant_worlds.modelled.forms import AuthoredTask

_GOLD = "QX-7731 F 812"
_LOCKER = {"id": "locker", "label": "locker code", "value": "QX-7731", "where": "Home > Locker"}
_SHELF = {"id": "shelf", "label": "shelf mark", "value": "F 812", "where": "Loans"}
_KEPT = {"what": "the code", "where_encoded": "Home", "when_encoded": "first", "where_retrieved": "hand-in"}
_DESK = ("go-submit-answer", "answer-input", "answer-submit", "result")
TASK = AuthoredTask.model_validate(
    {
        "title": "Harbour Library",
        "tabs": [{"id": "home", "label": "Home"}, {"id": "loans", "label": "Loans"}],
        "natural_language": "Find the locker code on the home page and the shelf mark of the oldest loan, then hand in "
        "both.",
        "guideline": "On Home, the notice Locker shows the locker code QX-7731. Open Loans; the oldest loan shows the "
        "shelf mark F 812. Then open the hand-in page, type QX-7731 F 812 and submit.",
        "facts": [{**fact, "kind": "code", "test_id": f"fact-{fact['id']}"} for fact in (_LOCKER, _SHELF)],
        "distractors": [{"value": "F 821", "where": "Loans", "why_harmless": "a newer loan"}],
        "truth_gold": _GOLD,
        "final_action": {"gold": _GOLD, "required_output_format": "CODE SHELFMARK"},
        "grading": {"gold": _GOLD, "pass_regex": r"^QX-7731\s+F 812$"},
        "memory_items": [{**_KEPT, "fact": "locker"}],
        "required_testids": ["tab-home", "tab-loans", "fact-locker", "fact-shelf", *_DESK],
    }
)

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Library</title>
<style>body{font:16px system-ui;margin:0;padding:16px 16px 80px}nav{position:fixed;bottom:0;left:0;right:0;display:flex}
nav button{flex:1;min-height:56px}section{display:none}
section.on{display:block}button,input{min-height:44px;font:inherit}
</style></head><body>
<section id="home" class="on"><h1>Harbour Library</h1><p>Locker <b data-testid="fact-locker">QX-7731</b></p>
<button data-testid="go-submit-answer">Hand in</button></section>
<section id="loans"><h1>Loans</h1><p>Oldest: Tides, shelf <b data-testid="fact-shelf">F 812</b></p>
<p>Newer: Reefs, F 821</p></section>
<section id="desk"><h1>Hand in</h1><input data-testid="answer-input" aria-label="Answer">
<button data-testid="answer-submit">Submit</button><p data-testid="result"></p></section>
<nav><button data-testid="tab-home">Home</button><button data-testid="tab-loans">Loans</button></nav>
<script>
const show = (id) => {
  for (const part of document.querySelectorAll("section")) part.classList.toggle("on", part.id === id);
};
const on = (id, work) => { document.querySelector(`[data-testid="${id}"]`).onclick = work; };
on("tab-home", () => show("home"));
on("tab-loans", () => show("loans"));
on("go-submit-answer", () => show("desk"));
on("answer-submit", () => {
  const text = document.querySelector('[data-testid="answer-input"]').value;
  document.querySelector('[data-testid="result"]').textContent = `Handed in: ${text}`;
});
</script></body></html>"""
