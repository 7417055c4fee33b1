"""The flows of a greenhouse: four of them, a subflow and a certificate. No hardware."""

import json
import sys
from pathlib import Path

FLOWS = (
    ("climate", "Climate", "Opens the roof before it gets too hot.", False),
    ("watering", "Watering", "Beds are watered at dawn, unless it rained.", False),
    ("visitors", "Visitors", "Counts who comes through the door.", False),
    ("winter", "Winter quarters", "Rests from March to October.", True),
)
DELAY = {
    "pauseType": "delay",
    "timeout": "10",
    "timeoutUnits": "minutes",
    "rate": "1",
    "nbRateUnits": "1",
    "rateUnits": "second",
    "randomFirst": "1",
    "randomLast": "5",
    "randomUnits": "seconds",
    "drop": False,
    "allowrate": False,
    "outputs": 1,
}
NODES = (
    # flow, id, kind, name, row, column, wires, more
    (
        "climate",
        "c1",
        "inject",
        "every look at the thermometer",
        0,
        0,
        ["c2"],
        {"topic": "temperature", "payload": "24"},
    ),
    ("climate", "c2", "function", "mean of five", 0, 1, ["c3"], {"func": "return msg;", "outputs": 1}),
    ("climate", "c3", "switch", "too hot?", 0, 2, ["c4", "c5"], {}),
    ("climate", "c4", "change", "open the roof", 0, 3, ["c6"], {}),
    ("climate", "c5", "change", "shut the roof", 1, 3, ["c6"], {}),
    ("climate", "c6", "debug", "roof", 0, 4, [], {"active": False, "complete": "payload", "tosidebar": True}),
    ("climate", "c7", "comment", "Glass breaks in a storm: shut it above 60 km/h", 2, 1, [], {"info": "Since 2019."}),
    ("watering", "w1", "inject", "dawn", 0, 0, ["w2"], {"topic": "bed", "payload": "3"}),
    ("watering", "w2", "subflow:thirst", "thirst of the tomatoes", 0, 1, ["w3"], {}),
    (
        "watering",
        "w3",
        "delay",
        "ten minutes",
        0,
        2,
        ["w4"],
        DELAY,
    ),
    ("watering", "w4", "template", "letter to the gardener", 0, 3, ["w5"], {"template": "Bed {{topic}} was watered."}),
    ("watering", "w5", "debug", "letters", 0, 4, [], {"active": False, "complete": "payload", "tosidebar": True}),
    ("watering", "w6", "comment", "Rain gauge is broken", 1, 0, [], {"info": "Ordered in May."}),
    ("visitors", "v1", "http in", "door", 0, 0, ["v2"], {"url": "/door", "method": "get"}),
    ("visitors", "v2", "function", "one more", 0, 1, ["v3"], {"func": "return msg;", "outputs": 1}),
    ("visitors", "v3", "http response", "welcome", 0, 2, [], {"statusCode": "200"}),
    ("winter", "q1", "inject", "first frost", 0, 0, ["q2"], {"topic": "frost", "payload": "-1"}),
    (
        "winter",
        "q2",
        "rbe",
        "only if it changed",
        0,
        1,
        ["q3"],
        {
            "func": "rbe",
            "gap": "",
            "start": "",
            "inout": "out",
            "septopics": True,
            "property": "payload",
            "topi": "topic",
        },
    ),
    ("winter", "q3", "debug", "heater", 0, 2, [], {"active": False, "complete": "payload", "tosidebar": True}),
)


def main(folder: Path) -> None:
    """Writes the flows as the editor keeps them."""
    flows: list[dict[str, object]] = [
        {
            "id": f"{key:0<16}",
            "type": "tab",
            "label": label,
            "disabled": off,
            "info": about,
            "env": [{"name": "BEDS", "value": "12", "type": "num"}] if key == "watering" else [],
        }
        for key, label, about, off in FLOWS
    ]
    flows += [
        {
            "id": "thirst0000000000",
            "type": "subflow",
            "name": "Thirst",
            "info": "How dry a bed is.",
            "category": "greenhouse",
            "in": [{"x": 60, "y": 80, "wires": [{"id": "s100000000000000"}]}],
            "out": [{"x": 420, "y": 80, "wires": [{"id": "s100000000000000", "port": 0}]}],
            "env": [],
            "color": "#A6BBCF",
        },
        {
            "id": "s100000000000000",
            "type": "function",
            "z": "thirst0000000000",
            "name": "dryness",
            "func": "return msg;",
            "outputs": 1,
            "x": 240,
            "y": 80,
            "wires": [[]],
        },
        {
            "id": "tls0000000000000",
            "type": "tls-config",
            "name": "Certificate of the shed",
            "cert": "",
            "key": "",
            "ca": "",
            "verifyservercert": True,
        },
    ]
    for flow, key, kind, name, row, column, wires, more in NODES:
        node = {"id": f"{key:0<16}", "type": kind, "z": f"{flow:0<16}", "name": name, **more}
        if kind.startswith("subflow:"):
            node["type"] = "subflow:thirst0000000000"
        if kind == "inject":
            node |= {
                "props": [{"p": "payload"}, {"p": "topic", "vt": "str"}],
                "repeat": "",
                "once": False,
                "payloadType": "str",
            }
        if kind == "switch":
            node |= {
                "property": "payload",
                "propertyType": "msg",
                "rules": [{"t": "gte", "v": "28", "vt": "num"}, {"t": "else"}],
                "checkall": "true",
                "outputs": 2,
            }
        if kind == "change":
            node |= {"rules": [{"t": "set", "p": "payload", "pt": "msg", "to": name.split()[0], "tot": "str"}]}
        ports = [[f"{one:0<16}"] for one in wires] if kind == "switch" else [[f"{one:0<16}" for one in wires]]
        flows.append({**node, "x": 150 + 230 * column, "y": 80 + 80 * row, "wires": ports if wires else []})
    text = json.dumps(flows, indent=4, ensure_ascii=False)
    (folder / "flows.json").write_text(text, encoding="utf-8")
    # A phone's narrow window: the palette and the side bar are shut until they are wanted.
    menu = {"menu-menu-item-palette": False, "menu-menu-item-sidebar": False}
    mine = {"rosa": {"editor": {"view": {"view-show-tips": False, "view-show-welcome-tours": False}}, **menu}}
    (folder / ".config.users.json").write_text(json.dumps(mine, indent=4))
    (folder / "package.json").write_text('{"name": "greenhouse", "version": "1.0.0", "private": true}\n')


main(Path(sys.argv[1]))
