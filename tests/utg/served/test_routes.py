"""Routes of real bundles, against what a person reads in their sources; and pieces of code, one construct each."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.utg.served.routes import StaticRoutes, read_routes

BUNDLES = Path(__file__).parent / "bundles"
ORIGIN = "http://app.test/assets/"


def bundle(name: str) -> dict[str, str]:
    return {f"{ORIGIN}{file.name}": file.read_text("utf-8") for file in sorted((BUNDLES / name).glob("*.js"))}


def read(*scripts: str) -> StaticRoutes:
    return read_routes({f"{ORIGIN}{number}.js": text for number, text in enumerate(scripts)})


def paths(*scripts: str) -> list[str]:
    return [route.path for route in read(*scripts).routes]


@pytest.mark.parametrize("name", sorted(file.name for file in BUNDLES.iterdir() if file.is_dir()))
def test_a_bundle_has_the_routes_of_its_sources_and_no_others(name: str) -> None:
    wanted: list[dict[str, Any]] = json.loads((BUNDLES / name / "routes.json").read_text("utf-8"))
    found = read_routes(bundle(name))
    by_path = {route.path: route for route in found.routes}
    assert by_path.keys() == {one["path"] for one in wanted}
    assert (found.complete, found.unplaced) == (True, 0)
    for one in wanted:
        route = by_path[one["path"]]
        assert list(route.names) == one["names"], route
        assert route.redirect == one.get("redirect", ""), route
        assert one.get("part", "") in route.component, route
        assert route.script.startswith(ORIGIN)


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        # what a name stands for
        ('const r=[{path:"/a",component:X}];use(r)', ["/a"]),
        ('var p;const set=()=>{p="/late"};use({path:p,component:X})', ["/late"]),
        ('var p;p=f()?"/one":"/two";p="/three";use({path:p,component:X})', []),
        ('function f(p){return{path:p,component:X}}', []),
        ('const P=Object.freeze({A:"/frozen"});use({path:P.A,component:X})', ["/frozen"]),
        ('const P=["/first"];use({path:P[0],component:X})', ["/first"]),
        ('const{a:p}={a:"/taken"};use({path:p,component:X})', ["/taken"]),
        ('var E=function(e){return e.A="/filled",e}({});use({path:E.A,component:X})', ["/filled"]),
        ('var E=(e=>(e.A="/arrow",e))(E||{});use({path:E.A,component:X})', ["/arrow"]),
        ('var E;!function(e){e.A="/enum"}(E||(E={}));use({path:E.A,component:X})', ["/enum"]),
        ('class P{static A="/field";static get B(){return P.A+"/more"}}use({path:P.B,component:X})', ["/field/more"]),
        ('const s=function(e){return e};use({path:s("/same"),component:X})', ["/same"]),
        ('const s=e=>e;{const s=()=>"/inner";use({path:s(),component:X})}', ["/inner"]),
        # texts
        ('use({path:"".concat(B,"/x"),component:X});', ["/x"]),
        ('const B="/b";use({path:B.concat("/x"),component:X})', ["/b/x"]),
        ('use({path:`/u/${id()}/x`,component:X})', []),
        ('use({path:"\\u002fescaped",component:X})', ["/escaped"]),
        # lists
        ('const c=[{path:"b",component:X}];use({path:"/a",component:X,children:c})', ["/a", "/a/b"]),
        ('const c=[{path:"b",lazy:f}];use({path:"/a",children:[...c].concat({path:"c",lazy:f})})', ["/a/b", "/a/c"]),
        ('const f=()=>[{path:"b",component:X}];use({path:"/a",children:m(()=>[...f()])})', ["/a/b"]),
        ('use([{path:"/a",component:X,children:on?[{path:"b",component:X}]:[{path:"c",component:X}]}])',
         ["/a", "/a/b", "/a/c"]),
        # what a route is
        ('use({path:"/x",component:"Input"},{path:"/y",children:[]},{path:"/z",label:"Z"})', []),
        ('use({path:"/x",redirect:"/y"},{path:"https://other.test/",component:X})', ["/x"]),
        ('use({"path":"/quoted","component":X})', ["/quoted"]),
        ('// {path:"/comment",component:X}\nconst s="{path:\'/text\',component:X}"', []),
        # notations
        ('use({path:"/a/:b?/*",component:X})', ["/a/{b?}/{*}"]),
        ('use({path:"/f/:file(.*)/:id(\\\\d+)",component:X})', ["/f/{file*}/{id}"]),
        ('use({path:"/x/:a-:b",component:X})', ["/x/{a}-{b}"]),
    ],
)  # fmt: skip
def test_one_construct(code: str, wanted: list[str]) -> None:
    assert paths(code) == wanted


def test_modules_are_followed_from_script_to_script() -> None:
    routes = 'import{p as q,default as d}from"./1.js";import*as all from"./1.js";'
    routes += "use({path:q,component:X},{path:d.b,component:X},{path:all.p,children:[{path:`c`,component:X}]})"
    assert paths(routes, 'const x="/p";export{x as p};export default{b:"/d"}') == ["/p", "/d", "/p/c"]
    found = read(routes)  # the other script is not there: nothing is guessed
    assert (found.routes, found.unplaced) == ((), 1)


def test_a_table_below_an_unknown_route_is_counted_and_not_placed() -> None:
    found = read('use([{path:"/",component:X}])', 'use([{path:"profile",component:X}])')
    assert [route.path for route in found.routes] == ["/"]
    assert found.unplaced == 1
    assert paths('use([{path:"profile",component:X}])') == ["/profile"]  # the only table there is


def test_what_stands_before_a_path_may_be_unknown() -> None:
    (route,) = read('use({path:base()+"/studies/:id",component:X})').routes
    assert (route.path, route.based) == ("/studies/{id}", True)


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ('title:"Bread"', ["Bread"]),
        ('meta:{title:t("nav.bread"),icon:"loaf"}', ["nav.bread"]),
        ('handle:{getPageTitle:()=>"Bread"}', ["Bread"]),
        ("handle:{crumb:e=>`Bread ${e.id}`}", ["Bread"]),
        ("handle:{title:e=>`${e.a} v${e.b}`}", []),
        ('data:{breadcrumb:i.formatMessage({id:"x",defaultMessage:"Bread"})},name:"bread"', ["Bread", "bread"]),
    ],
)
def test_what_the_code_calls_a_route(told: str, names: list[str]) -> None:
    (route,) = read(f'use({{path:"/bread",component:X,{told}}})').routes
    assert list(route.names) == names


def test_pages_of_next_are_known_by_their_scripts() -> None:
    chunks = "http://app.test/_next/static/chunks/app"
    scripts = [f"{chunks}/(shop)/items/%5Bid%5D/page-0c1f.js", f"{chunks}/page-1.js", f"{chunks}/_not-found/page-2.js"]
    found = read_routes({**dict.fromkeys(scripts, ""), f"{chunks}/layout-3.js": ""})
    assert [route.path for route in found.routes] == ["/items/{id}", "/"]


def test_errors_in_a_script_cost_what_they_stand_in() -> None:
    (code,) = bundle("react_jsx").values()
    assert paths(code[: len(code) // 2]) == ["/login", "/"]
    assert paths("}}}" + code) == paths(code)
    assert paths('use({path:"/a",component:X});let = = ;') == ["/a"]


@given(st.text(st.sampled_from(list('{}[]()=>,:."/`$abpath component')), max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    read(text, 'use({path:"/a",component:X,children:[' + text)


def test_loops_end() -> None:
    code = 'var a=b,b=a;const f=()=>f();const r={path:"/a",component:X,children:[r]};'
    assert paths(code + "use({path:a,component:X},{path:f(),component:X})") == []
    assert paths("use({path:" + "(" * 5000 + '"/a"' + ")" * 5000 + ",component:X})") == []
    assert paths("use({path:" + '"/a"+' * 5000 + '"/b",component:X})') == []


def test_it_ends_when_time_is_up() -> None:
    code = "x=[" + '{path:"/a",component:X},' * 50_000 + "]"
    found = read_routes({f"{ORIGIN}0.js": code}, seconds=0.05)
    assert not found.complete


def test_a_script_without_a_route_is_not_parsed() -> None:
    assert read_routes({f"{ORIGIN}0.js": "x=[" + "{a:1}," * 500_000 + "]"}, seconds=0.5) == StaticRoutes()


@pytest.mark.parametrize(
    "script",
    [
        'self.__reactRouterManifest={"routes:{"root":{"id":"root"}}}; x={"routes"',
        'self.__BUILD_MANIFEST=function(){return{sortedPages}}; y={"sortedPages" :["/a"',
        'use([{path:"/hom\\ud800",component:X},{path:"/b\\ud83d\\ude00",component:X}]);menu({to:"/b",label:"B"})',
    ],
)
def test_a_damaged_script_breaks_nothing(script: str) -> None:
    assert read(script, "use([{path:'/right',component:X}])").complete
    assert "/right" in paths(script, "use([{path:'/right',component:X}])")


def test_a_deeply_nested_script_ends_with_its_time() -> None:
    begun = time.process_time()
    deep = "jsx(Route,{path:E.A,element:P,chil" + "a." * 20_000 + 'dren:jsx(Route,{path:"in",element:Q})})'
    read_routes({f"{ORIGIN}0.js": f"var E;{deep}"}, 0.3)
    assert time.process_time() - begun < 2
