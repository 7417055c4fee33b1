// Made by scripts/engine_js.py from worlds/engine/*.py; not to be changed by hand.
const engine = (() => {
var _pyfunc_bool = function (x) { // nargs: 1
    return Boolean(_pyfunc_truthy(x));
};
var _pyfunc_int = function (x) { // nargs: 1
    return Math.trunc(Number(x));
};
var _pyfunc_op_add = function (a, b) { // nargs: 2
    if (Array.isArray(a) && Array.isArray(b)) {
        return a.concat(b);
    } return a + b;
};
var _pyfunc_op_contains = function (a, b) { // nargs: 2
    if (typeof b === "string") return b.indexOf(a) >= 0;
    if (!Array.isArray(b)) return Object.prototype.hasOwnProperty.call(b, a);
    if (typeof a === "string") return b.indexOf(a) >= 0;
    for (var i = 0; i < b.length; i++) if (_pyfunc_op_equals(a, b[i])) return true;
    return false;
};
var _pyfunc_op_equals = function (a, b) { // nargs: 2
    if (a === b) return true;
    if (typeof a === "boolean") a = a ? 1 : 0;
    if (typeof b === "boolean") b = b ? 1 : 0;
    if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
    var list = Array.isArray(a), i, keys;
    if (list !== Array.isArray(b)) return false;
    if (list) {
        if (a.length !== b.length) return false;
        for (i = 0; i < a.length; i++) if (!_pyfunc_op_equals(a[i], b[i])) return false;
        return true;
    }
    keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (i = 0; i < keys.length; i++) if (!(keys[i] in b) || !_pyfunc_op_equals(a[keys[i]], b[keys[i]])) return false;
    return true;
};
var _pyfunc_op_mult = function (a, b) { // nargs: 2
    if ((typeof a === 'number') + (typeof b === 'number') === 1) {
        if (a.constructor === String) return _pymeth_repeat.call(a, b);
        if (b.constructor === String) return _pymeth_repeat.call(b, a);
        if (Array.isArray(b)) {var t=a; a=b; b=t;}
        if (Array.isArray(a)) {
            var res = []; for (var i=0; i<b; i++) res = res.concat(a);
            return res;
        }
    } return a * b;
};
var _pyfunc_range = function (start, end, step) {
    var i, res = [];
    var val = start;
    var n = (end - start) / step;
    for (i=0; i<n; i++) {
        res.push(val);
        val += step;
    }
    return res;
};
var _pyfunc_str = function (x) { // nargs: 0 1
    return x === true ? "True" : x === false ? "False" : x === null ? "None" : String(x);
};
var _pyfunc_truthy = function (v) {
    if (v === null || typeof v !== "object") return v;
    if (Array.isArray(v)) return v.length ? v : false;
    for (var key in v) return v;
    return false;
};
var _pymeth_append = function (x) { // nargs: 1
    if (!Array.isArray(this)) return this.append.apply(this, arguments);
    this.push(x);
};
var _pymeth_copy = function () { // nargs: 0
    if (Array.isArray(this)) {
        return this.slice(0);
    } else if (this.constructor === Object) {
        var key, keys = Object.keys(this), res = {};
        for (var i=0; i<keys.length; i++) {key = keys[i]; res[key] = this[key];}
        return res;
    } else return this.copy.apply(this, arguments);
};
var _pymeth_endswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.endswith.apply(this, arguments);
    var last_index = this.lastIndexOf(x);
    return last_index == this.length - x.length && last_index >= 0;
};
var _pymeth_extend = function (x) { // nargs: 1
    if (!Array.isArray(this)) return this.extend.apply(this, arguments);
    this.push.apply(this, x);
};
var _pymeth_find = function (x, start, stop) { // nargs: 1 2 3
    if (this.constructor !== String) return this.find.apply(this, arguments);
    start = (start === undefined) ? 0 : start;
    stop = (stop === undefined) ? this.length : stop;
    start = Math.max(0, ((start < 0) ? this.length + start : start));
    stop = Math.min(this.length, ((stop < 0) ? this.length + stop : stop));
    var i = this.slice(start, stop).indexOf(x);
    if (i >= 0) return i + start;
    return -1;
};
var _pymeth_get = function (key, d) { // nargs: 1 2
    if (this.constructor !== Object) return this.get.apply(this, arguments);
    if (this[key] !== undefined) {return this[key];}
    else if (d !== undefined) {return d;}
    else {return null;}
};
var _pymeth_insert = function (i, x) { // nargs: 2
    if (!Array.isArray(this)) return this.insert.apply(this, arguments);
    i = (i < 0) ? this.length + i : i;
    this.splice(i, 0, x);
};
var _pymeth_isdigit = function () { // nargs: 0
    return /^[0-9]+$/.test(this);
};
var _pymeth_join = function (x) { // nargs: 1
    if (this.constructor !== String) return this.join.apply(this, arguments);
    return x.join(this);  // call join on the list instead of the string.
};
var _pymeth_lower = function () { // nargs: 0
    if (this.constructor !== String) return this.lower.apply(this, arguments);
    return this.toLowerCase();
};
var _pymeth_pop = function (i, d) { // nargs: 1 2
    if (Array.isArray(this)) {
        i = (i === undefined) ? -1 : i;
        i = (i < 0) ? (this.length + i) : i;
        var popped = this.splice(i, 1);
        if (popped.length)  return popped[0];
        var e = Error(i); e.name='IndexError'; throw e;
    } else if (this.constructor === Object) {
        var res = this[i]
        if (res !== undefined) {delete this[i]; return res;}
        else if (d !== undefined) return d;
        var e = Error(i); e.name='KeyError'; throw e;
    } else return this.pop.apply(this, arguments);
};
var _pymeth_repeat = function(count) { // nargs: 0
    if (this.repeat) return this.repeat(count);
    if (count < 1) return '';
    var result = '', pattern = this.valueOf();
    while (count > 1) {
        if (count & 1) result += pattern;
        count >>= 1, pattern += pattern;
    }
    return result + pattern;
};
var _pymeth_rstrip = function (chars) { // nargs: 0 1
    if (this.constructor !== String) return this.rstrip.apply(this, arguments);
    chars = (chars === undefined) ? ' \t\r\n' : chars;
    for (var i=this.length-1; i>=0; i--) {
        if (chars.indexOf(this[i]) < 0) return this.slice(0, i+1);
    } return '';
};
var _pymeth_split = function (sep, count) { // nargs: 0, 1 2
    if (this.constructor !== String) return this.split.apply(this, arguments);
    if (sep === '') {var e = Error('empty sep'); e.name='ValueError'; throw e;}
    sep = (sep === undefined) ? /\s/ : sep;
    if (count === undefined) { return this.split(sep); }
    var res = [], i = 0, index1 = 0, index2 = 0;
    while (i < count && index1 < this.length) {
        index2 = this.indexOf(sep, index1);
        if (index2 < 0) { break; }
        res.push(this.slice(index1, index2));
        index1 = index2 + sep.length || 1;
        i += 1;
    }
    res.push(this.slice(index1));
    return res;
};
var _pymeth_startswith = function (x) { // nargs: 1
    if (this.constructor !== String) return this.startswith.apply(this, arguments);
    return this.indexOf(x) == 0;
};
var _pymeth_strip = function (chars) { // nargs: 0 1
    if (this.constructor !== String) return this.strip.apply(this, arguments);
    chars = (chars === undefined) ? ' \t\r\n' : chars;
    var i, s1 = this, s2 = '', s3 = '';
    for (i=0; i<s1.length; i++) {
        if (chars.indexOf(s1[i]) < 0) {s2 = s1.slice(i); break;}
    } for (i=s2.length-1; i>=0; i--) {
        if (chars.indexOf(s2[i]) < 0) {s3 = s2.slice(0, i+1); break;}
    } return s3;
};
var _pymeth_update = function (other) { // nargs: 1
    if (this.constructor !== Object) return this.update.apply(this, arguments);
    var key, keys = Object.keys(other);
    for (var i=0; i<keys.length; i++) {key = keys[i]; this[key] = other[key];}
    return null;
};
var py_size = function (x) {
    return typeof x === "string" || Array.isArray(x) ? x.length : Object.keys(x).length;
};
var py_merged = function () { return Object.assign.apply(null, [{}].concat(Array.from(arguments))); };
var py_mod = function (a, b) { return ((a % b) + b) % b; };
var py_textual = function (x) { return typeof x === "string" ? x : _pyfunc_str(x); };
const METRICS = {"400":{" ":248,"!":258,"\"":320,"#":616,"$":562,"%":732,"&":622,"'":175,"(":342,")":348,"*":431,"+":567,",":197,"-":276,".":264,"/":413,"0":562,"1":562,"2":562,"3":562,"4":562,"5":562,"6":562,"7":562,"8":562,"9":562,":":242,";":211,"<":508,"=":549,">":523,"?":473,"@":898,"A":652,"B":623,"C":651,"D":656,"E":568,"F":553,"G":681,"H":713,"I":272,"J":552,"K":627,"L":539,"M":873,"N":713,"O":688,"P":631,"Q":688,"R":616,"S":594,"T":597,"U":648,"V":637,"W":887,"X":627,"Y":601,"Z":599,"[":265,"\\":411,"]":265,"^":418,"_":451,"`":309,"a":544,"b":562,"c":523,"d":564,"e":530,"f":348,"g":562,"h":551,"i":243,"j":239,"k":507,"l":243,"m":877,"n":552,"o":570,"p":562,"q":568,"r":339,"s":516,"t":327,"u":551,"v":484,"w":751,"x":496,"y":473,"z":496,"{":338,"|":244,"}":338,"~":680,"\u00a0":248,"\u00a1":244,"\u00a2":547,"\u00a3":582,"\u00a4":713,"\u00a5":525,"\u00a6":240,"\u00a7":613,"\u00a8":418,"\u00a9":786,"\u00aa":447,"\u00ab":469,"\u00ac":554,"\u00ad":276,"\u00ae":786,"\u00af":458,"\u00b0":374,"\u00b1":535,"\u00b2":367,"\u00b3":367,"\u00b4":313,"\u00b5":567,"\u00b6":489,"\u00b7":261,"\u00b8":248,"\u00b9":367,"\u00ba":455,"\u00bb":469,"\u00bc":732,"\u00bd":776,"\u00be":778,"\u00bf":474,"\u00c0":652,"\u00c1":652,"\u00c2":652,"\u00c3":652,"\u00c4":652,"\u00c5":652,"\u00c6":935,"\u00c7":651,"\u00c8":568,"\u00c9":568,"\u00ca":568,"\u00cb":568,"\u00cc":272,"\u00cd":272,"\u00ce":272,"\u00cf":272,"\u00d0":671,"\u00d1":713,"\u00d2":688,"\u00d3":688,"\u00d4":688,"\u00d5":688,"\u00d6":688,"\u00d7":534,"\u00d8":688,"\u00d9":648,"\u00da":648,"\u00db":648,"\u00dc":648,"\u00dd":601,"\u00de":591,"\u00df":595,"\u00e0":544,"\u00e1":544,"\u00e2":544,"\u00e3":544,"\u00e4":544,"\u00e5":544,"\u00e6":845,"\u00e7":523,"\u00e8":530,"\u00e9":530,"\u00ea":530,"\u00eb":530,"\u00ec":248,"\u00ed":248,"\u00ee":248,"\u00ef":248,"\u00f0":586,"\u00f1":552,"\u00f2":570,"\u00f3":570,"\u00f4":570,"\u00f5":570,"\u00f6":570,"\u00f7":571,"\u00f8":567,"\u00f9":551,"\u00fa":551,"\u00fb":551,"\u00fc":551,"\u00fd":473,"\u00fe":576,"\u00ff":473,"\u0100":652,"\u0101":544,"\u0102":652,"\u0103":544,"\u0104":652,"\u0105":544,"\u0106":651,"\u0107":523,"\u0108":651,"\u0109":523,"\u010a":651,"\u010b":523,"\u010c":651,"\u010d":523,"\u010e":656,"\u010f":637,"\u0110":671,"\u0111":598,"\u0112":568,"\u0113":530,"\u0114":568,"\u0115":530,"\u0116":568,"\u0117":530,"\u0118":568,"\u0119":530,"\u011a":568,"\u011b":530,"\u011c":681,"\u011d":562,"\u011e":681,"\u011f":562,"\u0120":681,"\u0121":562,"\u0122":681,"\u0123":562,"\u0124":713,"\u0125":551,"\u0126":701,"\u0127":565,"\u0128":272,"\u0129":248,"\u012a":272,"\u012b":248,"\u012c":272,"\u012d":248,"\u012e":272,"\u012f":243,"\u0130":272,"\u0131":248,"\u0132":824,"\u0133":482,"\u0134":552,"\u0135":252,"\u0136":627,"\u0137":507,"\u0138":557,"\u0139":539,"\u013a":243,"\u013b":539,"\u013c":243,"\u013d":539,"\u013e":316,"\u013f":539,"\u0140":351,"\u0141":539,"\u0142":271,"\u0143":713,"\u0144":552,"\u0145":713,"\u0146":552,"\u0147":713,"\u0148":552,"\u0149":552,"\u014a":693,"\u014b":567,"\u014c":688,"\u014d":570,"\u014e":688,"\u014f":570,"\u0150":688,"\u0151":570,"\u0152":954,"\u0153":908,"\u0154":616,"\u0155":339,"\u0156":616,"\u0157":339,"\u0158":616,"\u0159":339,"\u015a":594,"\u015b":516,"\u015c":594,"\u015d":516,"\u015e":594,"\u015f":516,"\u0160":594,"\u0161":516,"\u0162":597,"\u0163":327,"\u0164":597,"\u0165":347,"\u0166":597,"\u0167":327,"\u0168":648,"\u0169":551,"\u016a":648,"\u016b":551,"\u016c":648,"\u016d":551,"\u016e":648,"\u016f":551,"\u0170":648,"\u0171":551,"\u0172":648,"\u0173":551,"\u0174":887,"\u0175":751,"\u0176":601,"\u0177":473,"\u0178":601,"\u0179":599,"\u017a":496,"\u017b":599,"\u017c":496,"\u017d":599,"\u017e":496,"\u017f":248,"\u01a0":687,"\u01a1":572,"\u01af":695,"\u01b0":619,"\u0218":594,"\u0219":516,"\u021a":597,"\u021b":327,"\u1ea0":652,"\u1ea1":544,"\u1ea2":652,"\u1ea3":544,"\u1ea4":652,"\u1ea5":544,"\u1ea6":652,"\u1ea7":544,"\u1ea8":652,"\u1ea9":544,"\u1eaa":652,"\u1eab":544,"\u1eac":652,"\u1ead":544,"\u1eae":652,"\u1eaf":544,"\u1eb0":652,"\u1eb1":544,"\u1eb2":652,"\u1eb3":544,"\u1eb4":652,"\u1eb5":544,"\u1eb6":652,"\u1eb7":544,"\u1eb8":568,"\u1eb9":530,"\u1eba":568,"\u1ebb":530,"\u1ebc":568,"\u1ebd":530,"\u1ebe":568,"\u1ebf":530,"\u1ec0":568,"\u1ec1":530,"\u1ec2":568,"\u1ec3":530,"\u1ec4":568,"\u1ec5":530,"\u1ec6":568,"\u1ec7":530,"\u1ec8":272,"\u1ec9":248,"\u1eca":272,"\u1ecb":243,"\u1ecc":688,"\u1ecd":570,"\u1ece":688,"\u1ecf":570,"\u1ed0":688,"\u1ed1":570,"\u1ed2":688,"\u1ed3":570,"\u1ed4":688,"\u1ed5":570,"\u1ed6":688,"\u1ed7":570,"\u1ed8":688,"\u1ed9":570,"\u1eda":687,"\u1edb":572,"\u1edc":687,"\u1edd":572,"\u1ede":687,"\u1edf":572,"\u1ee0":687,"\u1ee1":572,"\u1ee2":687,"\u1ee3":572,"\u1ee4":648,"\u1ee5":551,"\u1ee6":648,"\u1ee7":551,"\u1ee8":695,"\u1ee9":619,"\u1eea":695,"\u1eeb":619,"\u1eec":695,"\u1eed":619,"\u1eee":695,"\u1eef":619,"\u1ef0":695,"\u1ef1":619,"\u1ef2":601,"\u1ef3":473,"\u1ef4":601,"\u1ef5":473,"\u1ef6":601,"\u1ef7":473,"\u1ef8":601,"\u1ef9":473,"\u2010":275,"\u2011":275,"\u2012":572,"\u2013":656,"\u2014":781,"\u2015":781,"\u2018":200,"\u2019":200,"\u201a":199,"\u201c":354,"\u201d":357,"\u201e":345,"\u2020":552,"\u2021":570,"\u2022":337,"\u2026":669,"\u2030":958,"\u2032":175,"\u2033":320,"\u2039":300,"\u203a":300,"\u2044":455,"\u2070":367,"\u2074":367,"\u2075":367,"\u2076":367,"\u2077":367,"\u2078":367,"\u2079":367,"\u2080":367,"\u2081":367,"\u2082":367,"\u2083":367,"\u2084":367,"\u20a3":553,"\u20a4":582,"\u20a6":792,"\u20a9":740,"\u20ab":579,"\u20ac":562,"\u20b1":731,"\u20b9":517,"\u20ba":557,"\u20bd":664,"\u2116":1028,"\u2122":625,"\u212e":637,"\u2153":886,"\u2154":980,"\u215b":769,"\u215c":855,"\u215d":851,"\u215e":802,"\u2212":572,"\u221a":596,"\u221e":1028,"\u2248":563,"\u2260":549,"\u2264":508,"\u2265":523,"\u25ca":504,"\u2103":1000,"\u2190":1000,"\u2191":1000,"\u2192":1000,"\u2193":1000,"\u2460":1000,"\u2461":1000,"\u2462":1000,"\u2463":1000,"\u2464":1000,"\u2465":1000,"\u2466":1000,"\u2467":1000,"\u2468":1000,"\u2469":1000,"\u25a0":1000,"\u25a1":1000,"\u25b2":1000,"\u25b3":1000,"\u25bc":1000,"\u25c6":1000,"\u25c7":1000,"\u25cb":1000,"\u25cf":1000,"\u2605":1000,"\u2606":1000,"\u2713":683},"ascent":928,"descent":244,"500":{" ":249,"!":268,"\"":324,"#":610,"$":568,"%":734,"&":639,"'":169,"(":349,")":353,"*":442,"+":558,",":220,"-":329,".":279,"/":396,"0":568,"1":568,"2":568,"3":568,"4":568,"5":568,"6":568,"7":568,"8":568,"9":568,":":265,";":238,"<":508,"=":560,">":521,"?":487,"@":895,"A":666,"B":631,"C":653,"D":653,"E":565,"F":550,"G":681,"H":711,"I":282,"J":555,"K":630,"L":542,"M":875,"N":710,"O":690,"P":640,"Q":690,"R":625,"S":604,"T":607,"U":652,"V":647,"W":880,"X":633,"Y":609,"Z":603,"[":274,"\\":418,"]":274,"^":428,"_":451,"`":322,"a":542,"b":563,"c":524,"d":565,"e":537,"f":354,"g":567,"h":555,"i":256,"j":250,"k":522,"l":256,"m":871,"n":556,"o":569,"p":563,"q":568,"r":352,"s":517,"t":333,"u":556,"v":495,"w":743,"x":503,"y":487,"z":503,"{":335,"|":251,"}":335,"~":665,"\u00a0":249,"\u00a1":265,"\u00a2":561,"\u00a3":589,"\u00a4":702,"\u00a5":532,"\u00a6":249,"\u00a7":622,"\u00a8":440,"\u00a9":784,"\u00aa":446,"\u00ab":485,"\u00ac":554,"\u00ad":329,"\u00ae":784,"\u00af":482,"\u00b0":380,"\u00b1":537,"\u00b2":370,"\u00b3":370,"\u00b4":326,"\u00b5":591,"\u00b6":491,"\u00b7":282,"\u00b8":258,"\u00b9":370,"\u00ba":457,"\u00bb":485,"\u00bc":727,"\u00bd":771,"\u00be":792,"\u00bf":487,"\u00c0":666,"\u00c1":666,"\u00c2":666,"\u00c3":666,"\u00c4":666,"\u00c5":666,"\u00c6":940,"\u00c7":653,"\u00c8":565,"\u00c9":565,"\u00ca":565,"\u00cb":565,"\u00cc":282,"\u00cd":282,"\u00ce":282,"\u00cf":282,"\u00d0":668,"\u00d1":710,"\u00d2":690,"\u00d3":690,"\u00d4":690,"\u00d5":690,"\u00d6":690,"\u00d7":534,"\u00d8":690,"\u00d9":652,"\u00da":652,"\u00db":652,"\u00dc":652,"\u00dd":609,"\u00de":599,"\u00df":613,"\u00e0":542,"\u00e1":542,"\u00e2":542,"\u00e3":542,"\u00e4":542,"\u00e5":542,"\u00e6":844,"\u00e7":524,"\u00e8":537,"\u00e9":537,"\u00ea":537,"\u00eb":537,"\u00ec":263,"\u00ed":263,"\u00ee":263,"\u00ef":263,"\u00f0":582,"\u00f1":556,"\u00f2":569,"\u00f3":569,"\u00f4":569,"\u00f5":569,"\u00f6":569,"\u00f7":571,"\u00f8":567,"\u00f9":556,"\u00fa":556,"\u00fb":556,"\u00fc":556,"\u00fd":487,"\u00fe":574,"\u00ff":487,"\u0100":666,"\u0101":542,"\u0102":666,"\u0103":542,"\u0104":666,"\u0105":542,"\u0106":653,"\u0107":524,"\u0108":653,"\u0109":524,"\u010a":653,"\u010b":524,"\u010c":653,"\u010d":524,"\u010e":653,"\u010f":638,"\u0110":668,"\u0111":616,"\u0112":565,"\u0113":537,"\u0114":565,"\u0115":537,"\u0116":565,"\u0117":537,"\u0118":565,"\u0119":537,"\u011a":565,"\u011b":537,"\u011c":681,"\u011d":567,"\u011e":681,"\u011f":567,"\u0120":681,"\u0121":567,"\u0122":681,"\u0123":567,"\u0124":711,"\u0125":555,"\u0126":711,"\u0127":570,"\u0128":282,"\u0129":263,"\u012a":282,"\u012b":263,"\u012c":282,"\u012d":263,"\u012e":282,"\u012f":256,"\u0130":282,"\u0131":263,"\u0132":837,"\u0133":506,"\u0134":555,"\u0135":269,"\u0136":630,"\u0137":522,"\u0138":574,"\u0139":542,"\u013a":256,"\u013b":542,"\u013c":256,"\u013d":542,"\u013e":329,"\u013f":542,"\u0140":363,"\u0141":549,"\u0142":289,"\u0143":710,"\u0144":556,"\u0145":710,"\u0146":556,"\u0147":710,"\u0148":556,"\u0149":556,"\u014a":697,"\u014b":567,"\u014c":690,"\u014d":569,"\u014e":690,"\u014f":569,"\u0150":690,"\u0151":569,"\u0152":963,"\u0153":904,"\u0154":625,"\u0155":352,"\u0156":625,"\u0157":352,"\u0158":625,"\u0159":352,"\u015a":604,"\u015b":517,"\u015c":604,"\u015d":517,"\u015e":604,"\u015f":517,"\u0160":604,"\u0161":517,"\u0162":607,"\u0163":333,"\u0164":607,"\u0165":353,"\u0166":607,"\u0167":333,"\u0168":652,"\u0169":556,"\u016a":652,"\u016b":556,"\u016c":652,"\u016d":556,"\u016e":652,"\u016f":556,"\u0170":652,"\u0171":556,"\u0172":652,"\u0173":556,"\u0174":880,"\u0175":743,"\u0176":609,"\u0177":487,"\u0178":609,"\u0179":603,"\u017a":503,"\u017b":603,"\u017c":503,"\u017d":603,"\u017e":503,"\u017f":256,"\u01a0":692,"\u01a1":578,"\u01af":706,"\u01b0":618,"\u0218":604,"\u0219":517,"\u021a":607,"\u021b":333,"\u1ea0":666,"\u1ea1":542,"\u1ea2":666,"\u1ea3":542,"\u1ea4":666,"\u1ea5":542,"\u1ea6":666,"\u1ea7":542,"\u1ea8":666,"\u1ea9":542,"\u1eaa":666,"\u1eab":542,"\u1eac":666,"\u1ead":542,"\u1eae":666,"\u1eaf":542,"\u1eb0":666,"\u1eb1":542,"\u1eb2":666,"\u1eb3":542,"\u1eb4":666,"\u1eb5":542,"\u1eb6":666,"\u1eb7":542,"\u1eb8":565,"\u1eb9":537,"\u1eba":565,"\u1ebb":537,"\u1ebc":565,"\u1ebd":537,"\u1ebe":565,"\u1ebf":537,"\u1ec0":565,"\u1ec1":537,"\u1ec2":565,"\u1ec3":537,"\u1ec4":565,"\u1ec5":537,"\u1ec6":565,"\u1ec7":537,"\u1ec8":282,"\u1ec9":263,"\u1eca":282,"\u1ecb":256,"\u1ecc":690,"\u1ecd":569,"\u1ece":690,"\u1ecf":569,"\u1ed0":690,"\u1ed1":569,"\u1ed2":690,"\u1ed3":569,"\u1ed4":690,"\u1ed5":569,"\u1ed6":690,"\u1ed7":569,"\u1ed8":690,"\u1ed9":569,"\u1eda":692,"\u1edb":578,"\u1edc":692,"\u1edd":578,"\u1ede":692,"\u1edf":578,"\u1ee0":692,"\u1ee1":578,"\u1ee2":692,"\u1ee3":578,"\u1ee4":652,"\u1ee5":556,"\u1ee6":652,"\u1ee7":556,"\u1ee8":706,"\u1ee9":618,"\u1eea":706,"\u1eeb":618,"\u1eec":706,"\u1eed":618,"\u1eee":706,"\u1eef":618,"\u1ef0":706,"\u1ef1":618,"\u1ef2":609,"\u1ef3":487,"\u1ef4":609,"\u1ef5":487,"\u1ef6":609,"\u1ef7":487,"\u1ef8":609,"\u1ef9":487,"\u2010":329,"\u2011":329,"\u2012":564,"\u2013":645,"\u2014":773,"\u2015":773,"\u2018":219,"\u2019":217,"\u201a":226,"\u201c":385,"\u201d":389,"\u201e":379,"\u2020":545,"\u2021":575,"\u2022":350,"\u2026":706,"\u2030":957,"\u2032":169,"\u2033":324,"\u2039":306,"\u203a":301,"\u2044":451,"\u2070":370,"\u2074":370,"\u2075":370,"\u2076":370,"\u2077":370,"\u2078":370,"\u2079":370,"\u2080":370,"\u2081":370,"\u2082":370,"\u2083":370,"\u2084":370,"\u20a3":550,"\u20a4":589,"\u20a6":805,"\u20a9":770,"\u20ab":580,"\u20ac":568,"\u20b1":745,"\u20b9":525,"\u20ba":580,"\u20bd":686,"\u2116":1023,"\u2122":629,"\u212e":635,"\u2153":877,"\u2154":976,"\u215b":776,"\u215c":858,"\u215d":852,"\u215e":829,"\u2212":564,"\u221a":587,"\u221e":1034,"\u2248":570,"\u2260":560,"\u2264":508,"\u2265":521,"\u25ca":506,"\u2103":1000,"\u2190":1000,"\u2191":1000,"\u2192":1000,"\u2193":1000,"\u2460":1000,"\u2461":1000,"\u2462":1000,"\u2463":1000,"\u2464":1000,"\u2465":1000,"\u2466":1000,"\u2467":1000,"\u2468":1000,"\u2469":1000,"\u25a0":1000,"\u25a1":1000,"\u25b2":1000,"\u25b3":1000,"\u25bc":1000,"\u25c6":1000,"\u25c7":1000,"\u25cb":1000,"\u25cf":1000,"\u2605":1000,"\u2606":1000,"\u2713":683},"700":{" ":249,"!":272,"\"":321,"#":596,"$":574,"%":738,"&":656,"'":162,"(":351,")":353,"*":454,"+":546,",":245,"-":388,".":291,"/":374,"0":574,"1":574,"2":574,"3":574,"4":574,"5":574,"6":574,"7":574,"8":574,"9":574,":":282,";":262,"<":509,"=":572,">":517,"?":498,"@":895,"A":673,"B":638,"C":655,"D":650,"E":562,"F":548,"G":681,"H":707,"I":292,"J":559,"K":635,"L":542,"M":876,"N":707,"O":690,"P":646,"Q":690,"R":638,"S":615,"T":619,"U":658,"V":654,"W":875,"X":636,"Y":619,"Z":606,"[":278,"\\":422,"]":278,"^":438,"_":447,"`":331,"a":536,"b":563,"c":522,"d":564,"e":541,"f":358,"g":571,"h":560,"i":265,"j":260,"k":534,"l":265,"m":866,"n":560,"o":565,"p":563,"q":565,"r":365,"s":515,"t":338,"u":560,"v":506,"w":735,"x":509,"y":502,"z":509,"{":331,"|":253,"}":331,"~":649,"\u00a0":249,"\u00a1":283,"\u00a2":576,"\u00a3":595,"\u00a4":692,"\u00a5":536,"\u00a6":252,"\u00a7":628,"\u00a8":467,"\u00a9":785,"\u00aa":444,"\u00ab":500,"\u00ac":551,"\u00ad":388,"\u00ae":785,"\u00af":501,"\u00b0":389,"\u00b1":538,"\u00b2":373,"\u00b3":373,"\u00b4":332,"\u00b5":616,"\u00b6":490,"\u00b7":301,"\u00b8":268,"\u00b9":373,"\u00ba":458,"\u00bb":500,"\u00bc":718,"\u00bd":761,"\u00be":808,"\u00bf":498,"\u00c0":673,"\u00c1":673,"\u00c2":673,"\u00c3":673,"\u00c4":673,"\u00c5":673,"\u00c6":940,"\u00c7":655,"\u00c8":562,"\u00c9":562,"\u00ca":562,"\u00cb":562,"\u00cc":292,"\u00cd":292,"\u00ce":292,"\u00cf":292,"\u00d0":665,"\u00d1":707,"\u00d2":690,"\u00d3":690,"\u00d4":690,"\u00d5":690,"\u00d6":690,"\u00d7":531,"\u00d8":689,"\u00d9":658,"\u00da":658,"\u00db":658,"\u00dc":658,"\u00dd":619,"\u00de":608,"\u00df":631,"\u00e0":536,"\u00e1":536,"\u00e2":536,"\u00e3":536,"\u00e4":536,"\u00e5":536,"\u00e6":845,"\u00e7":522,"\u00e8":541,"\u00e9":541,"\u00ea":541,"\u00eb":541,"\u00ec":274,"\u00ed":274,"\u00ee":274,"\u00ef":274,"\u00f0":576,"\u00f1":560,"\u00f2":565,"\u00f3":565,"\u00f4":565,"\u00f5":565,"\u00f6":565,"\u00f7":570,"\u00f8":564,"\u00f9":560,"\u00fa":560,"\u00fb":560,"\u00fc":560,"\u00fd":502,"\u00fe":567,"\u00ff":502,"\u0100":673,"\u0101":536,"\u0102":673,"\u0103":536,"\u0104":673,"\u0105":536,"\u0106":655,"\u0107":522,"\u0108":655,"\u0109":522,"\u010a":655,"\u010b":522,"\u010c":655,"\u010d":522,"\u010e":650,"\u010f":637,"\u0110":665,"\u0111":630,"\u0112":562,"\u0113":541,"\u0114":562,"\u0115":541,"\u0116":562,"\u0117":541,"\u0118":562,"\u0119":541,"\u011a":562,"\u011b":541,"\u011c":681,"\u011d":571,"\u011e":681,"\u011f":571,"\u0120":681,"\u0121":571,"\u0122":681,"\u0123":571,"\u0124":707,"\u0125":560,"\u0126":720,"\u0127":575,"\u0128":292,"\u0129":274,"\u012a":292,"\u012b":274,"\u012c":292,"\u012d":274,"\u012e":292,"\u012f":265,"\u0130":292,"\u0131":274,"\u0132":851,"\u0133":525,"\u0134":559,"\u0135":282,"\u0136":635,"\u0137":534,"\u0138":590,"\u0139":542,"\u013a":265,"\u013b":542,"\u013c":265,"\u013d":542,"\u013e":338,"\u013f":542,"\u0140":373,"\u0141":558,"\u0142":306,"\u0143":707,"\u0144":560,"\u0145":707,"\u0146":560,"\u0147":707,"\u0148":560,"\u0149":560,"\u014a":703,"\u014b":564,"\u014c":690,"\u014d":565,"\u014e":690,"\u014f":565,"\u0150":690,"\u0151":565,"\u0152":968,"\u0153":902,"\u0154":638,"\u0155":365,"\u0156":638,"\u0157":365,"\u0158":638,"\u0159":365,"\u015a":615,"\u015b":515,"\u015c":615,"\u015d":515,"\u015e":615,"\u015f":515,"\u0160":615,"\u0161":515,"\u0162":619,"\u0163":338,"\u0164":619,"\u0165":357,"\u0166":619,"\u0167":338,"\u0168":658,"\u0169":560,"\u016a":658,"\u016b":560,"\u016c":658,"\u016d":560,"\u016e":658,"\u016f":560,"\u0170":658,"\u0171":560,"\u0172":658,"\u0173":560,"\u0174":875,"\u0175":735,"\u0176":619,"\u0177":502,"\u0178":619,"\u0179":606,"\u017a":509,"\u017b":606,"\u017c":509,"\u017d":606,"\u017e":509,"\u017f":260,"\u01a0":701,"\u01a1":582,"\u01af":712,"\u01b0":610,"\u0218":615,"\u0219":515,"\u021a":619,"\u021b":338,"\u1ea0":673,"\u1ea1":536,"\u1ea2":673,"\u1ea3":536,"\u1ea4":673,"\u1ea5":536,"\u1ea6":673,"\u1ea7":536,"\u1ea8":673,"\u1ea9":536,"\u1eaa":673,"\u1eab":536,"\u1eac":673,"\u1ead":536,"\u1eae":673,"\u1eaf":536,"\u1eb0":673,"\u1eb1":536,"\u1eb2":673,"\u1eb3":536,"\u1eb4":673,"\u1eb5":536,"\u1eb6":673,"\u1eb7":536,"\u1eb8":562,"\u1eb9":541,"\u1eba":562,"\u1ebb":541,"\u1ebc":562,"\u1ebd":541,"\u1ebe":562,"\u1ebf":541,"\u1ec0":562,"\u1ec1":541,"\u1ec2":562,"\u1ec3":541,"\u1ec4":562,"\u1ec5":541,"\u1ec6":562,"\u1ec7":541,"\u1ec8":292,"\u1ec9":274,"\u1eca":292,"\u1ecb":265,"\u1ecc":690,"\u1ecd":565,"\u1ece":690,"\u1ecf":565,"\u1ed0":690,"\u1ed1":565,"\u1ed2":690,"\u1ed3":565,"\u1ed4":690,"\u1ed5":565,"\u1ed6":690,"\u1ed7":565,"\u1ed8":690,"\u1ed9":565,"\u1eda":701,"\u1edb":582,"\u1edc":701,"\u1edd":582,"\u1ede":701,"\u1edf":582,"\u1ee0":701,"\u1ee1":582,"\u1ee2":701,"\u1ee3":582,"\u1ee4":658,"\u1ee5":560,"\u1ee6":658,"\u1ee7":560,"\u1ee8":712,"\u1ee9":610,"\u1eea":712,"\u1eeb":610,"\u1eec":712,"\u1eed":610,"\u1eee":712,"\u1eef":610,"\u1ef0":712,"\u1ef1":610,"\u1ef2":619,"\u1ef3":502,"\u1ef4":619,"\u1ef5":502,"\u1ef6":619,"\u1ef7":502,"\u1ef8":619,"\u1ef9":502,"\u2010":388,"\u2011":388,"\u2012":556,"\u2013":632,"\u2014":763,"\u2015":763,"\u2018":234,"\u2019":229,"\u201a":248,"\u201c":406,"\u201d":409,"\u201e":403,"\u2020":539,"\u2021":579,"\u2022":359,"\u2026":740,"\u2030":960,"\u2032":162,"\u2033":321,"\u2039":312,"\u203a":302,"\u2044":446,"\u2070":373,"\u2074":373,"\u2075":373,"\u2076":373,"\u2077":373,"\u2078":373,"\u2079":373,"\u2080":373,"\u2081":373,"\u2082":373,"\u2083":373,"\u2084":373,"\u20a3":548,"\u20a4":595,"\u20a6":814,"\u20a9":807,"\u20ab":579,"\u20ac":574,"\u20b1":749,"\u20b9":528,"\u20ba":594,"\u20bd":706,"\u2116":1015,"\u2122":632,"\u212e":633,"\u2153":864,"\u2154":963,"\u215b":783,"\u215c":861,"\u215d":852,"\u215e":859,"\u2212":556,"\u221a":565,"\u221e":1046,"\u2248":577,"\u2260":572,"\u2264":509,"\u2265":517,"\u25ca":509,"\u2103":1000,"\u2190":1000,"\u2191":1000,"\u2192":1000,"\u2193":1000,"\u2460":1000,"\u2461":1000,"\u2462":1000,"\u2463":1000,"\u2464":1000,"\u2465":1000,"\u2466":1000,"\u2467":1000,"\u2468":1000,"\u2469":1000,"\u25a0":1000,"\u25a1":1000,"\u25b2":1000,"\u25b3":1000,"\u25bc":1000,"\u25c6":1000,"\u25c7":1000,"\u25cb":1000,"\u25cf":1000,"\u2605":1000,"\u2606":1000,"\u2713":683},"symbols":"\u2103\u2190\u2191\u2192\u2193\u2460\u2461\u2462\u2463\u2464\u2465\u2466\u2467\u2468\u2469\u25a0\u25a1\u25b2\u25b3\u25bc\u25c6\u25c7\u25cb\u25cf\u2605\u2606\u2713"};

// ---- values
var CLIP, COUNT, DAYS_EN, DAYS_FULL, DAYS_ZH, FIELD, LITERAL, MONTHS_EN, MONTHS_FULL, MONTHS_LAST, MONTH_SHIFT, NEAR_EN, NEAR_ZH, SIGNS, SUM, UI, VAR, as_text, compared, context, counted, day_number, evaluate, expand, formatted, fresh_memo, full_date, holds, holds_for, money, month_name, near_date, numeral, page_key, parse_expression, parse_template, record_of, resolve, short_date, valued, weekday;
LITERAL = 0;
FIELD = 1;
VAR = 2;
UI = 3;
CLIP = 4;
COUNT = 5;
SUM = 6;
MONTHS_EN = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
MONTHS_FULL = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"];
MONTHS_LAST = ["November", "December"];
DAYS_EN = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
DAYS_FULL = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
DAYS_ZH = ["\u661f\u671f\u65e5", "\u661f\u671f\u4e00", "\u661f\u671f\u4e8c", "\u661f\u671f\u4e09", "\u661f\u671f\u56db", "\u661f\u671f\u4e94", "\u661f\u671f\u516d"];
NEAR_EN = ["Yesterday", "Today", "Tomorrow"];
NEAR_ZH = ["\u6628\u5929", "\u4eca\u5929", "\u660e\u5929"];
MONTH_SHIFT = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
SIGNS = ({EUR: "\u20ac", USD: "$", GBP: "\u00a3", CNY: "\u00a5"});
fresh_memo = function () {
    return ({templates: ({}), widths: ({}), wraps: ({}), rows: ({}), pages: ({})});
};

context = function (world, state, app, rec, ui, memo) {
    var data, phone;
    memo = (memo === undefined) ? null: memo;
    if ((memo === null)) {
        memo = fresh_memo();
    } else if ((!_pyfunc_op_contains("templates", memo))) {
        _pymeth_update.call(memo, fresh_memo());
    }
    phone = world["phone"];
    data = _pymeth_get.call(state["data"], app, (({v: ({}), c: ({})})));
    return ({app: app, vars: data["v"], colls: data["c"], rec: rec, ui: ui, clip: state["clip"], locale: phone["locale"], currency: phone["currency"], today: phone["today"], memo: memo, templates: memo["templates"]});
};

page_key = function (app, page, rec) {
    return (((app + "/") + page) + "/") + rec;
};

record_of = function (state, app, collection, rec) {
    var record, stub1_seq, stub2_itr;
    stub1_seq = _pymeth_get.call((state["data"][app]["c"]), collection, []);
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        record = stub1_seq[stub2_itr];
        if (_pyfunc_op_equals(record["id"], rec)) {
            return record;
        }
    }
    return ({});
};

as_text = function (value) {
    if ((value === null)) {
        return "";
    }
    if ((value === true)) {
        return "true";
    }
    if ((value === false)) {
        return "false";
    }
    return _pyfunc_str(value);
};

parse_expression = function (text, how) {
    var at, dot, equals, factor, field, head, name_, same, star;
    at = _pymeth_find.call(text, ":");
    if ((at < 0)) {
        if (_pyfunc_op_equals(text, "clip")) {
            return [CLIP, "", "", "", null, how];
        }
        return [FIELD, text, "", "", null, how];
    }
    head = text.slice(0,at);
    name_ = text.slice(at + 1);
    if (_pyfunc_op_equals(head, "var")) {
        return [VAR, name_, "", "", null, how];
    }
    if (_pyfunc_op_equals(head, "ui")) {
        return [UI, name_, "", "", null, how];
    }
    field = "";
    factor = "";
    equals = null;
    dot = _pymeth_find.call(name_, ".");
    if ((dot >= 0)) {
        field = name_.slice(dot + 1);
        name_ = name_.slice(0,dot);
    }
    same = _pymeth_find.call(field, "=");
    if ((same >= 0)) {
        equals = field.slice(same + 1);
        field = field.slice(0,same);
    }
    star = _pymeth_find.call(field, "*");
    if ((star >= 0)) {
        factor = field.slice(star + 1);
        field = field.slice(0,star);
    }
    return [(_pyfunc_op_equals(head, "count"))? (COUNT) : (SUM), name_, field, factor, equals, how];
};

parse_template = function (text) {
    var at, bar, end, how, inner, parts, start;
    parts = [];
    at = 0;
    while (at < py_size(text)) {
        start = _pymeth_find.call(text, "{", at);
        end = -1;
        if ((start >= 0)) {
            end = _pymeth_find.call(text, "}", start);
        }
        if ((end < 0)) {
            _pymeth_append.call(parts, [LITERAL, text.slice(at)]);
            break;
        }
        if ((start > at)) {
            _pymeth_append.call(parts, [LITERAL, text.slice(at,start)]);
        }
        inner = text.slice(start + 1,end);
        how = "";
        bar = _pymeth_find.call(inner, "|");
        if ((bar >= 0)) {
            how = inner.slice(bar + 1);
            inner = inner.slice(0,bar);
        }
        _pymeth_append.call(parts, parse_expression(inner, how));
        at = end + 1;
    }
    return parts;
};

counted = function (ctx, part) {
    var amount, field, record, stub3_seq, stub4_itr, total;
    total = 0;
    field = part[2];
    stub3_seq = _pymeth_get.call(ctx["colls"], part[1], []);
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        record = stub3_seq[stub4_itr];
        if (_pyfunc_op_equals(part[0], SUM)) {
            amount = _pymeth_get.call(record, field, 0);
            if (_pyfunc_truthy(part[3])) {
                amount = _pyfunc_op_mult(amount, _pymeth_get.call(record, part[3], 0));
            }
            total = _pyfunc_op_add(total, amount);
        } else if ((!_pyfunc_truthy(field))) {
            total += 1;
        } else if ((part[4] === null)) {
            if (_pyfunc_truthy(_pymeth_get.call(record, field, false))) {
                total += 1;
            }
        } else if ((_pyfunc_op_equals((as_text(_pymeth_get.call(record, field, ""))), part[4]))) {
            total += 1;
        }
    }
    return total;
};

resolve = function (ctx, part) {
    var kind;
    kind = part[0];
    if (_pyfunc_op_equals(kind, FIELD)) {
        return _pymeth_get.call(ctx["rec"], part[1], "");
    }
    if (_pyfunc_op_equals(kind, VAR)) {
        return _pymeth_get.call(ctx["vars"], part[1], "");
    }
    if (_pyfunc_op_equals(kind, UI)) {
        return _pymeth_get.call(ctx["ui"], part[1], "");
    }
    if (_pyfunc_op_equals(kind, CLIP)) {
        return ctx["clip"];
    }
    if (_pyfunc_op_equals(kind, LITERAL)) {
        return part[1];
    }
    return counted(ctx, part);
};

evaluate = function (ctx, expression) {
    var key, part;
    key = "=" + expression;
    part = _pymeth_get.call(ctx["templates"], key);
    if ((part === null)) {
        part = parse_expression(expression, "");
        ctx["templates"][key] = part;
    }
    return resolve(ctx, part);
};

expand = function (ctx, text) {
    var out, part, parts, stub5_seq, stub6_itr, value;
    if ((!_pyfunc_op_contains("{", text))) {
        return text;
    }
    parts = _pymeth_get.call(ctx["templates"], text);
    if ((parts === null)) {
        parts = parse_template(text);
        ctx["templates"][text] = parts;
    }
    out = "";
    stub5_seq = parts;
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        part = stub5_seq[stub6_itr];
        if (_pyfunc_op_equals(part[0], LITERAL)) {
            out = _pyfunc_op_add(out, part[1]);
        } else {
            value = resolve(ctx, part);
            if (_pyfunc_truthy(part[5])) {
                value = formatted(ctx, value, part[5]);
            }
            out = _pyfunc_op_add(out, as_text(value));
        }
    }
    return out;
};

valued = function (ctx, value) {
    var parts;
    if ((!(Object.prototype.toString.call(value).slice(8,-1).toLowerCase() === 'string'))) {
        return value;
    }
    if ((!_pyfunc_op_contains("{", value))) {
        return value;
    }
    parts = _pymeth_get.call(ctx["templates"], value);
    if ((parts === null)) {
        parts = parse_template(value);
        ctx["templates"][value] = parts;
    }
    if ((((_pyfunc_op_equals(py_size(parts), 1))) && ((!_pyfunc_op_equals((parts[0][0]), LITERAL))) && ((!_pyfunc_truthy(parts[0][5]))))) {
        return resolve(ctx, parts[0]);
    }
    return expand(ctx, value);
};

numeral = function (text) {
    var digits;
    digits = (_pymeth_startswith.call(text, "-"))? (text.slice(1)) : (text);
    return ((py_size(digits) > 0)) && ((py_size(digits) < 15)) && _pymeth_isdigit.call(digits);
};

compared = function (left, op, right) {
    var first, one, second, two;
    one = as_text(left);
    two = as_text(right);
    if (_pyfunc_op_equals(op, "eq")) {
        return _pyfunc_op_equals(one, two);
    }
    if (_pyfunc_op_equals(op, "ne")) {
        return !_pyfunc_op_equals(one, two);
    }
    if (_pyfunc_op_equals(op, "has")) {
        return _pyfunc_op_contains(_pymeth_lower.call(two), _pymeth_lower.call(one));
    }
    if (_pyfunc_truthy((_pyfunc_truthy(numeral(one))) && (_pyfunc_truthy(numeral(two))))) {
        first = _pyfunc_int(one);
        second = _pyfunc_int(two);
        if (_pyfunc_op_equals(op, "lt")) {
            return first < second;
        }
        if (_pyfunc_op_equals(op, "le")) {
            return first <= second;
        }
        if (_pyfunc_op_equals(op, "gt")) {
            return first > second;
        }
        return first >= second;
    }
    if (_pyfunc_op_equals(op, "lt")) {
        return one < two;
    }
    if (_pyfunc_op_equals(op, "le")) {
        return one <= two;
    }
    if (_pyfunc_op_equals(op, "gt")) {
        return one > two;
    }
    return one >= two;
};

holds = function (ctx, cond) {
    var right;
    right = cond["right"];
    if ((((Object.prototype.toString.call(right).slice(8,-1).toLowerCase() === 'string')) && _pyfunc_op_contains("{", right))) {
        right = valued(ctx, right);
    }
    return compared(evaluate(ctx, cond["left"]), cond["op"], right);
};

holds_for = function (ctx, record, cond) {
    var kept, left, right;
    right = cond["right"];
    if ((((Object.prototype.toString.call(right).slice(8,-1).toLowerCase() === 'string')) && _pyfunc_op_contains("{", right))) {
        right = valued(ctx, right);
    }
    kept = ctx["rec"];
    ctx["rec"] = record;
    left = evaluate(ctx, cond["left"]);
    ctx["rec"] = kept;
    return compared(left, cond["op"], right);
};

formatted = function (ctx, value, how) {
    var at, text;
    text = as_text(value);
    if (_pyfunc_op_equals(how, "money")) {
        return (_pyfunc_truthy(numeral(text)))? (money(value, ctx["currency"])) : (text);
    }
    if (_pyfunc_op_equals(how, "time")) {
        at = _pymeth_find.call(text, "T");
        return ((at >= 0))? (text.slice(at + 1,at + 6)) : (text);
    }
    if ((py_size(text) < 10)) {
        return text;
    }
    if (_pyfunc_op_equals(how, "date")) {
        return short_date(text, ctx["locale"]);
    }
    if (_pyfunc_op_equals(how, "full")) {
        return full_date(text, ctx["locale"]);
    }
    if (_pyfunc_op_equals(how, "day")) {
        return near_date(text, ctx["today"], ctx["locale"]);
    }
    return text;
};

money = function (value, currency) {
    var amount, cents, cut, grouped, sign, whole;
    amount = _pyfunc_int(value);
    sign = "";
    if ((amount < 0)) {
        sign = "-";
        amount = 0 - amount;
    }
    whole = _pyfunc_str(Math.floor(amount/100));
    cents = _pyfunc_str(py_mod(amount, 100));
    if ((py_size(cents) < 2)) {
        cents = "0" + cents;
    }
    grouped = "";
    while (py_size(whole) > 3) {
        cut = py_size(whole) - 3;
        grouped = ("," + whole.slice(cut)) + grouped;
        whole = whole.slice(0,cut);
    }
    return _pyfunc_op_add(((_pyfunc_op_add((_pyfunc_op_add(_pyfunc_op_add(sign, SIGNS[currency]), whole)), grouped)) + "."), cents);
};

weekday = function (iso) {
    var day, month, year;
    year = _pyfunc_int(iso.slice(0,4));
    month = _pyfunc_int(iso.slice(5,7));
    day = _pyfunc_int(iso.slice(8,10));
    if ((month < 3)) {
        year -= 1;
    }
    return py_mod(_pyfunc_op_add((_pyfunc_op_add((_pyfunc_op_add(((_pyfunc_op_add(year, Math.floor(year/4))) - Math.floor(year/100)), Math.floor(year/400))), MONTH_SHIFT[month - 1])), day), 7);
};

day_number = function (iso) {
    var month, year;
    year = _pyfunc_int(iso.slice(0,4));
    month = _pyfunc_int(iso.slice(5,7));
    if ((month < 3)) {
        year -= 1;
        month += 12;
    }
    return _pyfunc_op_add((_pyfunc_op_add((_pyfunc_op_add(((_pyfunc_op_add(_pyfunc_op_mult(365, year), Math.floor(year/4))) - Math.floor(year/100)), Math.floor(year/400))), (Math.floor(((_pyfunc_op_mult(153, (month - 3))) + 2)/5)))), (_pyfunc_int(iso.slice(8,10))));
};

month_name = function (month) {
    return ((month <= 10))? (MONTHS_FULL[month - 1]) : (MONTHS_LAST[month - 11]);
};

short_date = function (iso, locale) {
    var day, month;
    month = _pyfunc_int(iso.slice(5,7));
    day = _pyfunc_int(iso.slice(8,10));
    if (_pyfunc_op_equals(locale, "zh")) {
        return _pymeth_join.call("", ["", py_textual(month), "\u6708", py_textual(day), "\u65e5"]);
    }
    return _pymeth_join.call("", (["", py_textual(DAYS_EN[weekday(iso)]), " ", py_textual(day), " ", py_textual(MONTHS_EN[month - 1])]));
};

full_date = function (iso, locale) {
    var day, month;
    month = _pyfunc_int(iso.slice(5,7));
    day = _pyfunc_int(iso.slice(8,10));
    if (_pyfunc_op_equals(locale, "zh")) {
        return _pymeth_join.call("", ["", py_textual(iso.slice(0,4)), "\u5e74", py_textual(month), "\u6708", py_textual(day), "\u65e5"]);
    }
    return _pymeth_join.call("", ["", py_textual(day), " ", py_textual(month_name(month)), " ", py_textual(iso.slice(0,4))]);
};

near_date = function (iso, today, locale) {
    var apart;
    apart = day_number(iso) - day_number(today);
    if ((((apart >= (-1))) && (apart <= 1))) {
        return (_pyfunc_op_equals(locale, "zh"))? (NEAR_ZH[apart + 1]) : (NEAR_EN[apart + 1]);
    }
    return short_date(iso, locale);
};

// ---- text
var CLOSING, OPENING, broken, cut_to, ellipsized, pieces, text_width, thousandths, wide, wrap, wrapped;
CLOSING = "\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\u3015\u3011\u300b\u300d\u300f\u201d\u2019\uff05\u00b7,.;:!?)]}%\u2026";
OPENING = "\uff08\u3014\u3010\u300a\u300c\u300e\u201c\u2018([{";
wide = function (char) {
    return (char >= "\u2e80") && (char <= "\uffef");
};

thousandths = function (text, weight) {
    var char, ems, stub1_seq, stub2_itr, table, total;
    table = METRICS[_pyfunc_str(weight)];
    total = 0;
    stub1_seq = text;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        char = stub1_seq[stub2_itr];
        ems = _pymeth_get.call(table, char, 0);
        total = _pyfunc_op_add(total, (_pyfunc_truthy(ems))? (ems) : ((_pyfunc_truthy(wide(char)))? (1000) : (600)));
    }
    return total;
};

text_width = function (memo, text, size, weight) {
    var ems, key, widths;
    key = _pymeth_join.call("", ["", py_textual(weight), py_textual(text)]);
    widths = memo["widths"];
    ems = _pymeth_get.call(widths, key);
    if ((ems === null)) {
        ems = thousandths(text, weight);
        widths[key] = ems;
    }
    return Math.floor((_pyfunc_op_mult(ems, size) + 999)/1000);
};

pieces = function (text) {
    var char, found, last, piece, split, stub3_seq, stub4_itr;
    found = [];
    piece = "";
    stub3_seq = text;
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        char = stub3_seq[stub4_itr];
        if (_pyfunc_truthy(piece)) {
            last = piece[piece.length -1];
            split = ((_pyfunc_op_equals(last, " ") && ((!_pyfunc_op_equals(char, " "))))) || (((_pyfunc_truthy(wide(char))) && ((!_pyfunc_op_equals(char, " "))))) || ((_pyfunc_truthy(wide(last))) && ((!_pyfunc_op_equals(char, " "))));
            if ((_pyfunc_truthy(split) && ((!_pyfunc_op_contains(char, CLOSING))) && ((!_pyfunc_op_contains(last, OPENING))))) {
                _pymeth_append.call(found, piece);
                piece = "";
            }
        }
        piece = _pyfunc_op_add(piece, char);
    }
    if (_pyfunc_truthy(piece)) {
        _pymeth_append.call(found, piece);
    }
    return found;
};

broken = function (memo, piece, size, weight, width) {
    var char, cut, part, stub5_seq, stub6_itr;
    cut = [];
    part = "";
    stub5_seq = piece;
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        char = stub5_seq[stub6_itr];
        if ((_pyfunc_truthy(part) && (((text_width(memo, _pyfunc_op_add(part, char), size, weight)) > width)))) {
            _pymeth_append.call(cut, part);
            part = "";
        }
        part = _pyfunc_op_add(part, char);
    }
    _pymeth_append.call(cut, part);
    return cut;
};

cut_to = function (memo, text, size, weight, width) {
    if ((text_width(memo, text, size, weight) <= width)) {
        return text;
    }
    return ellipsized(text, size, weight, width);
};

ellipsized = function (text, size, weight, width) {
    var char, out, room, stub7_seq, stub8_itr, table;
    room = (Math.floor(_pyfunc_op_mult(width, 1000)/size)) - thousandths("\u2026", weight);
    table = METRICS[_pyfunc_str(weight)];
    out = "";
    stub7_seq = text;
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        char = stub7_seq[stub8_itr];
        room -= (_pyfunc_truthy(wide(char)))? (1000) : (_pymeth_get.call(table, char, 600));
        if ((room < 0)) {
            break;
        }
        out = _pyfunc_op_add(out, char);
    }
    return _pymeth_rstrip.call(out) + "\u2026";
};

wrap = function (memo, text, size, weight, width, most) {
    var key, known, made;
    key = _pymeth_join.call("", ["", py_textual(size), ".", py_textual(weight), ".", py_textual(width), ".", py_textual(most), ".", py_textual(text)]);
    known = _pymeth_get.call(memo["wraps"], key);
    if ((known !== null)) {
        return known;
    }
    if ((((text_width(memo, text, size, weight) <= width)) && ((!_pyfunc_op_contains("\n", text))))) {
        made = [[text], text];
    } else {
        made = wrapped(memo, text, size, weight, width, most);
    }
    memo["wraps"][key] = made;
    return made;
};

wrapped = function (memo, text, size, weight, width, most) {
    var line, lines, paragraph, parts, piece, raw, read, rest, stub10_itr, stub11_seq, stub12_itr, stub13_seq, stub14_itr, stub15_seq, stub16_itr, stub9_seq;
    raw = [];
    stub11_seq = _pymeth_split.call(_pymeth_strip.call(text), "\n");
    if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
    for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
        paragraph = stub11_seq[stub12_itr];
        line = "";
        stub9_seq = pieces(paragraph);
        if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
        for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
            piece = stub9_seq[stub10_itr];
            if (((text_width(memo, _pymeth_rstrip.call(_pyfunc_op_add(line, piece)), size, weight)) <= width)) {
                line = _pyfunc_op_add(line, piece);
                continue;
            }
            if (_pyfunc_truthy(line)) {
                _pymeth_append.call(raw, line);
            }
            line = piece;
            if (((text_width(memo, _pymeth_rstrip.call(piece), size, weight)) > width)) {
                parts = broken(memo, piece, size, weight, width);
                line = parts.pop();
                _pymeth_extend.call(raw, parts);
            }
        }
        _pymeth_append.call(raw, (line + " "));
    }
    if ((_pyfunc_truthy(most) && ((py_size(raw) > most)))) {
        rest = "";
        stub13_seq = raw.slice(most - 1);
        if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
        for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
            line = stub13_seq[stub14_itr];
            rest = _pyfunc_op_add(rest, line);
        }
        raw = raw.slice(0,most);
        raw[most - 1] = ellipsized(_pymeth_strip.call(rest), size, weight, width);
    }
    read = "";
    lines = [];
    stub15_seq = raw;
    if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
    for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
        line = stub15_seq[stub16_itr];
        read = _pyfunc_op_add(read, line);
        _pymeth_append.call(lines, _pymeth_rstrip.call(line));
    }
    return [lines, _pymeth_strip.call(read)];
};

// ---- theme
var DENSE, GROWING, ICONS, IOS, MATERIAL, PLAIN, THEMES, WEIGHTS, theme_of;
ICONS = ["arrow-left", "arrow-up-down", "chevron-left", "chevron-right", "circle-alert", "inbox", "info", "lock", "minus", "plus", "refresh-cw", "search", "send", "tag", "x"];
MATERIAL = ({name: "material", margin: 16, gap: 16, bar: 64, bar_ground: "ground", bar_line: 0, title: 22, title_lh: 28, title_weight: 400, title_at: "l", large: 0, back: "arrow-left", tabs: 72, tab_pill: 1, body: 16, body_lh: 24, detail: 14, detail_lh: 20, tiny: 12, tiny_lh: 16, big: 32, big_lh: 40, head: 16, head_lh: 24, head_weight: 500, strong: 500, bold: 700, row: 64, row_pad: 12, rows: "open", inset: 16, lead: 40, chevron: 0, card_fill: "surface", card_border: "", card_radius: 16, field_fill: "surface", field_border: "muted", field_radius: 8, field: 52, search_radius: 24, button: 48, button_radius: 24, chip_radius: 8, lines: 0, square: 18});
IOS = _pymeth_copy.call(MATERIAL);
_pymeth_update.call(IOS, ({name: "ios", bar: 52, title: 17, title_lh: 24, title_weight: 700, title_at: "c", large: 48, back: "chevron-left", tabs: 64, tab_pill: 0, body: 17, body_lh: 24, detail: 15, detail_lh: 20, tiny: 13, tiny_lh: 16, big: 34, big_lh: 40, head: 15, head_lh: 20, head_weight: 500, row: 60, row_pad: 10, rows: "card", chevron: 1, card_radius: 12, field_border: "", field_radius: 12, search_radius: 12, button: 50, button_radius: 14, chip_radius: 18, lines: 1, square: 16}));
DENSE = _pymeth_copy.call(MATERIAL);
_pymeth_update.call(DENSE, ({name: "dense", margin: 12, gap: 12, bar: 48, bar_ground: "surface", bar_line: 1, title: 17, title_lh: 24, title_weight: 700, tabs: 56, tab_pill: 0, body: 14, body_lh: 20, detail: 13, detail_lh: 18, tiny: 11, tiny_lh: 14, big: 24, big_lh: 32, head: 14, head_lh: 20, head_weight: 700, row: 48, row_pad: 8, rows: "open", inset: 12, lead: 32, card_border: "hairline", card_radius: 6, field_border: "hairline", field_radius: 4, field: 44, search_radius: 6, button: 44, button_radius: 6, chip_radius: 4, lines: 1, square: 12}));
PLAIN = _pymeth_copy.call(MATERIAL);
_pymeth_update.call(PLAIN, ({name: "plain", margin: 20, gap: 20, bar: 60, title: 20, title_lh: 28, title_weight: 700, tabs: 64, tab_pill: 0, head: 18, head_weight: 700, strong: 700, row: 64, rows: "lines", inset: 0, card_fill: "ground", card_border: "hairline", card_radius: 10, field_fill: "ground", field_border: "muted", field_radius: 10, search_radius: 10, button_radius: 10, chip_radius: 18, lines: 1, square: 30}));
THEMES = ({material: MATERIAL, ios: IOS, dense: DENSE, plain: PLAIN});
WEIGHTS = ["title_weight", "head_weight", "strong", "bold"];
GROWING = ["title", "body", "detail", "tiny", "big", "head"];
theme_of = function (world, memo) {
    var known, look, made, name_, stub1_seq, stub2_itr, stub3_seq, stub4_itr;
    known = _pymeth_get.call(memo, "theme");
    if ((known !== null)) {
        return known;
    }
    look = world["phone"]["look"];
    made = _pymeth_copy.call((THEMES[look["theme"]]));
    made["width"] = world["phone"]["width"];
    made["height"] = world["phone"]["height"];
    made["zh"] = ((_pyfunc_op_equals((world["phone"]["ui"]), "zh")))? (1) : (0);
    if (_pyfunc_truthy(look["large_text"])) {
        stub1_seq = GROWING;
        if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
        for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
            name_ = stub1_seq[stub2_itr];
            made[name_] = Math.floor((_pyfunc_op_mult(made[name_], 5) + 2)/4);
            made[name_ + "_lh"] = Math.floor((_pyfunc_op_mult(made[name_ + "_lh"], 5) + 2)/4);
        }
        made["bar"] += 4;
        made["tabs"] += 8;
        made["large"] = _pyfunc_op_add(made["large"], (_pyfunc_truthy(made["large"]))? (8) : (0));
        made["field"] += 8;
    }
    if ((_pyfunc_truthy(made["zh"]) || (_pyfunc_op_equals((world["phone"]["locale"]), "zh")))) {
        stub3_seq = WEIGHTS;
        if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
        for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
            name_ = stub3_seq[stub4_itr];
            made[name_] = Math.min(500, made[name_]);
        }
    }
    memo["theme"] = made;
    return made;
};

// ---- widgets
var NOTHING, as_node, badge_parts, button_node, chip_height, chip_node, chip_width, cut_line, field_node, hairline, icon_button, icon_part, paint_part, picture_part, pill_parts, pill_width, tap_node, text_part;
NOTHING = [];
text_part = function (x, y, w, made, size, lh, weight, colour, align) {
    return ({t: "text", x: x, y: y, w: w, h: _pyfunc_op_mult(lh, py_size(made[0])), text: made[1], lines: made[0], size: size, weight: weight, lh: lh, colour: colour, align: align});
};

cut_line = function (memo, text, size, weight, width) {
    var cut;
    cut = cut_to(memo, text, size, weight, width);
    return [[cut], cut];
};

icon_part = function (x, y, size, icon, colour) {
    return ({t: "icon", x: x, y: y, w: size, h: size, icon: icon, colour: colour, size: size});
};

paint_part = function (x, y, w, h, fill, border, radius) {
    return ({t: "paint", x: x, y: y, w: w, h: h, fill: fill, border: border, radius: radius, shape: ""});
};

picture_part = function (x, y, w, h, draw, seed) {
    return ({t: "picture", x: x, y: y, w: w, h: h, draw: draw, text: "", seed: seed});
};

as_node = function (part, key, test_id) {
    part["k"] = key;
    part["id"] = test_id;
    if (_pyfunc_op_equals(part["t"], "text")) {
        part["role"] = "text";
        part["level"] = 0;
    } else if (_pyfunc_op_equals(part["t"], "picture")) {
        part["name"] = "";
        part["tall"] = part["h"];
    }
    return part;
};

hairline = function (key, x, y, w) {
    return ({k: key, t: "paint", x: x, y: y, w: w, h: 1, id: "", fill: "hairline", border: "", radius: 0, shape: "line"});
};

tap_node = function (key, role, x, y, w, h, parts, do_) {
    return ({k: key, t: "tap", x: x, y: y, w: w, h: h, id: key, role: role, name: "", states: NOTHING, fill: "", border: "", radius: 0, parts: parts, do: do_, hold: NOTHING, rec: NOTHING});
};

icon_button = function (key, x, y, side, icon, name_, colour, do_) {
    var edge, node;
    edge = Math.floor((side - 24)/2);
    node = tap_node(key, "button", x, y, side, side, [icon_part(edge, edge, 24, icon, colour)], do_);
    node["name"] = name_;
    node["radius"] = Math.floor(side/2);
    return node;
};

field_node = function (key, x, y, w, h, th, name_, hint) {
    return ({k: key, t: "field", x: x, y: y, w: w, h: h, id: key, role: "textbox", name: name_, value: "", hint: hint, secret: 0, long: 0, size: th["body"], lh: th["body_lh"], inset: 16, fill: th["field_fill"], border: th["field_border"], radius: th["field_radius"], enter: NOTHING, rec: NOTHING, ui: key, var: ""});
};

badge_parts = function (memo, th, right, y, text) {
    var height, made, width;
    if ((_pyfunc_op_equals(text, "") || _pyfunc_op_equals(text, "0"))) {
        return [];
    }
    height = th["tiny_lh"] + 2;
    width = Math.max(height, (text_width(memo, text, th["tiny"], 700) + 10));
    made = [[text], text];
    return [paint_part(right, y, width, height, "danger", "", Math.floor(height/2)), text_part(right, y + 1, width, made, th["tiny"], th["tiny_lh"], 700, "on-accent", "c")];
};

pill_width = function (memo, th, text, most) {
    return Math.min(most, (text_width(memo, text, th["tiny"], 500) + 16));
};

pill_parts = function (memo, th, x, y, width, text) {
    var height;
    text = cut_to(memo, text, th["tiny"], 500, width - 16);
    height = th["tiny_lh"] + 6;
    return [paint_part(x, y, width, height, "accent-soft", "", ((th["chip_radius"] > 4))? (Math.floor(height/2)) : (4)), text_part(x + 8, y + 3, width - 16, [[text], text], th["tiny"], th["tiny_lh"], 500, "accent", "l")];
};

chip_width = function (memo, th, text, icon, most) {
    var extra;
    extra = (_pyfunc_truthy(icon))? (56) : (32);
    return Math.min(most, (_pyfunc_op_add(text_width(memo, text, th["detail"], 500), extra)));
};

chip_height = function (th) {
    return Math.max(36, (th["detail_lh"] + 16));
};

chip_node = function (memo, th, key, x, y, w, text, icon, on) {
    var cut, fill, height, ink, left, node, parts, top_;
    height = chip_height(th);
    top_ = 4;
    fill = (_pyfunc_truthy(on))? ("accent-soft") : ("");
    ink = (_pyfunc_truthy(on))? ("accent") : ("ink");
    parts = [paint_part(0, top_, w, height, fill, (_pyfunc_truthy(on))? ("accent") : ("hairline"), Math.min(th["chip_radius"], Math.floor(height/2)))];
    left = 16;
    if (_pyfunc_truthy(icon)) {
        _pymeth_append.call(parts, (icon_part(14, _pyfunc_op_add(top_, (Math.floor((height - 18)/2))), 18, icon, ink)));
        left = 40;
    }
    cut = cut_to(memo, text, th["detail"], 500, (w - left) - 16);
    _pymeth_append.call(parts, (text_part(left, _pyfunc_op_add(top_, (Math.floor((height - th["detail_lh"])/2))), (w - left) - 16, [[cut], cut], th["detail"], th["detail_lh"], 500, ink, "l")));
    node = tap_node(key, "button", x, y, w, height + 8, parts, NOTHING);
    node["radius"] = th["chip_radius"];
    return node;
};

button_node = function (memo, th, key, x, y, w, text, icon, style) {
    var border, fill, high, ink, left, line, lines, made, node, parts, room, stub1_seq, stub2_itr, top_, widest;
    fill = "accent";
    ink = "on-accent";
    border = "";
    if (_pyfunc_op_equals(style, "plain")) {
        fill = ((_pyfunc_op_equals(th["name"], "material") || _pyfunc_op_equals(th["name"], "ios")))? ("accent-soft") : ("");
        ink = "accent";
        border = (_pyfunc_truthy(fill))? ("") : ("hairline");
    } else if (_pyfunc_op_equals(style, "danger")) {
        fill = "danger-soft";
        ink = "danger";
    } else if (_pyfunc_op_equals(style, "link")) {
        fill = "";
        ink = "accent";
    } else if (_pyfunc_op_equals(style, "off")) {
        fill = "hairline";
        ink = "muted";
    }
    room = (w - 32) - ((_pyfunc_truthy(icon))? (28) : (0));
    made = wrap(memo, text, th["body"], 500, room, 2);
    lines = made[0];
    high = Math.max(th["button"], ((_pyfunc_op_mult(py_size(lines), th["body_lh"])) + 16));
    widest = 0;
    stub1_seq = lines;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        line = stub1_seq[stub2_itr];
        widest = Math.max(widest, text_width(memo, line, th["body"], 500));
    }
    widest = Math.min(widest, room);
    left = Math.floor(((w - widest) - ((_pyfunc_truthy(icon))? (28) : (0)))/2);
    parts = [];
    if (_pyfunc_truthy(icon)) {
        _pymeth_append.call(parts, (icon_part(left, Math.floor((high - 20)/2), 20, icon, ink)));
        left += 28;
    }
    top_ = Math.floor((high - (_pyfunc_op_mult(py_size(lines), th["body_lh"])))/2);
    _pymeth_append.call(parts, text_part(left, top_, widest, made, th["body"], th["body_lh"], 500, ink, "c"));
    node = tap_node(key, "button", x, y, w, high, parts, NOTHING);
    node["fill"] = fill;
    node["border"] = border;
    node["radius"] = th["button_radius"];
    return node;
};

// ---- rows
var action_end, action_node, action_width, actions_beside, bubble_shape, card_foot, card_shape, finish_row, flow_actions, framed, lead_parts, lead_size, row_nodes, row_shape, row_side, shift_down, texts_of, tile_shape;
lead_size = function (th, lead) {
    if (_pyfunc_op_equals(lead, "none")) {
        return 0;
    }
    if (_pyfunc_op_equals(lead, "photo")) {
        return th["lead"] + 16;
    }
    return th["lead"];
};

lead_parts = function (th, cell, lead, x, y, w, h) {
    var edge, radius;
    if (_pyfunc_op_equals(lead, "icon")) {
        edge = Math.floor((w - 22)/2);
        radius = (_pyfunc_op_equals(th["name"], "material"))? (Math.floor(w/2)) : (th["card_radius"]);
        return [paint_part(x, y, w, h, "accent-soft", "", radius), icon_part(_pyfunc_op_add(x, edge), _pyfunc_op_add(y, (Math.floor((h - 22)/2))), 22, cell["seed"], "accent")];
    }
    return [picture_part(x, y, w, h, lead, cell["seed"])];
};

action_width = function (memo, th, action) {
    if (_pyfunc_truthy(action["icon"])) {
        return 44;
    }
    return text_width(memo, action["label"], th["detail"], 500) + 32;
};

action_node = function (memo, th, key, x, y, action, rec, most) {
    var high, node, parts, text, width;
    width = Math.min(most, action_width(memo, th, action));
    if (_pyfunc_truthy(action["icon"])) {
        node = tap_node(key, "button", x, y, 44, 44, [icon_part(11, 11, 22, action["icon"], "muted")], action["do"]);
        node["name"] = action["label"];
        node["radius"] = 22;
    } else {
        high = chip_height(th);
        text = cut_to(memo, action["label"], th["detail"], 500, width - 32);
        parts = [paint_part(0, 4, width, high, "accent-soft", "", Math.min(th["button_radius"], Math.floor(high/2))), text_part(16, 4 + (Math.floor((high - th["detail_lh"])/2)), width - 32, [[text], text], th["detail"], th["detail_lh"], 500, "accent", "c")];
        node = tap_node(key, "button", x, y, width, high + 8, parts, action["do"]);
        node["radius"] = th["button_radius"];
    }
    node["rec"] = rec;
    return node;
};

actions_beside = function (memo, th, cell) {
    var action, stub1_seq, stub2_itr, total;
    total = 0;
    stub1_seq = cell["actions"];
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        action = stub1_seq[stub2_itr];
        total = _pyfunc_op_add(total, action_width(memo, th, action) + 4);
    }
    return (((total > 0) && (total <= 116)))? (total - 4) : (0);
};

action_end = function (cell, pad) {
    var last;
    last = cell["actions"][py_size(cell["actions"]) - 1];
    return (_pyfunc_truthy(last["icon"]))? (Math.max(0, (pad - 10))) : (pad);
};

flow_actions = function (memo, th, key, x, y, w, cell, rec) {
    var action, high, left, node, nodes, stub3_seq, stub4_itr, top_;
    nodes = [];
    left = (_pyfunc_truthy(cell["actions"][0]["icon"]))? (Math.max(0, (x - 11))) : (x);
    top_ = y;
    high = 44;
    stub3_seq = cell["actions"];
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        action = stub3_seq[stub4_itr];
        node = action_node(memo, th, _pymeth_join.call("", (["", py_textual(key), "-", py_textual(action["id"])])), left, top_, action, rec, w);
        if (((left > x) && ((_pyfunc_op_add(left, node["w"]) > _pyfunc_op_add(x, w))))) {
            left = x;
            top_ = _pyfunc_op_add(top_, high + 4);
            node["x"] = left;
            node["y"] = top_;
        }
        high = Math.max(high, node["h"]);
        left = _pyfunc_op_add(left, node["w"] + 8);
        _pymeth_append.call(nodes, node);
    }
    return ({h: _pyfunc_op_add(top_, high) - y, nodes: nodes});
};

finish_row = function (key, w, h, parts, names, block, rec) {
    var index, name_, node, nodes, part, told;
    if ((((py_size(block["tap"]) > 0)) || (py_size(block["hold"]) > 0))) {
        node = tap_node(key, "button", 0, 0, w, h, parts, block["tap"]);
        node["hold"] = block["hold"];
        node["rec"] = rec;
        return [node];
    }
    nodes = [];
    told = 0;
    for (index = 0; index < py_size(parts); index += 1) {
        part = parts[index];
        if (_pyfunc_op_equals(part["t"], "text")) {
            name_ = names[told];
            told += 1;
            _pymeth_append.call(nodes, (as_node(part, _pyfunc_op_add(key, name_), _pyfunc_op_add(key, name_))));
        } else {
            _pymeth_append.call(nodes, (as_node(part, _pymeth_join.call("", ["", py_textual(key), "~", py_textual(index)]), "")));
        }
    }
    return nodes;
};

texts_of = function (memo, th, cell, x, y, w, most) {
    var colour, high, made, names, parts, strong, weight;
    strong = (_pyfunc_truthy(cell["unread"]))? (th["bold"]) : (th["strong"]);
    weight = ((_pyfunc_truthy(cell["unread"]) || _pyfunc_truthy(cell["detail"]) || (most[1] > 2)))? (strong) : (400);
    made = wrap(memo, cell["title"], th["body"], weight, w, most[0]);
    parts = [text_part(x, y, w, made, th["body"], th["body_lh"], weight, "ink", "l")];
    names = [""];
    high = parts[0]["h"];
    if (_pyfunc_truthy(cell["detail"])) {
        made = wrap(memo, cell["detail"], th["detail"], 400, w, most[1]);
        colour = (_pyfunc_truthy(cell["unread"]))? ("ink") : ("muted");
        _pymeth_append.call(parts, (text_part(x, _pyfunc_op_add(y, high), w, made, th["detail"], th["detail_lh"], 400, colour, "l")));
        _pymeth_append.call(names, "-detail");
        high = _pyfunc_op_add(high, parts[1]["h"]);
    }
    return ({h: high, parts: parts, names: names});
};

row_side = function (memo, th, cell, right, most) {
    var high, names, parts, pill, text, wide, width;
    parts = [];
    names = [];
    wide = 0;
    high = 0;
    if (_pyfunc_truthy(cell["aside"])) {
        text = cut_to(memo, cell["aside"], th["detail"], 500, most);
        wide = text_width(memo, text, th["detail"], 500);
        high = th["body_lh"];
        _pymeth_append.call(parts, text_part(right - wide, 0, wide, [[text], text], th["detail"], high, 500, "ink", "r"));
        _pymeth_append.call(names, "-aside");
    }
    if (_pyfunc_truthy(cell["badge"])) {
        width = pill_width(memo, th, cell["badge"], most);
        pill = pill_parts(memo, th, right - width, high + 2, width, cell["badge"]);
        wide = Math.max(wide, width);
        high = _pyfunc_op_add(high, (pill[0]["h"]) + 2);
        _pymeth_extend.call(parts, pill);
        _pymeth_append.call(names, "-badge");
    }
    return ({w: wide, h: high, parts: parts, names: names});
};

row_shape = function (memo, th, key, w, cell, block, rec) {
    var action, beside, chevron, dot, end, high, left, node, nodes, pad, parts, right, room, side, size, stub5_seq, stub6_itr, texts, touch, under, x;
    size = lead_size(th, block["row"]["lead"]);
    pad = th["inset"];
    beside = actions_beside(memo, th, cell);
    chevron = ((_pyfunc_truthy(th["chevron"]) && ((py_size(block["tap"]) > 0)) && ((_pyfunc_op_equals(py_size(block["actions"]), 0)))))? (20) : (0);
    left = _pyfunc_op_add(pad, ((_pyfunc_truthy(size))? (size + 12) : (0)));
    dot = (((block["row"]["unread"]) !== null))? (16) : (0);
    end = (_pyfunc_truthy(beside))? (action_end(cell, pad)) : (pad);
    right = ((w - ((_pyfunc_truthy(beside))? (_pyfunc_op_add(beside, end) + 8) : (pad))) - chevron) - dot;
    side = row_side(memo, th, cell, right, (Math.floor((right - left)/2)) - 12);
    room = (right - left) - ((_pyfunc_truthy(side["w"]))? (side["w"] + 12) : (0));
    texts = texts_of(memo, th, cell, left, 0, room, [3, 2]);
    high = Math.max(th["row"], (_pyfunc_op_add(Math.max(size, texts["h"], side["h"]), _pyfunc_op_mult(2, th["row_pad"]))));
    parts = [];
    if (_pyfunc_truthy(size)) {
        _pymeth_extend.call(parts, (lead_parts(th, cell, block["row"]["lead"], pad, Math.floor((high - size)/2), size, size)));
    }
    shift_down(texts["parts"], Math.floor((high - texts["h"])/2));
    shift_down(side["parts"], Math.min((Math.floor((high - texts["h"])/2)), (Math.floor((high - side["h"])/2))));
    _pymeth_extend.call(parts, texts["parts"]);
    _pymeth_extend.call(parts, side["parts"]);
    if (_pyfunc_truthy(cell["unread"])) {
        _pymeth_append.call(parts, (paint_part(right + 8, Math.floor((high - 8)/2), 8, 8, "accent", "", 4)));
    }
    if (_pyfunc_truthy(chevron)) {
        _pymeth_append.call(parts, (icon_part((w - pad) - 14, Math.floor((high - 16)/2), 16, "chevron-right", "faint")));
    }
    touch = (_pyfunc_truthy(beside))? ((w - beside) - end) : (w);
    nodes = finish_row(key, touch, high, parts, _pyfunc_op_add(texts["names"], side["names"]), block, rec);
    if (_pyfunc_truthy(beside)) {
        x = touch;
        stub5_seq = cell["actions"];
        if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
        for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
            action = stub5_seq[stub6_itr];
            node = action_node(memo, th, _pymeth_join.call("", (["", py_textual(key), "-", py_textual(action["id"])])), x, 0, action, rec, 116);
            node["y"] = Math.floor((high - node["h"])/2);
            x = _pyfunc_op_add(x, node["w"] + 4);
            _pymeth_append.call(nodes, node);
        }
    } else if ((py_size(cell["actions"]) > 0)) {
        under = flow_actions(memo, th, key, left, high, (w - left) - pad, cell, rec);
        _pymeth_extend.call(nodes, under["nodes"]);
        high = _pyfunc_op_add(high, under["h"] + 8);
    }
    return ({h: high, nodes: nodes});
};

shift_down = function (parts, by) {
    var part, stub7_seq, stub8_itr;
    stub7_seq = parts;
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        part = stub7_seq[stub8_itr];
        part["y"] = _pyfunc_op_add(part["y"], by);
    }
    return null;
};

card_foot = function (memo, th, cell, x, y, w) {
    var high, left, made, names, parts, pill, room, width;
    parts = [];
    names = [];
    width = (_pyfunc_truthy(cell["badge"]))? (pill_width(memo, th, cell["badge"], Math.floor(w/2))) : (0);
    high = 0;
    if (_pyfunc_truthy(cell["aside"])) {
        room = w - ((_pyfunc_truthy(width))? (width + 8) : (0));
        made = wrap(memo, cell["aside"], th["body"], th["strong"], room, 1);
        _pymeth_append.call(parts, text_part(x, y, room, made, th["body"], th["body_lh"], th["strong"], "ink", "l"));
        _pymeth_append.call(names, "-aside");
        high = th["body_lh"];
    }
    if (_pyfunc_truthy(width)) {
        left = (_pyfunc_truthy(cell["aside"]))? (_pyfunc_op_add(x, w) - width) : (x);
        pill = pill_parts(memo, th, left, y + 1, width, cell["badge"]);
        _pymeth_extend.call(parts, pill);
        _pymeth_append.call(names, "-badge");
        high = Math.max(high, ((pill[0]["h"]) + 2));
    }
    return ({h: high, parts: parts, names: names});
};

card_shape = function (memo, th, key, w, cell, block, rec) {
    var dot, foot, high, lead, left, names, nodes, pad, parts, right, room, short, side, texts, top_, under;
    lead = block["row"]["lead"];
    pad = ((th["margin"] > 12))? (16) : (12);
    parts = [];
    left = pad;
    top_ = pad;
    if ((_pyfunc_op_equals(lead, "photo") || _pyfunc_op_equals(lead, "swatch"))) {
        _pymeth_extend.call(parts, lead_parts(th, cell, lead, 8, 8, w - 16, 136));
        parts[0]["radius"] = Math.max(2, (th["card_radius"] - 6));
        top_ = (8 + 136) + 12;
    } else if ((!_pyfunc_op_equals(lead, "none"))) {
        _pymeth_extend.call(parts, lead_parts(th, cell, lead, pad, pad, th["lead"], th["lead"]));
        left = _pyfunc_op_add(pad, th["lead"]) + 12;
    }
    dot = (_pyfunc_truthy(cell["unread"]))? (16) : (0);
    right = (w - pad) - dot;
    side = row_side(memo, th, cell, right, (Math.floor((right - left)/2)) - 12);
    short = (left > pad) && ((!_pyfunc_truthy(cell["detail"])));
    room = (right - left) - (((_pyfunc_truthy(short) && _pyfunc_truthy(side["w"])))? (side["w"] + 12) : (0));
    texts = texts_of(memo, th, cell, left, top_, room, [3, 6]);
    _pymeth_extend.call(parts, texts["parts"]);
    names = texts["names"];
    if (_pyfunc_truthy(dot)) {
        _pymeth_append.call(parts, (paint_part((w - pad) - 8, (_pyfunc_op_add(top_, Math.floor(th["body_lh"]/2))) - 4, 8, 8, "accent", "", 4)));
    }
    high = ((left > pad))? (Math.max(texts["h"], th["lead"])) : (texts["h"]);
    if (_pyfunc_truthy(short)) {
        high = Math.max(high, side["h"]);
        shift_down(texts["parts"], Math.floor((high - texts["h"])/2));
        shift_down(side["parts"], _pyfunc_op_add(top_, (Math.floor((high - side["h"])/2))));
        _pymeth_extend.call(parts, side["parts"]);
        names = _pyfunc_op_add(names, side["names"]);
    }
    high = _pyfunc_op_add(high, top_);
    foot = card_foot(memo, th, cell, left, high + 8, (w - left) - pad);
    if ((_pyfunc_truthy(foot["h"]) && ((!_pyfunc_truthy(short))))) {
        _pymeth_extend.call(parts, foot["parts"]);
        names = _pyfunc_op_add(names, foot["names"]);
        high = _pyfunc_op_add(high, 8 + foot["h"]);
    }
    high = _pyfunc_op_add(high, ((_pyfunc_op_equals(py_size(cell["actions"]), 0)))? (pad) : (4));
    nodes = finish_row(key, w, high, parts, names, block, rec);
    if ((py_size(cell["actions"]) > 0)) {
        under = flow_actions(memo, th, key, left, high, (w - left) - pad, cell, rec);
        _pymeth_extend.call(nodes, under["nodes"]);
        high = _pyfunc_op_add(high, under["h"] + 8);
    }
    return framed(th, key, w, high, nodes);
};

framed = function (th, key, w, h, nodes) {
    var card, ground;
    ground = paint_part(0, 0, w, h, th["card_fill"], th["card_border"], th["card_radius"]);
    card = [as_node(ground, key + "~card", "")];
    if ((_pyfunc_op_equals((nodes[0]["t"]), "tap"))) {
        nodes[0]["radius"] = th["card_radius"];
    }
    _pymeth_extend.call(card, nodes);
    return ({h: h, nodes: card});
};

tile_shape = function (memo, th, key, w, cell, block, rec) {
    var high, lead, made, names, nodes, pad, parts, pill, texts, top_, under;
    lead = block["row"]["lead"];
    pad = 12;
    parts = [];
    top_ = pad;
    if ((_pyfunc_op_equals(lead, "photo") || _pyfunc_op_equals(lead, "swatch"))) {
        _pymeth_extend.call(parts, (lead_parts(th, cell, lead, 8, 8, w - 16, (Math.floor(_pyfunc_op_mult(w, 3)/4)) - 12)));
        parts[0]["radius"] = Math.max(2, (th["card_radius"] - 6));
        top_ = (Math.floor(_pyfunc_op_mult(w, 3)/4)) + 6;
    } else if ((!_pyfunc_op_equals(lead, "none"))) {
        _pymeth_extend.call(parts, lead_parts(th, cell, lead, pad, pad, th["lead"], th["lead"]));
        top_ = _pyfunc_op_add(pad, th["lead"]) + 12;
    }
    texts = texts_of(memo, th, cell, pad, top_, (w - _pyfunc_op_mult(2, pad)) - ((_pyfunc_truthy(cell["unread"]))? (16) : (0)), [3, 3]);
    _pymeth_extend.call(parts, texts["parts"]);
    names = texts["names"];
    if (_pyfunc_truthy(cell["unread"])) {
        _pymeth_append.call(parts, (paint_part((w - pad) - 8, (_pyfunc_op_add(top_, Math.floor(th["body_lh"]/2))) - 4, 8, 8, "accent", "", 4)));
    }
    high = _pyfunc_op_add(top_, texts["h"]);
    if (_pyfunc_truthy(cell["aside"])) {
        made = wrap(memo, cell["aside"], th["body"], th["strong"], w - _pyfunc_op_mult(2, pad), 2);
        _pymeth_append.call(parts, (text_part(pad, high + 4, w - _pyfunc_op_mult(2, pad), made, th["body"], th["body_lh"], th["strong"], "ink", "l")));
        _pymeth_append.call(names, "-aside");
        high = _pyfunc_op_add(high, 4 + (_pyfunc_op_mult(py_size(made[0]), th["body_lh"])));
    }
    if (_pyfunc_truthy(cell["badge"])) {
        pill = pill_parts(memo, th, pad, high + 6, pill_width(memo, th, cell["badge"], w - _pyfunc_op_mult(2, pad)), cell["badge"]);
        _pymeth_extend.call(parts, pill);
        _pymeth_append.call(names, "-badge");
        high = _pyfunc_op_add(high, 6 + (pill[0]["h"]));
    }
    high = _pyfunc_op_add(high, pad);
    nodes = finish_row(key, w, high, parts, names, block, rec);
    if ((py_size(cell["actions"]) > 0)) {
        under = flow_actions(memo, th, key, pad, high, w - _pyfunc_op_mult(2, pad), cell, rec);
        _pymeth_extend.call(nodes, under["nodes"]);
        high = _pyfunc_op_add(high, under["h"] + 8);
    }
    return framed(th, key, w, high, nodes);
};

bubble_shape = function (memo, th, key, w, cell, block, rec) {
    var ink, line, made, mine, most, names, node, nodes, note, parts, pill, soft, stub10_itr, stub11_seq, stub12_itr, stub9_seq, under, who, wide, y;
    most = (Math.floor(_pyfunc_op_mult(w, 4)/5)) - 24;
    mine = cell["mine"];
    made = wrap(memo, cell["title"], th["body"], 400, most, 0);
    wide = 0;
    stub9_seq = made[0];
    if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
    for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
        line = stub9_seq[stub10_itr];
        wide = Math.max(wide, text_width(memo, line, th["body"], 400));
    }
    note = (_pyfunc_truthy(cell["detail"]))? (cut_to(memo, cell["detail"], th["tiny"], 400, most)) : ("");
    who = (_pyfunc_truthy(cell["aside"]))? (cut_to(memo, cell["aside"], th["tiny"], 500, most)) : ("");
    wide = (Math.min(most, (Math.max(20, wide, text_width(memo, note, th["tiny"], 400), text_width(memo, who, th["tiny"], 500))))) + 24;
    ink = (_pyfunc_truthy(mine))? ("on-accent") : ("ink");
    soft = (_pyfunc_truthy(mine))? ("on-accent") : ("muted");
    y = 8;
    parts = [];
    names = [];
    if (_pyfunc_truthy(who)) {
        _pymeth_append.call(parts, text_part(12, y, wide - 24, [[who], who], th["tiny"], th["tiny_lh"], 500, soft, "l"));
        _pymeth_append.call(names, "-aside");
        y = _pyfunc_op_add(y, th["tiny_lh"] + 2);
    }
    _pymeth_append.call(parts, text_part(12, y, wide - 24, made, th["body"], th["body_lh"], 400, ink, "l"));
    _pymeth_append.call(names, "");
    y = _pyfunc_op_add(y, parts[py_size(parts) - 1]["h"]);
    if (_pyfunc_truthy(note)) {
        _pymeth_append.call(parts, text_part(12, y + 2, wide - 24, [[note], note], th["tiny"], th["tiny_lh"], 400, soft, "r"));
        _pymeth_append.call(names, "-detail");
        y = _pyfunc_op_add(y, th["tiny_lh"] + 2);
    }
    y = Math.max(44, (y + 8));
    nodes = [as_node(paint_part(0, 0, wide, y, (_pyfunc_truthy(mine))? ("accent") : ("surface"), "", 18), key + "~bubble", "")];
    _pymeth_extend.call(nodes, finish_row(key, wide, y, parts, names, block, rec));
    if ((_pyfunc_op_equals((nodes[1]["t"]), "tap"))) {
        nodes[1]["radius"] = 18;
    }
    if (_pyfunc_truthy(cell["badge"])) {
        pill = pill_parts(memo, th, 0, y + 2, pill_width(memo, th, cell["badge"], Math.floor(w/2)), cell["badge"]);
        _pymeth_append.call(nodes, as_node(pill[0], key + "~pill", ""));
        _pymeth_append.call(nodes, as_node(pill[1], key + "-badge", key + "-badge"));
        y = _pyfunc_op_add(y, (pill[0]["h"]) + 4);
    }
    if (_pyfunc_truthy(mine)) {
        stub11_seq = nodes;
        if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
        for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
            node = stub11_seq[stub12_itr];
            node["x"] = _pyfunc_op_add(node["x"], w - wide);
        }
    }
    if ((py_size(cell["actions"]) > 0)) {
        under = flow_actions(memo, th, key, 0, y, w, cell, rec);
        _pymeth_extend.call(nodes, under["nodes"]);
        y = _pyfunc_op_add(y, under["h"]);
    }
    return ({h: y, nodes: nodes});
};

row_nodes = function (memo, th, key, w, cell, block, rec) {
    var shape;
    shape = block["shape"];
    if (_pyfunc_op_equals(shape, "rows")) {
        return row_shape(memo, th, key, w, cell, block, rec);
    }
    if (_pyfunc_op_equals(shape, "cards")) {
        return card_shape(memo, th, key, w, cell, block, rec);
    }
    if (_pyfunc_op_equals(shape, "tiles")) {
        return tile_shape(memo, th, key, w, cell, block, rec);
    }
    return bubble_shape(memo, th, key, w, cell, block, rec);
};

// ---- lists
var built_row, drop_nodes, found_in, in_order, place_chip, place_empty, place_filters, place_list, place_notice, place_records, place_search, place_tiles, record_context, shown_records, sync_notice;
place_list = function (env, block) {
    var notice, records;
    if ((py_size(block["search"]) > 0)) {
        place_search(env, block);
    }
    if ((((py_size(block["filters"]) > 0)) || (py_size(block["sorts"]) > 0))) {
        place_filters(env, block);
    }
    notice = sync_notice(env, block);
    if (_pyfunc_truthy(notice)) {
        place_notice(env, block["id"] + "-sync", notice, "refresh-cw");
    }
    records = shown_records(env, block);
    if ((py_size(records) > 0)) {
        place_records(env, block, records);
    } else if ((_pyfunc_truthy(block["empty"]) && ((!_pyfunc_truthy(notice))))) {
        place_empty(env, block);
    }
    return null;
};

place_search = function (env, block) {
    var hint, icon, key, node, th;
    th = env["th"];
    key = (_pyfunc_truthy(env["searches"]))? (block["id"] + "-search") : ("search-input");
    env["searches"] += 1;
    hint = expand(env["ctx"], block["search_hint"]);
    if ((!_pyfunc_truthy(hint))) {
        hint = (_pyfunc_truthy(th["zh"]))? ("\u641c\u7d22") : ("Search");
    }
    node = field_node(key, env["x"], env["y"], env["w"], Math.max(44, (th["field"] - 4)), th, hint, hint);
    node["role"] = "searchbox";
    node["inset"] = 48;
    node["radius"] = th["search_radius"];
    node["ui"] = block["id"] + "-search";
    node["value"] = as_text(_pymeth_get.call((env["ctx"]["ui"]), node["ui"], ""));
    node["fill"] = "surface";
    node["border"] = th["card_border"];
    _pymeth_append.call(env["nodes"], node);
    icon = icon_part(env["x"] + 16, _pyfunc_op_add(env["y"], (Math.floor((node["h"] - 20)/2))), 20, "search", "muted");
    _pymeth_append.call(env["nodes"], as_node(icon, key + "~icon", ""));
    env["y"] = _pyfunc_op_add(env["y"], node["h"] + 8);
    return null;
};

place_filters = function (env, block) {
    var icon, item, kind, node, on, slot, stub1_seq, stub2_itr, stub3_seq, stub4_itr, ui, x;
    ui = env["ctx"]["ui"];
    x = env["x"];
    stub3_seq = ["filter", "sort"];
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        kind = stub3_seq[stub4_itr];
        slot = (block["id"] + "-") + kind;
        on = _pymeth_get.call(ui, slot, "");
        stub1_seq = block[kind + "s"];
        if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
        for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
            item = stub1_seq[stub2_itr];
            icon = (_pyfunc_op_equals(kind, "sort"))? ("arrow-up-down") : ("");
            x = place_chip(env, (slot + "-") + item["id"], x, item["label"], icon, _pyfunc_op_equals(on, item["id"]));
            node = env["nodes"][env["nodes"].length -1];
            node["states"] = (_pyfunc_op_equals(on, item["id"]))? (["pressed"]) : ([]);
            node["do"] = [({kind: "ui", key: slot, value: (_pyfunc_op_equals(on, item["id"]))? ("") : (item["id"])})];
        }
    }
    env["y"] = _pyfunc_op_add(env["y"], (env["nodes"][env["nodes"].length -1]["h"]) + 4);
    return null;
};

place_chip = function (env, key, x, label, icon, on) {
    var text, th, width;
    th = env["th"];
    text = expand(env["ctx"], label);
    width = chip_width(env["memo"], th, text, icon, env["w"]);
    if (((x > env["x"]) && ((_pyfunc_op_add(x, width) > _pyfunc_op_add(env["x"], env["w"]))))) {
        x = env["x"];
        env["y"] = _pyfunc_op_add(env["y"], chip_height(th) + 8);
    }
    _pymeth_append.call(env["nodes"], chip_node(env["memo"], th, key, x, env["y"], width, text, icon, on));
    return _pyfunc_op_add(x, width) + 8;
};

sync_notice = function (env, block) {
    var held, stub5_seq, stub6_itr;
    stub5_seq = _pymeth_get.call(env["state"], "held", []);
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        held = stub5_seq[stub6_itr];
        if ((_pyfunc_op_equals(held["app"], env["app"]) && _pyfunc_op_equals(held["collection"], block["source"]))) {
            return expand(env["ctx"], env["world"]["phone"]["surprises"][held["i"]]["text"]);
        }
    }
    return "";
};

place_notice = function (env, key, text, icon) {
    var made, part, th;
    th = env["th"];
    made = wrap(env["memo"], text, th["detail"], 400, env["w"] - 32, 3);
    _pymeth_append.call(env["nodes"], (as_node(icon_part(env["x"], env["y"] + 10, 20, icon, "muted"), key + "~icon", "")));
    part = text_part(env["x"] + 32, env["y"] + 10, env["w"] - 32, made, th["detail"], th["detail_lh"], 400, "muted", "l");
    _pymeth_append.call(env["nodes"], as_node(part, key, key));
    env["y"] = _pyfunc_op_add(env["y"], part["h"] + 20);
    return null;
};

place_empty = function (env, block) {
    var key, made, mid, part, sign, sought, th, ui;
    th = env["th"];
    ui = env["ctx"]["ui"];
    sought = (_pyfunc_truthy(_pymeth_get.call(ui, (block["id"] + "-search"), ""))) || (_pymeth_get.call(ui, (block["id"] + "-filter"), ""));
    mid = _pyfunc_op_add(env["x"], Math.floor(env["w"]/2));
    key = block["id"] + "-empty";
    _pymeth_append.call(env["nodes"], (as_node(paint_part(mid - 32, env["y"] + 32, 64, 64, "accent-soft", "", 32), key + "~ring", "")));
    sign = icon_part(mid - 14, env["y"] + 50, 28, (_pyfunc_truthy(sought))? ("search") : ("inbox"), "accent");
    _pymeth_append.call(env["nodes"], as_node(sign, key + "~icon", ""));
    made = wrap(env["memo"], expand(env["ctx"], block["empty"]), th["body"], 400, env["w"] - 48, 4);
    part = text_part(env["x"] + 24, env["y"] + 112, env["w"] - 48, made, th["body"], th["body_lh"], 400, "muted", "c");
    _pymeth_append.call(env["nodes"], as_node(part, key, key));
    env["y"] = _pyfunc_op_add(env["y"], part["h"] + 144);
    return null;
};

shown_records = function (env, block) {
    var chosen, cond, ctx, item, pressed, query, records, stub10_, stub10_i0, stub10_iter0, stub10_record, stub11_, stub11_i0, stub11_iter0, stub11_record, stub12_seq, stub13_itr, stub14_seq, stub15_itr, stub7_, stub7_i0, stub7_iter0, stub7_record, stub8_seq, stub9_itr, ui;
    ctx = env["ctx"];
    ui = ctx["ui"];
    records = _pymeth_get.call(ctx["colls"], block["source"], []);
    stub8_seq = block["where"];
    if ((typeof stub8_seq === "object") && (!Array.isArray(stub8_seq))) { stub8_seq = Object.keys(stub8_seq);}
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        cond = stub8_seq[stub9_itr];
        stub7_ = [];stub7_iter0 = records;if ((typeof stub7_iter0 === "object") && (!Array.isArray(stub7_iter0))) {stub7_iter0 = Object.keys(stub7_iter0);}for (stub7_i0=0; stub7_i0<stub7_iter0.length; stub7_i0++) {stub7_record = stub7_iter0[stub7_i0];if (!((_pyfunc_bool(holds_for(ctx, stub7_record, cond))))) {continue;}{stub7_.push(stub7_record);}}
        records = stub7_;
    }
    query = _pymeth_lower.call(((_pymeth_strip.call(((as_text(_pymeth_get.call(ui, (block["id"] + "-search"), ""))))))));
    if (_pyfunc_truthy(query)) {
        stub10_ = [];stub10_iter0 = records;if ((typeof stub10_iter0 === "object") && (!Array.isArray(stub10_iter0))) {stub10_iter0 = Object.keys(stub10_iter0);}for (stub10_i0=0; stub10_i0<stub10_iter0.length; stub10_i0++) {stub10_record = stub10_iter0[stub10_i0];if (!((_pyfunc_bool(found_in(stub10_record, block["search"], query))))) {continue;}{stub10_.push(stub10_record);}}
        records = stub10_;
    }
    pressed = _pymeth_get.call(ui, (block["id"] + "-filter"), "");
    if (_pyfunc_truthy(pressed)) {
        stub12_seq = block["filters"];
        if ((typeof stub12_seq === "object") && (!Array.isArray(stub12_seq))) { stub12_seq = Object.keys(stub12_seq);}
        for (stub13_itr = 0; stub13_itr < stub12_seq.length; stub13_itr += 1) {
            item = stub12_seq[stub13_itr];
            if (_pyfunc_op_equals(item["id"], pressed)) {
                stub11_ = [];stub11_iter0 = records;if ((typeof stub11_iter0 === "object") && (!Array.isArray(stub11_iter0))) {stub11_iter0 = Object.keys(stub11_iter0);}for (stub11_i0=0; stub11_i0<stub11_iter0.length; stub11_i0++) {stub11_record = stub11_iter0[stub11_i0];if (!((_pyfunc_bool((holds_for(record_context(ctx, stub11_record), stub11_record, item["where"])))))) {continue;}{stub11_.push(stub11_record);}}
                records = stub11_;
            }
        }
    }
    chosen = _pymeth_get.call(ui, (block["id"] + "-sort"), "");
    if (_pyfunc_truthy(chosen)) {
        stub14_seq = block["sorts"];
        if ((typeof stub14_seq === "object") && (!Array.isArray(stub14_seq))) { stub14_seq = Object.keys(stub14_seq);}
        for (stub15_itr = 0; stub15_itr < stub14_seq.length; stub15_itr += 1) {
            item = stub14_seq[stub15_itr];
            if (_pyfunc_op_equals(item["id"], chosen)) {
                records = in_order(ctx, records, item);
            }
        }
    }
    return records;
};

record_context = function (ctx, record) {
    var own;
    own = _pymeth_copy.call(ctx);
    own["rec"] = record;
    return own;
};

found_in = function (record, fields, query) {
    var field, stub16_seq, stub17_itr;
    stub16_seq = fields;
    if ((typeof stub16_seq === "object") && (!Array.isArray(stub16_seq))) { stub16_seq = Object.keys(stub16_seq);}
    for (stub17_itr = 0; stub17_itr < stub16_seq.length; stub17_itr += 1) {
        field = stub16_seq[stub17_itr];
        if ((_pyfunc_op_contains(query, (_pymeth_lower.call(((as_text(_pymeth_get.call(record, field, ""))))))))) {
            return true;
        }
    }
    return false;
};

in_order = function (ctx, records, sort) {
    var at, op, own, placed, record, stub18_seq, stub19_itr, value, values;
    op = (_pyfunc_truthy(sort["down"]))? ("ge") : ("le");
    values = [];
    placed = [];
    own = _pymeth_copy.call(ctx);
    stub18_seq = records;
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        record = stub18_seq[stub19_itr];
        own["rec"] = record;
        value = evaluate(own, sort["by"]);
        at = py_size(placed);
        while (_pyfunc_bool(((at > 0) && ((!_pyfunc_truthy(compared(values[at - 1], op, value))))))) {
            at -= 1;
        }
        _pymeth_insert.call(values, at, value);
        _pymeth_insert.call(placed, at, record);
    }
    return placed;
};

place_records = function (env, block, records) {
    var gap, ground, index, line, own, rows, shape, start, th, w, x;
    shape = block["shape"];
    if (_pyfunc_op_equals(shape, "tiles")) {
        place_tiles(env, block, records);
        return null;
    }
    th = env["th"];
    rows = _pyfunc_op_equals(shape, "rows");
    x = env["x"];
    w = env["w"];
    if ((_pyfunc_truthy(rows) && _pyfunc_op_equals(th["rows"], "open"))) {
        x = 0;
        w = th["width"];
    }
    ground = null;
    if ((_pyfunc_truthy(rows) && _pyfunc_op_equals(th["rows"], "card"))) {
        ground = as_node(paint_part(x, env["y"], w, 0, "surface", "", th["card_radius"]), block["id"] + "~card", "");
        _pymeth_append.call(env["nodes"], ground);
    }
    start = env["y"];
    gap = 0;
    if ((!_pyfunc_truthy(rows))) {
        gap = (_pyfunc_op_equals(shape, "bubbles"))? (6) : (Math.floor(_pyfunc_op_mult(th["gap"], 3)/4));
    }
    line = ((_pyfunc_op_equals(th["rows"], "card") || _pyfunc_op_equals(th["name"], "dense")))? (th["inset"]) : (0);
    own = _pymeth_copy.call(env["ctx"]);
    for (index = 0; index < py_size(records); index += 1) {
        if ((index > 0)) {
            env["y"] = _pyfunc_op_add(env["y"], gap);
            if ((_pyfunc_truthy(rows) && _pyfunc_truthy(th["lines"]))) {
                _pymeth_append.call(env["nodes"], (hairline(_pymeth_join.call("", (["", py_textual(block["id"]), "~", py_textual(index)])), _pyfunc_op_add(x, line), env["y"], w - line)));
                env["y"] += 1;
            }
        }
        own["rec"] = records[index];
        env["y"] = _pyfunc_op_add(env["y"], drop_nodes(env["nodes"], built_row(env, own, block, w), x, env["y"]));
    }
    if ((ground !== null)) {
        ground["h"] = env["y"] - start;
    }
    return null;
};

drop_nodes = function (nodes, made, x, y) {
    var node, placed, stub20_seq, stub21_itr;
    stub20_seq = made["nodes"];
    if ((typeof stub20_seq === "object") && (!Array.isArray(stub20_seq))) { stub20_seq = Object.keys(stub20_seq);}
    for (stub21_itr = 0; stub21_itr < stub20_seq.length; stub21_itr += 1) {
        node = stub20_seq[stub21_itr];
        placed = _pymeth_copy.call(node);
        placed["x"] = _pyfunc_op_add(placed["x"], x);
        placed["y"] = _pyfunc_op_add(placed["y"], y);
        _pymeth_append.call(nodes, placed);
    }
    return made["h"];
};

place_tiles = function (env, block, records) {
    var at, first, gap, high, index, node, own, side, stub22_seq, stub23_itr, w, x;
    gap = 12;
    w = Math.floor((env["w"] - gap)/2);
    own = _pymeth_copy.call(env["ctx"]);
    for (index = 0; index < py_size(records); index += 2) {
        if ((index > 0)) {
            env["y"] = _pyfunc_op_add(env["y"], gap);
        }
        high = 0;
        first = py_size(env["nodes"]);
        stub22_seq = [0, 1];
        if ((typeof stub22_seq === "object") && (!Array.isArray(stub22_seq))) { stub22_seq = Object.keys(stub22_seq);}
        for (stub23_itr = 0; stub23_itr < stub22_seq.length; stub23_itr += 1) {
            side = stub22_seq[stub23_itr];
            if ((_pyfunc_op_add(index, side) < py_size(records))) {
                own["rec"] = records[_pyfunc_op_add(index, side)];
                x = _pyfunc_op_add(env["x"], (_pyfunc_op_mult(side, _pyfunc_op_add(w, gap))));
                high = Math.max(high, (drop_nodes(env["nodes"], built_row(env, own, block, w), x, env["y"])));
            }
        }
        for (at = first; at < py_size(env["nodes"]); at += 1) {
            node = env["nodes"][at];
            if (_pyfunc_truthy(_pymeth_endswith.call(node["k"], "~card"))) {
                node["h"] = high;
            }
        }
        env["y"] = _pyfunc_op_add(env["y"], high);
    }
    return null;
};

built_row = function (env, own, block, w) {
    var action, actions, aside, badge, cell, detail, flags, known, made, mine, name_, rec, record, row, seed, stub24_seq, stub25_itr, title, unread;
    row = block["row"];
    record = own["rec"];
    title = expand(own, row["title"]);
    detail = expand(own, row["detail"]);
    aside = expand(own, row["aside"]);
    badge = expand(own, row["badge"]);
    seed = expand(own, row["seed"]);
    unread = (row["unread"] !== null) && (_pyfunc_truthy(holds(own, row["unread"])));
    mine = (block["mine"] !== null) && (_pyfunc_truthy(holds(own, block["mine"])));
    actions = "";
    stub24_seq = block["actions"];
    if ((typeof stub24_seq === "object") && (!Array.isArray(stub24_seq))) { stub24_seq = Object.keys(stub24_seq);}
    for (stub25_itr = 0; stub25_itr < stub24_seq.length; stub25_itr += 1) {
        action = stub24_seq[stub25_itr];
        actions = _pyfunc_op_add(actions, (((action["when"] === null) || holds(own, action["when"])))? ("1") : ("0"));
    }
    flags = _pyfunc_op_add((_pyfunc_op_add(((_pyfunc_truthy(unread))? ("u") : ("")), ((_pyfunc_truthy(mine))? ("m") : ("")))), actions);
    rec = record["id"];
    name_ = _pymeth_join.call("", (["", py_textual(env["app"]), "/", py_textual(env["page"]), "/", py_textual(block["id"]), "/", py_textual(rec), "/", py_textual(flags), "|", py_textual(title), "|", py_textual(detail), "|", py_textual(aside), "|", py_textual(badge), "|", py_textual(seed)]));
    known = _pymeth_get.call((env["memo"]["rows"]), name_);
    if ((known !== null)) {
        return known;
    }
    cell = ({title: title, detail: detail, aside: aside, badge: (_pyfunc_op_equals(badge, "0"))? ("") : (badge), seed: seed, unread: unread, mine: mine, actions: (function list_comprehension (iter0) {var res = [];var at, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {at = iter0[i0];if (!(_pyfunc_op_equals(actions[at], "1"))) {continue;}{res.push(block["actions"][at]);}}return res;}).call(this, _pyfunc_range(0, py_size(actions), 1))});
    made = row_nodes(env["memo"], env["th"], (block["id"] + "-") + rec, w, cell, block, [block["source"], rec]);
    env["memo"]["rows"][name_] = made;
    return made;
};

// ---- controls
var card_paint, choose, chosen_option, place_board, place_button, place_caption, place_choice, place_field, place_radios, place_segments, place_stepper, place_switch;
place_button = function (env, block) {
    var node, off, style, text;
    off = (block["enabled"] !== null) && ((!_pyfunc_truthy(holds(env["ctx"], block["enabled"]))));
    style = ((_pyfunc_truthy(off) && ((!_pyfunc_op_equals(block["style"], "link")))))? ("off") : (block["style"]);
    text = expand(env["ctx"], block["label"]);
    node = button_node(env["memo"], env["th"], block["id"], env["x"], env["y"], env["w"], text, block["icon"], style);
    node["do"] = block["do"];
    node["rec"] = env["rec"];
    if (_pyfunc_truthy(off)) {
        node["states"] = ["disabled"];
    }
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], node["h"]);
    return null;
};

place_caption = function (env, key, text) {
    var made, part, th;
    th = env["th"];
    if ((!_pyfunc_truthy(text))) {
        return null;
    }
    made = wrap(env["memo"], text, th["detail"], 500, env["w"], 2);
    part = text_part(env["x"], env["y"], env["w"], made, th["detail"], th["detail_lh"], 500, "muted", "l");
    _pymeth_append.call(env["nodes"], as_node(part, key + "~label", ""));
    env["y"] = _pyfunc_op_add(env["y"], part["h"] + 6);
    return null;
};

place_field = function (env, block) {
    var held, high, kind, label, node, th;
    th = env["th"];
    label = expand(env["ctx"], block["label"]);
    place_caption(env, block["id"], label);
    kind = block["input"];
    high = (_pyfunc_op_equals(kind, "long"))? (_pyfunc_op_mult(5, th["body_lh"])) : (th["field"]);
    node = field_node(block["id"], env["x"], env["y"], env["w"], high, th, label, expand(env["ctx"], block["hint"]));
    if (_pyfunc_op_equals(kind, "search")) {
        node["role"] = "searchbox";
    } else if (_pyfunc_op_equals(kind, "number")) {
        node["role"] = "spinbutton";
    }
    node["secret"] = (_pyfunc_op_equals(kind, "secret"))? (1) : (0);
    node["long"] = (_pyfunc_op_equals(kind, "long"))? (1) : (0);
    held = _pymeth_get.call((env["ctx"]["ui"]), block["id"], null);
    if ((block["var"] !== null)) {
        node["var"] = block["var"];
        if ((held === null)) {
            held = _pymeth_get.call((env["ctx"]["vars"]), block["var"], "");
        }
    }
    node["value"] = as_text(held);
    node["enter"] = block["enter"];
    node["rec"] = env["rec"];
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

chosen_option = function (env, block) {
    var start;
    if ((block["var"] !== null)) {
        return as_text(_pymeth_get.call((env["ctx"]["vars"]), block["var"], ""));
    }
    start = ((block["start"] !== null))? (block["start"]) : ("");
    return as_text(_pymeth_get.call((env["ctx"]["ui"]), block["id"], start));
};

choose = function (env, node, block, option, on) {
    node["role"] = "radio";
    node["states"] = (_pyfunc_truthy(on))? (["checked"]) : (["unchecked"]);
    if ((block["var"] !== null)) {
        node["do"] = [({kind: "set", var: block["var"], value: option["id"]})];
    } else {
        node["do"] = [({kind: "ui", key: block["id"], value: option["id"]})];
    }
    node["rec"] = env["rec"];
    return null;
};

place_choice = function (env, block) {
    var chosen, count, on, option, stub1_seq, stub2_itr, stub3_seq, stub4_itr, th, widest, x;
    th = env["th"];
    place_caption(env, block["id"], expand(env["ctx"], block["label"]));
    chosen = chosen_option(env, block);
    if (_pyfunc_op_equals(block["style"], "radio")) {
        place_radios(env, block, chosen);
        return null;
    }
    count = py_size(block["options"]);
    if (_pyfunc_op_equals(block["style"], "segments")) {
        widest = 0;
        stub1_seq = block["options"];
        if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
        for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
            option = stub1_seq[stub2_itr];
            widest = Math.max(widest, text_width(env["memo"], option["label"], th["detail"], 500));
        }
        if (((widest + 16) <= Math.floor(env["w"]/count))) {
            place_segments(env, block, chosen);
            return null;
        }
    }
    x = env["x"];
    stub3_seq = block["options"];
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        option = stub3_seq[stub4_itr];
        on = _pyfunc_op_equals(option["id"], chosen);
        x = place_chip(env, (block["id"] + "-") + option["id"], x, option["label"], "", on);
        choose(env, env["nodes"][env["nodes"].length -1], block, option, on);
    }
    env["y"] = _pyfunc_op_add(env["y"], chip_height(th) + 8);
    return null;
};

place_segments = function (env, block, chosen) {
    var colour, count, ground, high, index, label, node, on, option, parts, radius, th, top_, width, x;
    th = env["th"];
    count = py_size(block["options"]);
    high = Math.max(44, (th["detail_lh"] + 24));
    radius = Math.min(th["button_radius"], Math.floor(high/2));
    x = env["x"];
    ground = paint_part(x, env["y"], env["w"], high, "surface", "hairline", radius);
    _pymeth_append.call(env["nodes"], as_node(ground, block["id"] + "~strip", ""));
    for (index = 0; index < count; index += 1) {
        option = block["options"][index];
        on = _pyfunc_op_equals(option["id"], chosen);
        width = (Math.floor((_pyfunc_op_mult(env["w"], (index + 1)))/count)) - (Math.floor(_pyfunc_op_mult(env["w"], index)/count));
        parts = [];
        if (_pyfunc_truthy(on)) {
            _pymeth_append.call(parts, (paint_part(3, 3, width - 6, high - 6, "accent-soft", "", Math.max(2, (radius - 3)))));
        }
        label = cut_line(env["memo"], option["label"], th["detail"], 500, width - 12);
        top_ = Math.floor((high - th["detail_lh"])/2);
        colour = (_pyfunc_truthy(on))? ("accent") : ("ink");
        _pymeth_append.call(parts, text_part(6, top_, width - 12, label, th["detail"], th["detail_lh"], 500, colour, "c"));
        node = tap_node((block["id"] + "-") + option["id"], "radio", x, env["y"], width, high, parts, NOTHING);
        node["radius"] = radius;
        choose(env, node, block, option, on);
        _pymeth_append.call(env["nodes"], node);
        x = _pyfunc_op_add(x, width);
    }
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

place_radios = function (env, block, chosen) {
    var ground, high, index, key, made, middle, node, on, option, parts, start, th, top_;
    th = env["th"];
    start = env["y"];
    ground = as_node(card_paint(env, 0), block["id"] + "~card", "");
    _pymeth_append.call(env["nodes"], ground);
    for (index = 0; index < py_size(block["options"]); index += 1) {
        option = block["options"][index];
        on = _pyfunc_op_equals(option["id"], chosen);
        if (((index > 0) && _pyfunc_truthy(th["lines"]))) {
            _pymeth_append.call(env["nodes"], (hairline(_pymeth_join.call("", (["", py_textual(block["id"]), "~", py_textual(index)])), env["x"] + 52, env["y"], env["w"] - 52)));
            env["y"] += 1;
        }
        made = wrap(env["memo"], option["label"], th["body"], 400, env["w"] - 68, 0);
        high = Math.max((th["row"] - 8), 48, ((_pyfunc_op_mult(py_size(made[0]), th["body_lh"])) + 20));
        middle = Math.floor((high - 22)/2);
        top_ = Math.floor((high - (_pyfunc_op_mult(py_size(made[0]), th["body_lh"])))/2);
        parts = [paint_part(16, middle, 22, 22, (_pyfunc_truthy(on))? ("accent") : (""), (_pyfunc_truthy(on))? ("") : ("muted"), 11), paint_part(23, middle + 7, 8, 8, (_pyfunc_truthy(on))? ("on-accent") : (""), "", 4), text_part(52, top_, env["w"] - 68, made, th["body"], th["body_lh"], 400, "ink", "l")];
        key = (block["id"] + "-") + option["id"];
        node = tap_node(key, "radio", env["x"], env["y"], env["w"], high, parts, NOTHING);
        node["radius"] = th["card_radius"];
        choose(env, node, block, option, on);
        _pymeth_append.call(env["nodes"], node);
        env["y"] = _pyfunc_op_add(env["y"], high);
    }
    ground["h"] = env["y"] - start;
    return null;
};

card_paint = function (env, h) {
    var th;
    th = env["th"];
    return paint_part(env["x"], env["y"], env["w"], h, th["card_fill"], th["card_border"], th["card_radius"]);
};

place_switch = function (env, block) {
    var detail, high, left, made, memo, node, on, part, parts, room, stub5_seq, stub6_itr, tall, texts, th, x, y;
    th = env["th"];
    memo = env["memo"];
    on = (_pymeth_get.call((env["ctx"]["vars"]), block["var"], false)) === true;
    left = 16;
    parts = [paint_part(0, 0, env["w"], 0, th["card_fill"], th["card_border"], th["card_radius"])];
    if (_pyfunc_truthy(block["icon"])) {
        left = 56;
    }
    room = (env["w"] - left) - 84;
    made = wrap(memo, expand(env["ctx"], block["label"]), th["body"], 400, room, 3);
    texts = [text_part(left, 0, room, made, th["body"], th["body_lh"], 400, "ink", "l")];
    tall = texts[0]["h"];
    detail = expand(env["ctx"], block["detail"]);
    if (_pyfunc_truthy(detail)) {
        made = wrap(memo, detail, th["detail"], 400, room, 3);
        _pymeth_append.call(texts, text_part(left, tall, room, made, th["detail"], th["detail_lh"], 400, "muted", "l"));
        tall = _pyfunc_op_add(tall, texts[1]["h"]);
    }
    high = Math.max(th["row"], (tall + 24));
    parts[0]["h"] = high;
    if (_pyfunc_truthy(block["icon"])) {
        _pymeth_append.call(parts, (icon_part(16, Math.floor((high - 24)/2), 24, block["icon"], (_pyfunc_truthy(on))? ("accent") : ("muted"))));
    }
    stub5_seq = texts;
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        part = stub5_seq[stub6_itr];
        part["y"] = _pyfunc_op_add(part["y"], Math.floor((high - tall)/2));
        _pymeth_append.call(parts, part);
    }
    x = (env["w"] - 16) - 48;
    y = Math.floor((high - 28)/2);
    _pymeth_append.call(parts, (paint_part(x, y, 48, 28, (_pyfunc_truthy(on))? ("accent") : ("faint"), "", 14)));
    _pymeth_append.call(parts, (paint_part(_pyfunc_op_add(x, ((_pyfunc_truthy(on))? (23) : (3))), y + 3, 22, 22, "raised", "", 11)));
    node = tap_node(block["id"], "switch", env["x"], env["y"], env["w"], high, parts, NOTHING);
    node["states"] = (_pyfunc_truthy(on))? (["checked"]) : (["unchecked"]);
    node["do"] = [({kind: "toggle", var: block["var"]})];
    node["rec"] = env["rec"];
    node["radius"] = th["card_radius"];
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

place_stepper = function (env, block) {
    var by, colour, count, do_, end, high, icon, key, label, made, memo, middle, names, node, number, part, place, room, shown, side, stub7_seq, stub8_itr, th, top_, unit, value, x;
    th = env["th"];
    memo = env["memo"];
    value = as_text(_pymeth_get.call((env["ctx"]["vars"]), block["var"], 0));
    unit = expand(env["ctx"], block["unit"]);
    shown = _pyfunc_op_add(value, ((_pyfunc_truthy(unit))? (" " + unit) : ("")));
    count = wrap(memo, shown, th["body"], 500, 120, 1);
    middle = Math.max(48, (text_width(memo, count[1], th["body"], 500) + 16));
    label = expand(env["ctx"], block["label"]);
    room = ((((env["w"] - 16) - 12) - middle) - 88) - 8;
    made = wrap(memo, label, th["body"], 400, room, 3);
    high = Math.max(th["row"], 60, ((_pyfunc_op_mult(py_size(made[0]), th["body_lh"])) + 24));
    _pymeth_append.call(env["nodes"], (as_node(card_paint(env, high), block["id"] + "~card", "")));
    top_ = _pyfunc_op_add(env["y"], (Math.floor((high - (_pyfunc_op_mult(py_size(made[0]), th["body_lh"])))/2)));
    part = text_part(env["x"] + 16, top_, room, made, th["body"], th["body_lh"], 400, "ink", "l");
    _pymeth_append.call(env["nodes"], as_node(part, block["id"] + "~label", ""));
    x = ((_pyfunc_op_add(env["x"], env["w"]) - 8) - 88) - middle;
    top_ = _pyfunc_op_add(env["y"], (Math.floor((high - th["body_lh"])/2)));
    number = text_part(x + 44, top_, middle, count, th["body"], th["body_lh"], 500, "ink", "c");
    names = (_pyfunc_truthy(th["zh"]))? (["\u51cf\u5c11", "\u589e\u52a0"]) : (["Less", "More"]);
    stub7_seq = [0, 1];
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        side = stub7_seq[stub8_itr];
        by = (_pyfunc_truthy(side))? (1) : (-1);
        end = _pyfunc_op_equals(value, (_pyfunc_str(((_pyfunc_truthy(side))? (block["high"]) : (block["low"])))));
        key = _pyfunc_op_add(block["id"], ((_pyfunc_truthy(side))? ("-plus") : ("-minus")));
        icon = (_pyfunc_truthy(side))? ("plus") : ("minus");
        do_ = ({kind: "add", var: block["var"], by: by, low: block["low"], high: block["high"]});
        place = _pyfunc_op_add(x, ((_pyfunc_truthy(side))? (44 + middle) : (0)));
        colour = (_pyfunc_truthy(end))? ("faint") : ("accent");
        node = icon_button(key, place, _pyfunc_op_add(env["y"], (Math.floor((high - 44)/2))), 44, icon, (names[side] + ": ") + label, colour, [do_]);
        node["states"] = (_pyfunc_truthy(end))? (["disabled"]) : (NOTHING);
        node["rec"] = env["rec"];
        _pymeth_append.call(env["nodes"], node);
        if (_pyfunc_op_equals(side, 0)) {
            _pymeth_append.call(env["nodes"], as_node(number, block["id"] + "-value", block["id"] + "-value"));
        }
    }
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

place_board = function (env, block) {
    var cell, cells, column, faces, node, record, row, stub10_itr, stub9_seq, wide;
    cell = Math.min(Math.floor(env["w"]/block["columns"]), 104);
    faces = ({});
    stub9_seq = _pymeth_get.call((env["ctx"]["colls"]), block["source"], []);
    if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
    for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
        record = stub9_seq[stub10_itr];
        faces[_pymeth_join.call("", (["", py_textual(record["row"]), ".", py_textual(record["col"])]))] = record;
    }
    cells = [];
    for (row = 0; row < block["rows"]; row += 1) {
        for (column = 0; column < block["columns"]; column += 1) {
            record = _pymeth_get.call(faces, (_pymeth_join.call("", ["", py_textual(row), ".", py_textual(column)])), ({}));
            _pymeth_append.call(cells, (({face: as_text(_pymeth_get.call(record, "face", "")), open: ((_pymeth_get.call(record, "open", false) === true))? (1) : (0), marked: ((_pymeth_get.call(record, "marked", false) === true))? (1) : (0)})));
        }
    }
    wide = _pyfunc_op_mult(cell, block["columns"]);
    node = ({k: block["id"], t: "canvas", x: _pyfunc_op_add(env["x"], (Math.floor((env["w"] - wide)/2))), y: env["y"], w: wide, h: _pyfunc_op_mult(cell, block["rows"]), id: block["id"], name: "", board: ({rows: block["rows"], columns: block["columns"], cells: cells}), block: block, cell: cell, pad: 0, rec: env["rec"]});
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], node["h"]);
    return null;
};

// ---- blocks
var banner_gone, place_banner, place_block, place_blocks, place_fact, place_facts, place_heading, place_other, place_picture, place_skeleton, place_text, space_between;
place_blocks = function (env, blocks) {
    var block, index, kind, last, when;
    last = "";
    for (index = 0; index < py_size(blocks); index += 1) {
        block = blocks[index];
        kind = block["kind"];
        if (_pyfunc_op_equals(kind, "composer")) {
            continue;
        }
        when = _pymeth_get.call(block, "when", null);
        if (((when !== null) && ((!_pyfunc_truthy(holds(env["ctx"], when)))))) {
            continue;
        }
        if ((_pyfunc_op_equals(kind, "banner") && (_pyfunc_truthy(banner_gone(env, block))))) {
            continue;
        }
        env["y"] = _pyfunc_op_add(env["y"], space_between(env["th"], last, kind));
        place_block(env, block, _pymeth_join.call("", ["", "b", py_textual(index)]));
        last = kind;
    }
    return null;
};

space_between = function (th, last, kind) {
    if (_pyfunc_op_equals(last, "")) {
        return ((_pyfunc_op_equals(th["rows"], "open") && _pyfunc_op_equals(kind, "list")))? (Math.max(8, Math.floor(th["gap"]/2))) : (th["gap"]);
    }
    if ((_pyfunc_op_equals(last, kind) && ((_pyfunc_op_equals(kind, "button") || _pyfunc_op_equals(kind, "switch") || _pyfunc_op_equals(kind, "stepper"))))) {
        return 8;
    }
    if (_pyfunc_op_equals(last, "heading")) {
        return 8;
    }
    if ((_pyfunc_op_equals(last, "text") && _pyfunc_op_equals(kind, "text"))) {
        return 8;
    }
    if (_pyfunc_op_equals(kind, "heading")) {
        return th["gap"] + 8;
    }
    return th["gap"];
};

place_block = function (env, block, key) {
    var kind;
    kind = block["kind"];
    if (_pyfunc_op_equals(kind, "heading")) {
        place_heading(env, key, expand(env["ctx"], block["text"]), 2);
    } else if (_pyfunc_op_equals(kind, "text")) {
        place_text(env, block, key);
    } else if (_pyfunc_op_equals(kind, "facts")) {
        place_facts(env, block, key);
    } else if (_pyfunc_op_equals(kind, "list")) {
        place_list(env, block);
    } else if (_pyfunc_op_equals(kind, "button")) {
        place_button(env, block);
    } else if (_pyfunc_op_equals(kind, "field")) {
        place_field(env, block);
    } else if (_pyfunc_op_equals(kind, "choice")) {
        place_choice(env, block);
    } else if (_pyfunc_op_equals(kind, "switch")) {
        place_switch(env, block);
    } else {
        place_other(env, block);
    }
    return null;
};

place_other = function (env, block) {
    var kind;
    kind = block["kind"];
    if (_pyfunc_op_equals(kind, "stepper")) {
        place_stepper(env, block);
    } else if (_pyfunc_op_equals(kind, "picture")) {
        place_picture(env, block);
    } else if (_pyfunc_op_equals(kind, "banner")) {
        place_banner(env, block);
    } else if (_pyfunc_op_equals(kind, "board")) {
        place_board(env, block);
    }
    return null;
};

place_heading = function (env, key, text, level) {
    var colour, made, node, part, th;
    th = env["th"];
    made = wrap(env["memo"], text, th["head"], th["head_weight"], env["w"], 3);
    colour = (_pyfunc_op_equals(th["name"], "ios"))? ("muted") : ("ink");
    part = text_part(env["x"], env["y"], env["w"], made, th["head"], th["head_lh"], th["head_weight"], colour, "l");
    node = as_node(part, key, "");
    node["role"] = "heading";
    node["level"] = level;
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], node["h"]);
    return null;
};

place_text = function (env, block, key) {
    var colour, kind, made, node, part, style, test_id, text, th, weight;
    th = env["th"];
    text = expand(env["ctx"], block["text"]);
    if ((!_pyfunc_truthy(text))) {
        return null;
    }
    style = block["style"];
    kind = "body";
    weight = 400;
    colour = "ink";
    if (_pyfunc_op_equals(style, "large")) {
        kind = "big";
        weight = th["strong"];
    } else if (_pyfunc_op_equals(style, "small")) {
        kind = "tiny";
        colour = "muted";
    } else if (_pyfunc_op_equals(style, "muted")) {
        kind = "detail";
        colour = "muted";
    }
    made = wrap(env["memo"], text, th[kind], weight, env["w"], 0);
    part = text_part(env["x"], env["y"], env["w"], made, th[kind], th[kind + "_lh"], weight, colour, "l");
    test_id = ((block["id"] !== null))? (block["id"]) : ("");
    node = as_node(part, (_pyfunc_truthy(test_id))? (test_id) : (key), test_id);
    if ((_pyfunc_op_equals(style, "large") && ((!_pyfunc_op_contains("|money", block["text"]))))) {
        node["role"] = "heading";
        node["level"] = 2;
    }
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], part["h"]);
    return null;
};

place_facts = function (env, block, key) {
    var ground, index, rows, start, stub1_, stub1_i0, stub1_iter0, stub1_row, th;
    th = env["th"];
    stub1_ = [];stub1_iter0 = block["rows"];if ((typeof stub1_iter0 === "object") && (!Array.isArray(stub1_iter0))) {stub1_iter0 = Object.keys(stub1_iter0);}for (stub1_i0=0; stub1_i0<stub1_iter0.length; stub1_i0++) {stub1_row = stub1_iter0[stub1_i0];if (!(((stub1_row["when"] === null) || holds(env["ctx"], stub1_row["when"])))) {continue;}{stub1_.push(stub1_row);}}
    rows = stub1_;
    if ((_pyfunc_op_equals(py_size(rows), 0))) {
        return null;
    }
    if (_pyfunc_truthy(block["title"])) {
        place_heading(env, key + "~title", expand(env["ctx"], block["title"]), 2);
        env["y"] += 8;
    }
    start = env["y"];
    ground = as_node(card_paint(env, 0), key + "~card", "");
    _pymeth_append.call(env["nodes"], ground);
    env["y"] += 4;
    for (index = 0; index < py_size(rows); index += 1) {
        if (((index > 0) && _pyfunc_truthy(th["lines"]))) {
            _pymeth_append.call(env["nodes"], (hairline(_pymeth_join.call("", ["", py_textual(key), "~", py_textual(index)]), env["x"] + 16, env["y"], env["w"] - 32)));
            env["y"] += 1;
        }
        place_fact(env, rows[index]);
    }
    env["y"] += 4;
    ground["h"] = env["y"] - start;
    return null;
};

place_fact = function (env, row) {
    var first, inner, key, label, left, memo, one, pad, right, th, two, value, wide, x, y;
    th = env["th"];
    memo = env["memo"];
    label = expand(env["ctx"], row["label"]);
    value = expand(env["ctx"], row["value"]);
    inner = env["w"] - 32;
    x = env["x"] + 16;
    pad = ((th["margin"] > 12))? (12) : (9);
    y = _pyfunc_op_add(env["y"], pad);
    wide = text_width(memo, value, th["body"], 500);
    first = text_width(memo, label, th["detail"], 400);
    if (((((_pyfunc_op_add(first, wide) + 16) <= inner)) && ((!_pyfunc_op_contains("\n", value))))) {
        one = wrap(memo, label, th["detail"], 400, inner, 0);
        two = wrap(memo, value, th["body"], 500, inner, 0);
        left = text_part(x, y, first, one, th["detail"], th["body_lh"], 400, "muted", "l");
        right = text_part(_pyfunc_op_add(x, inner) - wide, y, wide, two, th["body"], th["body_lh"], 500, "ink", "r");
    } else {
        one = wrap(memo, label, th["detail"], 400, inner, 0);
        two = wrap(memo, value, th["body"], 500, inner, 0);
        left = text_part(x, y, inner, one, th["detail"], th["detail_lh"], 400, "muted", "l");
        right = text_part(x, _pyfunc_op_add(y, left["h"]) + 2, inner, two, th["body"], th["body_lh"], 500, "ink", "l");
    }
    key = "fact-" + row["id"];
    _pymeth_append.call(env["nodes"], as_node(left, key + "~label", ""));
    _pymeth_append.call(env["nodes"], as_node(right, key, key));
    env["y"] = _pyfunc_op_add(_pyfunc_op_add(right["y"], right["h"]), pad);
    return null;
};

place_picture = function (env, block) {
    var node;
    node = ({k: block["id"], t: "picture", x: env["x"], y: env["y"], w: env["w"], h: block["tall"], id: block["id"], draw: block["draw"], text: expand(env["ctx"], block["text"]), seed: expand(env["ctx"], block["seed"]), name: expand(env["ctx"], block["alt"]), tall: block["tall"], radius: env["th"]["card_radius"]});
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(env["y"], block["tall"]);
    return null;
};

banner_gone = function (env, block) {
    var since;
    if (_pyfunc_op_equals(block["shown"], 0)) {
        return false;
    }
    since = _pymeth_get.call((env["state"]["seen"]), env["seen"], (env["state"]["now"]));
    return ((env["state"]["now"]) - since) >= block["shown"];
};

place_banner = function (env, block) {
    var fill, ground, high, icon, ink, key, made, part, style, th;
    th = env["th"];
    style = block["style"];
    fill = "accent-soft";
    ink = "accent";
    icon = "info";
    if (_pyfunc_op_equals(style, "warning")) {
        fill = "warn-soft";
        ink = "warn";
        icon = "circle-alert";
    } else if (_pyfunc_op_equals(style, "promo")) {
        icon = "tag";
    }
    made = wrap(env["memo"], expand(env["ctx"], block["text"]), th["detail"], 500, env["w"] - 68, 0);
    high = (_pyfunc_op_mult(py_size(made[0]), th["detail_lh"])) + 24;
    key = block["id"];
    ground = paint_part(env["x"], env["y"], env["w"], high, fill, "", th["card_radius"]);
    _pymeth_append.call(env["nodes"], as_node(ground, key + "~card", ""));
    part = icon_part(env["x"] + 16, (env["y"] + 12) + (Math.floor((th["detail_lh"] - 20)/2)), 20, icon, ink);
    _pymeth_append.call(env["nodes"], as_node(part, key + "~icon", ""));
    part = text_part(env["x"] + 52, env["y"] + 12, env["w"] - 68, made, th["detail"], th["detail_lh"], 500, "ink", "l");
    _pymeth_append.call(env["nodes"], as_node(part, key, key));
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

place_skeleton = function (env) {
    var bar, index, part, side, stub2_seq, stub3_itr, th, top_, wide, x, y;
    th = env["th"];
    y = th["gap"];
    for (index = 0; index < 5; index += 1) {
        stub2_seq = [0, 1, 2];
        if ((typeof stub2_seq === "object") && (!Array.isArray(stub2_seq))) { stub2_seq = Object.keys(stub2_seq);}
        for (stub3_itr = 0; stub3_itr < stub2_seq.length; stub3_itr += 1) {
            bar = stub2_seq[stub3_itr];
            side = (_pyfunc_op_equals(bar, 0))? (40) : (0);
            x = (_pyfunc_op_equals(bar, 0))? (env["x"]) : (env["x"] + 56);
            wide = (_pyfunc_truthy(side))? (side) : (Math.floor((_pyfunc_op_mult((env["w"] - 56), ((_pyfunc_op_equals(bar, 1))? (6) : (4))))/((_pyfunc_op_equals(bar, 1))? (8) : (7))));
            top_ = (_pyfunc_op_equals(bar, 0))? (y) : (_pyfunc_op_add(y, ((_pyfunc_op_equals(bar, 1))? (2) : (24))));
            part = paint_part(x, top_, wide, (_pyfunc_truthy(side))? (side) : (14), "hairline", "", (_pyfunc_truthy(side))? (20) : (7));
            part["shape"] = "skeleton";
            _pymeth_append.call(env["nodes"], (as_node(part, _pymeth_join.call("", ["", "skeleton", py_textual(index), py_textual(bar)]), "")));
        }
        y += 72;
    }
    env["y"] = y;
    return null;
};

// ---- frame
var bar_action, bar_actions, bar_layer, box_buttons, box_layer, composer_layer, dialog_layer, fab_layer, made_tabs, make_layer, popup_layer, tabs_layer, toast_layer;
make_layer = function (key, role, box, ground, nodes) {
    return ({k: key, role: role, label: "", x: box[0], y: box[1], w: box[2], h: box[3], scroll: 0, inner: box[3], at: 0, ground: ground, radius: 0, shadow: 0, scrim: 0, nodes: nodes});
};

bar_actions = function (env, page) {
    return (function list_comprehension (iter0) {var res = [];var act, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {act = iter0[i0];if (!(((act["when"] === null) || holds(env["ctx"], act["when"])))) {continue;}{res.push(act);}}return res;}).call(this, page["actions"]);
};

bar_layer = function (env, title, actions, deep) {
    var big, high, index, left, made, name_, node, nodes, part, right, room, th, top_, width, y;
    th = env["th"];
    width = th["width"];
    nodes = [];
    high = th["bar"];
    big = (th["large"] > 0) && ((!_pyfunc_truthy(deep)));
    top_ = Math.floor((high - 48)/2);
    left = th["margin"];
    if (_pyfunc_truthy(deep)) {
        name_ = (_pyfunc_truthy(th["zh"]))? ("\u8fd4\u56de") : ("Back");
        _pymeth_append.call(nodes, (icon_button("nav-back", 4, top_, 48, th["back"], name_, "ink", [({kind: "back"})])));
        left = 56;
    }
    right = th["margin"];
    for (index = py_size(actions) - 1; index > -1; index += -1) {
        right = (_pyfunc_op_equals(right, th["margin"]))? (right - 8) : (right);
        _pymeth_append.call(nodes, (bar_action(env, actions[index], (width - right) - 48, top_)));
        right += 48;
    }
    right = _pyfunc_op_add(right, ((py_size(actions) > 0))? (8) : (0));
    if (_pyfunc_truthy(big)) {
        high = (th["large"] + 12) + (((py_size(actions) > 0))? (th["bar"]) : (8));
        made = cut_line(env["memo"], title, th["big"] - 2, 700, width - _pyfunc_op_mult(2, th["margin"]));
        y = (high - th["big_lh"]) - 6;
        part = text_part(th["margin"], y, width - _pyfunc_op_mult(2, th["margin"]), made, th["big"] - 2, th["big_lh"], 700, "ink", "l");
    } else {
        if (_pyfunc_op_equals(th["title_at"], "c")) {
            left = Math.max(left, right);
            right = left;
        }
        room = (width - left) - right;
        made = cut_line(env["memo"], title, th["title"], th["title_weight"], room);
        y = Math.floor((high - th["title_lh"])/2);
        part = text_part(left, y, room, made, th["title"], th["title_lh"], th["title_weight"], "ink", th["title_at"]);
    }
    node = as_node(part, "bar-title", "");
    node["role"] = "heading";
    node["level"] = 1;
    _pymeth_insert.call(nodes, ((_pyfunc_truthy(deep))? (1) : (0)), node);
    if (_pyfunc_truthy(th["bar_line"])) {
        _pymeth_append.call(nodes, hairline("bar~line", 0, high - 1, width));
    }
    return make_layer("bar", "banner", [0, 0, width, high], th["bar_ground"], nodes);
};

bar_action = function (env, action, x, y) {
    var badge, node;
    node = icon_button(action["id"], x, y, 48, action["icon"], action["label"], "ink", action["do"]);
    node["rec"] = env["rec"];
    badge = badge_parts(env["memo"], env["th"], 26, 4, expand(env["ctx"], action["badge"]));
    if ((((py_size(badge) > 0)) && (((badge[0]["w"]) <= 22)))) {
        _pymeth_extend.call(node["parts"], badge);
    }
    return node;
};

tabs_layer = function (env, app, current) {
    var badges, known, labels, name_, stub1_, stub1_i0, stub1_iter0, stub1_tab, stub2_, stub2_i0, stub2_iter0, stub2_tab;
    stub1_ = [];stub1_iter0 = app["tabs"];if ((typeof stub1_iter0 === "object") && (!Array.isArray(stub1_iter0))) {stub1_iter0 = Object.keys(stub1_iter0);}for (stub1_i0=0; stub1_i0<stub1_iter0.length; stub1_i0++) {stub1_tab = stub1_iter0[stub1_i0];{stub1_.push(expand(env["ctx"], stub1_tab["label"]));}}
    labels = stub1_;
    stub2_ = [];stub2_iter0 = app["tabs"];if ((typeof stub2_iter0 === "object") && (!Array.isArray(stub2_iter0))) {stub2_iter0 = Object.keys(stub2_iter0);}for (stub2_i0=0; stub2_i0<stub2_iter0.length; stub2_i0++) {stub2_tab = stub2_iter0[stub2_i0];{stub2_.push(expand(env["ctx"], stub2_tab["badge"]));}}
    badges = stub2_;
    name_ = _pyfunc_op_add(((_pyfunc_op_add((_pymeth_join.call("", (["", "tabs/", py_textual(env["app"]), "/", py_textual(current), "|"]))), _pymeth_join.call("|", labels))) + "|"), _pymeth_join.call("|", badges));
    known = _pymeth_get.call((env["memo"]["rows"]), name_);
    if ((known === null)) {
        known = made_tabs(env, app, current, labels, badges);
        env["memo"]["rows"][name_] = known;
    }
    return known;
};

made_tabs = function (env, app, current, labels, badges) {
    var badge, colour, count, do_, high, index, label, node, nodes, on, parts, tab, tall, th, top_, w, width, x;
    th = env["th"];
    width = th["width"];
    high = th["tabs"];
    count = py_size(app["tabs"]);
    nodes = ((!_pyfunc_truthy(th["tab_pill"])))? ([hairline("tabs~line", 0, 0, width)]) : ([]);
    for (index = 0; index < count; index += 1) {
        tab = app["tabs"][index];
        on = _pyfunc_op_equals(tab["id"], current);
        x = Math.floor(_pyfunc_op_mult(width, index)/count);
        w = (Math.floor((_pyfunc_op_mult(width, (index + 1)))/count)) - x;
        colour = (_pyfunc_truthy(on))? ("accent") : ("muted");
        tall = 32 + th["tiny_lh"];
        top_ = Math.floor((high - tall)/2);
        parts = [];
        if ((_pyfunc_truthy(on) && _pyfunc_truthy(th["tab_pill"]))) {
            _pymeth_append.call(parts, (paint_part(Math.floor((w - 60)/2), top_ - 2, 60, 30, "accent-soft", "", 15)));
        }
        _pymeth_append.call(parts, (icon_part(Math.floor((w - 24)/2), top_ + 1, 24, tab["icon"], colour)));
        label = cut_line(env["memo"], labels[index], th["tiny"], 500, w - 4);
        _pymeth_append.call(parts, text_part(2, top_ + 32, w - 4, label, th["tiny"], th["tiny_lh"], 500, colour, "c"));
        badge = badge_parts(env["memo"], th, Math.floor(w/2) + 6, top_ - 4, badges[index]);
        _pymeth_extend.call(parts, badge);
        do_ = ({kind: "tab", tab: tab["id"]});
        node = tap_node("tab-" + tab["id"], "tab", x, 1, w, high - 1, parts, [do_]);
        if ((py_size(badge) > 0)) {
            node["name"] = label[1];
        }
        node["states"] = (_pyfunc_truthy(on))? (["selected"]) : ([]);
        _pymeth_append.call(nodes, node);
    }
    return make_layer("tabs", "navigation", [0, th["height"] - high, width, high], "surface", nodes);
};

composer_layer = function (env, block) {
    var high, hint, name_, node, nodes, send, th, width;
    th = env["th"];
    width = th["width"];
    high = (Math.max(48, (th["body_lh"] + 20))) + 16;
    hint = expand(env["ctx"], block["hint"]);
    node = field_node(block["id"], 12, 8, (width - 24) - 56, high - 16, th, hint, hint);
    node["fill"] = "surface";
    node["border"] = th["card_border"];
    node["radius"] = ((!_pyfunc_op_equals(th["name"], "dense")))? (Math.floor((high - 16)/2)) : (4);
    node["value"] = as_text(_pymeth_get.call((env["ctx"]["ui"]), block["id"], ""));
    node["enter"] = block["send"];
    node["rec"] = env["rec"];
    name_ = (_pyfunc_truthy(th["zh"]))? ("\u53d1\u9001") : ("Send");
    send = icon_button(block["id"] + "-send", (width - 12) - 48, Math.floor((high - 48)/2), 48, "send", name_, "on-accent", block["send"]);
    send["fill"] = "accent";
    send["radius"] = 24;
    send["rec"] = env["rec"];
    nodes = [hairline("foot~line", 0, 0, width), node, send];
    return make_layer("foot", "", [0, th["height"] - high, width, high], "ground", nodes);
};

fab_layer = function (env, fab, foot) {
    var made, node, th;
    th = env["th"];
    node = icon_button(fab["id"], 0, 0, 56, fab["icon"], fab["label"], "on-accent", fab["do"]);
    node["fill"] = "accent";
    node["radius"] = (_pyfunc_op_equals(th["name"], "ios"))? (28) : (16);
    node["rec"] = env["rec"];
    made = make_layer("fab", "", [th["width"] - 72, (th["height"] - foot) - 72, 56, 56], "", [node]);
    made["radius"] = node["radius"];
    made["shadow"] = 2;
    return made;
};

dialog_layer = function (env, app, entry, shown) {
    var button, buttons, collection, ctx, dialog, do_, hand, page, rec, state, stub3_seq, stub4_itr, style;
    state = env["state"];
    page = app["pages"][shown["page"]];
    dialog = page["dialogs"][shown["dialog"]];
    rec = ({});
    hand = [];
    collection = _pymeth_get.call(shown, "collection", "");
    if ((!_pyfunc_truthy(collection))) {
        collection = page["of"];
    }
    if ((_pyfunc_truthy(shown["rec"]) && (collection !== null))) {
        rec = record_of(state, app["id"], collection, shown["rec"]);
        hand = [collection, shown["rec"]];
    }
    ctx = context(env["world"], state, app["id"], rec, entry["ui"], env["memo"]);
    buttons = [];
    stub3_seq = dialog["buttons"];
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        button = stub3_seq[stub4_itr];
        style = button["style"];
        do_ = [({kind: "dismiss"})];
        _pymeth_extend.call(do_, button["do"]);
        _pymeth_append.call(buttons, (({key: "dialog-" + button["id"], label: expand(ctx, button["label"]), style: (_pyfunc_op_equals(style, "plain"))? ("link") : (style), do: do_, rec: hand})));
    }
    return box_layer(env, "dialog", expand(ctx, dialog["title"]), expand(ctx, dialog["text"]), buttons, dialog["sheet"]);
};

popup_layer = function (env, popup) {
    var buttons, do_, style;
    buttons = [];
    if (_pyfunc_truthy(popup["other"])) {
        do_ = ({kind: "close-popup", id: popup["id"], other: 1});
        _pymeth_append.call(buttons, ({key: "popup-other", label: popup["other"], style: "primary", do: [do_], rec: []}));
    }
    do_ = ({kind: "close-popup", id: popup["id"], other: 0});
    style = (_pyfunc_truthy(popup["other"]))? ("link") : ("primary");
    _pymeth_append.call(buttons, ({key: "popup-close", label: popup["close"], style: style, do: [do_], rec: []}));
    return box_layer(env, "popup", popup["title"], popup["text"], buttons, false);
};

box_layer = function (env, key, title, text, buttons, sheet) {
    var inner, layer, lh, made, memo, node, nodes, part, size, tall, th, top_, wide, x, y;
    th = env["th"];
    memo = env["memo"];
    wide = (_pyfunc_truthy(sheet))? (th["width"]) : (Math.min((th["width"] - 48), 344));
    inner = wide - 48;
    nodes = [];
    y = 24;
    if (_pyfunc_truthy(sheet)) {
        _pymeth_append.call(nodes, (as_node(paint_part(Math.floor((wide - 36)/2), 8, 36, 4, "faint", "", 2), key + "~grip", "")));
    }
    size = th["body"] + 3;
    lh = th["body_lh"] + 4;
    part = text_part(24, y, inner, wrap(memo, title, size, th["strong"], inner, 0), size, lh, th["strong"], "ink", "l");
    node = as_node(part, key + "-title", key + "-title");
    node["role"] = "heading";
    node["level"] = 2;
    _pymeth_append.call(nodes, node);
    y = _pyfunc_op_add(y, part["h"]);
    if (_pyfunc_truthy(text)) {
        made = wrap(memo, text, th["detail"], 400, inner, 0);
        part = text_part(24, y + 12, inner, made, th["detail"], th["detail_lh"], 400, "muted", "l");
        _pymeth_append.call(nodes, as_node(part, key + "-text", key + "-text"));
        y = _pyfunc_op_add(y, 12 + part["h"]);
    }
    y = _pyfunc_op_add(box_buttons(env, nodes, buttons, inner, y + 24, sheet), ((_pyfunc_truthy(sheet))? (24) : (20)));
    tall = Math.min(y, (th["height"] - 48));
    x = Math.floor((th["width"] - wide)/2);
    top_ = (_pyfunc_truthy(sheet))? (th["height"] - tall) : (Math.floor((th["height"] - tall)/2));
    layer = make_layer(key, "dialog", [x, top_, wide, tall], "raised", nodes);
    layer["label"] = title;
    layer["inner"] = y;
    layer["scroll"] = ((y > tall))? (1) : (0);
    layer["radius"] = (_pyfunc_op_equals(th["name"], "ios"))? (14) : ((_pyfunc_op_equals(th["name"], "dense"))? (8) : (24));
    layer["shadow"] = 3;
    layer["scrim"] = 1;
    return layer;
};

box_buttons = function (env, nodes, buttons, inner, y, sheet) {
    var button, index, node, stacked, stub5_seq, stub6_itr, style, th, total, width, widths, x;
    th = env["th"];
    total = 0;
    widths = [];
    stub5_seq = buttons;
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        button = stub5_seq[stub6_itr];
        width = text_width(env["memo"], button["label"], th["body"], 500) + 36;
        _pymeth_append.call(widths, width);
        total = _pyfunc_op_add(total, width + 8);
    }
    stacked = _pyfunc_truthy(sheet) || ((total - 8) > inner);
    x = (_pyfunc_truthy(stacked))? (24) : (((24 + inner) - total) + 8);
    for (index = 0; index < py_size(buttons); index += 1) {
        button = buttons[index];
        width = (_pyfunc_truthy(stacked))? (inner) : (widths[index]);
        style = ((_pyfunc_truthy(sheet) && _pyfunc_op_equals(button["style"], "link")))? ("plain") : (button["style"]);
        node = button_node(env["memo"], th, button["key"], x, y, width, button["label"], "", style);
        node["do"] = button["do"];
        node["rec"] = button["rec"];
        _pymeth_append.call(nodes, node);
        if (_pyfunc_truthy(stacked)) {
            y = _pyfunc_op_add(y, node["h"] + 8);
        } else {
            x = _pyfunc_op_add(x, width + 8);
        }
    }
    return (_pyfunc_truthy(stacked))? (y - 8) : (_pyfunc_op_add(y, th["button"]));
};

toast_layer = function (env, text, foot) {
    var high, layer, made, node, part, th, wide;
    th = env["th"];
    wide = th["width"] - 32;
    made = wrap(env["memo"], text, th["detail"], 400, wide - 32, 4);
    part = text_part(16, 14, wide - 32, made, th["detail"], th["detail_lh"], 400, "ground", "l");
    high = part["h"] + 28;
    node = as_node(part, "toast", "toast");
    layer = make_layer("toast", "status", [16, ((th["height"] - foot) - high) - 16, wide, high], "ink", [node]);
    layer["radius"] = Math.min(12, th["card_radius"]);
    layer["shadow"] = 2;
    return layer;
};

// ---- phone
var expand_for, greeting, launcher_icon, page_record, place_launcher, place_recent, place_recents, recent_title;
greeting = function (world) {
    var hour, phone, slot, words;
    phone = world["phone"];
    hour = _pyfunc_int((phone["clock"].slice(0,2)));
    slot = ((hour < 12))? (0) : (((hour < 18))? (1) : (2));
    if (_pyfunc_op_equals(phone["ui"], "zh")) {
        words = ["\u65e9\u4e0a\u597d", "\u4e0b\u5348\u597d", "\u665a\u4e0a\u597d"];
        return _pyfunc_op_add(words[slot], ((_pyfunc_truthy(phone["owner"]))? ("\uff0c" + phone["owner"]) : ("")));
    }
    words = ["Good morning", "Good afternoon", "Good evening"];
    return _pyfunc_op_add(words[slot], ((_pyfunc_truthy(phone["owner"]))? (", " + phone["owner"]) : ("")));
};

place_launcher = function (env) {
    var app, cell, column, first, high, icon, index, made, node, part, phone, th, today, w, world, x, y;
    th = env["th"];
    world = env["world"];
    phone = world["phone"];
    x = 24;
    w = th["width"] - 48;
    today = short_date(phone["today"], phone["ui"]);
    if (_pyfunc_op_equals(phone["ui"], "zh")) {
        today = _pyfunc_op_add(today, " " + (DAYS_ZH[weekday(phone["today"])]));
    } else {
        today = _pyfunc_op_add((DAYS_FULL[weekday(phone["today"])]), today.slice(3));
    }
    y = 64;
    made = wrap(env["memo"], (phone["clock"] + "  ") + today, th["body"], 400, w, 1);
    part = text_part(x, y, w, made, th["body"], th["body_lh"], 400, "muted", "l");
    _pymeth_append.call(env["nodes"], as_node(part, "home-date", "home-date"));
    y = _pyfunc_op_add(y, th["body_lh"] + 4);
    made = wrap(env["memo"], greeting(world), th["big"] - 4, 500, w, 3);
    part = text_part(x, y, w, made, th["big"] - 4, th["big_lh"], 500, "ink", "l");
    node = as_node(part, "home-greeting", "");
    node["role"] = "heading";
    node["level"] = 1;
    _pymeth_append.call(env["nodes"], node);
    y = _pyfunc_op_add(y, part["h"] + 40);
    cell = Math.floor(((th["width"] - 48) - 60)/3);
    first = 24 - (Math.floor((cell - 60)/2));
    high = 0;
    for (index = 0; index < py_size(world["order"]); index += 1) {
        app = world["apps"][world["order"][index]];
        column = py_mod(index, 4);
        if (_pyfunc_op_equals(column, 0)) {
            y = _pyfunc_op_add(y, high);
            high = 0;
        }
        icon = launcher_icon(env, app, _pyfunc_op_add(first, _pyfunc_op_mult(column, cell)), y, cell);
        high = Math.max(high, (icon["h"] + 20));
        _pymeth_append.call(env["nodes"], icon);
    }
    env["y"] = _pyfunc_op_add(y, high);
    return null;
};

launcher_icon = function (env, app, x, y, w) {
    var badge, do_, edge, made, name_, node, parts, th;
    th = env["th"];
    name_ = expand_for(env, app, app["name"]);
    edge = Math.floor((w - 60)/2);
    parts = [paint_part(edge, 4, 60, 60, "accent", "", th["square"]), icon_part(edge + 16, 20, 28, app["icon"], "on-accent")];
    made = wrap(env["memo"], name_, th["tiny"], 500, w - 4, 2);
    _pymeth_append.call(parts, text_part(2, 72, w - 4, made, th["tiny"], th["tiny_lh"], 500, "ink", "c"));
    badge = badge_parts(env["memo"], th, edge + 48, 0, expand_for(env, app, app["badge"]));
    _pymeth_extend.call(parts, badge);
    do_ = ({kind: "launch", app: app["id"], page: null, record: ""});
    node = tap_node("app-" + app["id"], "button", x, y, w, 76 + (_pyfunc_op_mult(py_size(made[0]), th["tiny_lh"])), parts, [do_]);
    if ((py_size(badge) > 0)) {
        node["name"] = name_;
    }
    node["tint"] = app["accent"];
    node["radius"] = 12;
    return node;
};

expand_for = function (env, app, text) {
    if ((!_pyfunc_op_contains("{", text))) {
        return text;
    }
    return expand(context(env["world"], env["state"], app["id"], ({}), ({}), env["memo"]), text);
};

place_recents = function (env) {
    var app, made, node, part, recent, stub1_seq, stub2_itr, th, zh;
    th = env["th"];
    zh = th["zh"];
    made = wrap(env["memo"], (_pyfunc_truthy(zh))? ("\u6700\u8fd1\u4f7f\u7528") : ("Recent apps"), th["big"] - 4, 500, env["w"], 1);
    part = text_part(env["x"], 56, env["w"], made, th["big"] - 4, th["big_lh"], 500, "ink", "l");
    node = as_node(part, "recents-title", "");
    node["role"] = "heading";
    node["level"] = 1;
    _pymeth_append.call(env["nodes"], node);
    env["y"] = (56 + part["h"]) + 24;
    recent = env["state"]["recent"];
    if ((_pyfunc_op_equals(py_size(recent), 0))) {
        made = wrap(env["memo"], (_pyfunc_truthy(zh))? ("\u6ca1\u6709\u6253\u5f00\u7684\u5e94\u7528") : ("Nothing is open."), th["body"], 400, env["w"], 2);
        part = text_part(env["x"], env["y"], env["w"], made, th["body"], th["body_lh"], 400, "muted", "l");
        _pymeth_append.call(env["nodes"], as_node(part, "recents-empty", ""));
        env["y"] = _pyfunc_op_add(env["y"], part["h"]);
    }
    stub1_seq = recent;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        app = stub1_seq[stub2_itr];
        place_recent(env, env["world"]["apps"][app]);
        env["y"] += 12;
    }
    return null;
};

place_recent = function (env, app) {
    var close_, do_, ground, high, key, label, name_, node, parts, room, th, title, top_, w, x, y;
    th = env["th"];
    key = "recent-" + app["id"];
    x = env["x"];
    w = env["w"];
    high = Math.max(80, (_pyfunc_op_add(th["body_lh"], th["detail_lh"]) + 32));
    top_ = Math.floor(((high - th["body_lh"]) - th["detail_lh"])/2);
    ground = paint_part(x, env["y"], w, high, "surface", th["card_border"], th["card_radius"]);
    _pymeth_append.call(env["nodes"], as_node(ground, key + "~card", ""));
    room = (w - 56) - 76;
    name_ = cut_line(env["memo"], app["name"], th["body"], 500, room);
    title = cut_line(env["memo"], recent_title(env, app), th["detail"], 400, room);
    parts = [paint_part(16, Math.floor((high - 48)/2), 48, 48, "accent", "", Math.floor(_pyfunc_op_mult(th["square"], 4)/5)), icon_part(28, Math.floor((high - 24)/2), 24, app["icon"], "on-accent"), text_part(76, top_, room, name_, th["body"], th["body_lh"], 500, "ink", "l"), text_part(76, _pyfunc_op_add(top_, th["body_lh"]), room, title, th["detail"], th["detail_lh"], 400, "muted", "l")];
    do_ = ({kind: "launch", app: app["id"], page: null, record: ""});
    node = tap_node(key, "button", x, env["y"], w - 56, high, parts, [do_]);
    node["tint"] = app["accent"];
    node["radius"] = th["card_radius"];
    _pymeth_append.call(env["nodes"], node);
    close_ = (_pyfunc_truthy(th["zh"]))? ("\u5173\u95ed") : ("Close");
    label = (close_ + " ") + app["name"];
    do_ = ({kind: "close", app: app["id"]});
    y = _pyfunc_op_add(env["y"], (Math.floor((high - 48)/2)));
    _pymeth_append.call(env["nodes"], (icon_button(key + "-close", _pyfunc_op_add(x, w) - 52, y, 48, "x", label, "muted", [do_])));
    env["y"] = _pyfunc_op_add(env["y"], high);
    return null;
};

recent_title = function (env, app) {
    var ctx, entry, page;
    entry = env["state"]["stacks"][app["id"]][(env["state"]["stacks"][app["id"]]).length -1];
    page = app["pages"][entry["page"]];
    ctx = context(env["world"], env["state"], app["id"], page_record(env["state"], app["id"], page, entry), ({}), env["memo"]);
    return expand(ctx, page["title"]);
};

page_record = function (state, app, page, entry) {
    var record, stub3_seq, stub4_itr;
    if ((page["of"] !== null)) {
        stub3_seq = _pymeth_get.call((state["data"][app]["c"]), page["of"], []);
        if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
        for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
            record = stub3_seq[stub4_itr];
            if (_pyfunc_op_equals(record["id"], entry["rec"])) {
                return record;
            }
        }
    }
    return ({});
};

// ---- scene
var app_screen, body_layer, frame_env, lies_over, locked_by, lower, page_env, page_screen, phone_screen, scene, scrolled, session_screen, start_column;
scene = function (world, state, memo) {
    var app, at_home, env, foot, front, layer, layers, made, over, stub1_seq, stub2_itr, stub3_seq, stub4_itr, surprise;
    memo = (memo === undefined) ? null: memo;
    if ((memo === null)) {
        memo = fresh_memo();
    } else if ((!_pyfunc_op_contains("templates", memo))) {
        _pymeth_update.call(memo, fresh_memo());
    }
    front = state["front"];
    at_home = _pyfunc_op_equals(front, "") || _pyfunc_op_equals(front, "*recents");
    made = (_pyfunc_truthy(at_home))? (phone_screen(world, state, memo)) : (app_screen(world, state, memo));
    layers = _pymeth_copy.call(made["layers"]);
    foot = 0;
    stub1_seq = layers;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        layer = stub1_seq[stub2_itr];
        if ((_pyfunc_op_equals(layer["k"], "tabs") || _pyfunc_op_equals(layer["k"], "foot"))) {
            foot = layer["h"];
        }
    }
    layers[0] = scrolled(state, layers[0], made["end"]);
    env = frame_env(world, state, memo, front);
    if ((((!_pyfunc_op_equals(state["dialog"], ""))) && ((_pyfunc_op_equals((state["dialog"]["app"]), front))))) {
        app = world["apps"][front];
        _pymeth_append.call(layers, (dialog_layer(env, app, state["stacks"][front][(state["stacks"][front]).length -1], state["dialog"])));
    }
    if ((state["popup"] !== null)) {
        stub3_seq = world["phone"]["surprises"];
        if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
        for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
            surprise = stub3_seq[stub4_itr];
            if ((_pyfunc_op_equals(surprise["kind"], "popup") && _pyfunc_op_equals(surprise["id"], state["popup"]))) {
                _pymeth_append.call(layers, popup_layer(env, surprise));
            }
        }
    }
    if ((state["toast"] !== null)) {
        _pymeth_append.call(layers, toast_layer(env, state["toast"]["text"], foot));
    }
    over = lies_over(world, state);
    return ({title: made["title"], app: made["app"], page: made["page"], rec: made["rec"], over: over, layers: layers});
};

lies_over = function (world, state) {
    var front;
    front = state["front"];
    if ((state["popup"] !== null)) {
        return state["popup"];
    }
    if ((_pyfunc_op_equals(front, "") || _pyfunc_op_equals(front, "*recents"))) {
        return "";
    }
    if ((locked_by(world, state, front) !== null)) {
        return "session";
    }
    return ((((!_pyfunc_op_equals(state["dialog"], ""))) && ((_pyfunc_op_equals((state["dialog"]["app"]), front)))))? (state["dialog"]["dialog"]) : ("");
};

scrolled = function (state, body, end) {
    var at, front, most, moved;
    most = body["inner"] - body["h"];
    at = (_pyfunc_truthy(end))? (most) : (0);
    front = state["front"];
    if ((_pyfunc_op_equals(front, "") || _pyfunc_op_equals(front, "*recents"))) {
        at = _pymeth_get.call(((_pymeth_get.call(state, "scroll", ({})))), "body", 0);
    } else {
        at = _pymeth_get.call(((state["stacks"][front][(state["stacks"][front]).length -1]["scroll"])), "body", at);
    }
    at = Math.max(0, Math.min(at, most));
    if (_pyfunc_op_equals(at, body["at"])) {
        return body;
    }
    moved = _pymeth_copy.call(body);
    moved["at"] = at;
    return moved;
};

frame_env = function (world, state, memo, app) {
    return ({world: world, state: state, memo: memo, th: theme_of(world, memo), app: app});
};

page_env = function (world, state, memo, app, entry) {
    var env, page;
    env = frame_env(world, state, memo, app);
    page = world["apps"][app]["pages"][entry["page"]];
    env["ctx"] = context(world, state, app, page_record(state, app, page, entry), entry["ui"], memo);
    env["rec"] = (((page["of"] !== null) && _pyfunc_truthy(entry["rec"])))? ([page["of"], entry["rec"]]) : ([]);
    env["page"] = entry["page"];
    env["seen"] = page_key(app, entry["page"], entry["rec"]);
    start_column(env);
    return env;
};

start_column = function (env) {
    var th;
    th = env["th"];
    env["x"] = th["margin"];
    env["w"] = th["width"] - _pyfunc_op_mult(2, th["margin"]);
    env["y"] = 0;
    env["nodes"] = [];
    env["searches"] = 0;
    return null;
};

phone_screen = function (world, state, memo) {
    var body, env, page, th, title;
    env = frame_env(world, state, memo, "");
    start_column(env);
    th = env["th"];
    if (_pyfunc_op_equals(state["front"], "")) {
        place_launcher(env);
        title = (_pyfunc_truthy(th["zh"]))? ("\u4e3b\u5c4f\u5e55") : ("Home");
    } else {
        place_recents(env);
        title = (_pyfunc_truthy(th["zh"]))? ("\u6700\u8fd1\u4f7f\u7528") : ("Recent apps");
    }
    body = body_layer(env, 0, 0, 24);
    page = (_pyfunc_op_equals(state["front"], ""))? ("home") : ("recents");
    return ({title: title, app: "", page: page, rec: "", layers: [body], end: false});
};

body_layer = function (env, top_, foot, below) {
    var high, layer, th;
    th = env["th"];
    high = (th["height"] - top_) - foot;
    layer = make_layer("body", "main", [0, top_, th["width"], high], "ground", env["nodes"]);
    layer["inner"] = Math.max(high, _pyfunc_op_add(env["y"], below));
    layer["scroll"] = 1;
    return layer;
};

locked_by = function (world, state, app) {
    var stub5_seq, stub6_itr, surprise;
    stub5_seq = world["phone"]["surprises"];
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        surprise = stub5_seq[stub6_itr];
        if ((_pyfunc_op_equals(surprise["kind"], "session") && _pyfunc_op_equals(surprise["app"], app) && (state["now"] >= surprise["at"]))) {
            if ((!_pyfunc_op_contains((_pymeth_join.call("", (["", "session/", py_textual(app), "/", py_textual(surprise["at"])]))), state["seen"]))) {
                return surprise;
            }
        }
    }
    return null;
};

app_screen = function (world, state, memo) {
    var app, block, entry, held, key, known, lock, page, rev, slot, stack, stub10_seq, stub11_itr, stub7_seq, stub8_seq, stub9_itr;
    app = state["front"];
    stack = state["stacks"][app];
    entry = stack[stack.length -1];
    lock = locked_by(world, state, app);
    if ((lock !== null)) {
        return session_screen(world, state, memo, entry, lock);
    }
    page = world["apps"][app]["pages"][entry["page"]];
    if (((state["now"] - entry["at"]) < page["loads"])) {
        return page_screen(world, state, memo, entry, true);
    }
    rev = _pymeth_get.call(state, "rev", 0);
    if (_pyfunc_op_equals(rev, 0)) {
        return page_screen(world, state, memo, entry, false);
    }
    key = _pymeth_join.call("", (["", py_textual(app), "/", py_textual(entry["page"]), "/", py_textual(entry["rec"]), "/", py_textual(py_size(stack) > 1), "/", py_textual(_pymeth_get.call(state["tab"], app, "")), "/", py_textual(rev)]));
    stub7_seq = entry["ui"];
    for (slot in stub7_seq) {
        if (!stub7_seq.hasOwnProperty(slot)){ continue; }
        key = _pyfunc_op_add(key, (("/" + slot) + "=") + as_text(entry["ui"][slot]));
    }
    stub8_seq = _pymeth_get.call(state, "held", []);
    if ((typeof stub8_seq === "object") && (!Array.isArray(stub8_seq))) { stub8_seq = Object.keys(stub8_seq);}
    for (stub9_itr = 0; stub9_itr < stub8_seq.length; stub9_itr += 1) {
        held = stub8_seq[stub9_itr];
        key = _pyfunc_op_add(key, "/" + _pyfunc_str(held["i"]));
    }
    stub10_seq = page["blocks"];
    if ((typeof stub10_seq === "object") && (!Array.isArray(stub10_seq))) { stub10_seq = Object.keys(stub10_seq);}
    for (stub11_itr = 0; stub11_itr < stub10_seq.length; stub11_itr += 1) {
        block = stub10_seq[stub11_itr];
        if ((_pyfunc_op_equals(block["kind"], "banner") && (block["shown"] > 0))) {
            key = _pyfunc_op_add(key, "/" + (_pyfunc_str((state["now"] - (_pymeth_get.call(state["seen"], page_key(app, entry["page"], entry["rec"]), 0))))));
        }
    }
    known = _pymeth_get.call(memo["pages"], key);
    if ((known === null)) {
        known = page_screen(world, state, memo, entry, false);
        memo["pages"][key] = known;
    }
    return known;
};

page_screen = function (world, state, memo, entry, loading) {
    var app, around, bar, below, block, chat, composer, env, foot, layers, name_, page, stub12_seq, stub13_itr, title;
    name_ = state["front"];
    app = world["apps"][name_];
    page = app["pages"][entry["page"]];
    env = page_env(world, state, memo, name_, entry);
    title = expand(env["ctx"], page["title"]);
    bar = bar_layer(env, title, bar_actions(env, page), py_size(state["stacks"][name_]) > 1);
    around = [bar];
    foot = 0;
    chat = false;
    composer = null;
    stub12_seq = page["blocks"];
    if ((typeof stub12_seq === "object") && (!Array.isArray(stub12_seq))) { stub12_seq = Object.keys(stub12_seq);}
    for (stub13_itr = 0; stub13_itr < stub12_seq.length; stub13_itr += 1) {
        block = stub12_seq[stub13_itr];
        if (_pyfunc_op_equals(block["kind"], "composer")) {
            composer = block;
        } else if ((_pyfunc_op_equals(block["kind"], "list") && _pyfunc_op_equals(block["shape"], "bubbles"))) {
            chat = true;
        }
    }
    if ((composer !== null)) {
        _pymeth_append.call(around, composer_layer(env, composer));
        foot = around[1]["h"];
    } else if ((py_size(app["tabs"]) > 0)) {
        _pymeth_append.call(around, (tabs_layer(env, app, _pymeth_get.call(state["tab"], name_, ""))));
        foot = around[1]["h"];
    }
    below = (env["th"]["gap"]) + 8;
    if (((page["fab"] !== null) && (((((page["fab"]["when"]) === null)) || holds(env["ctx"], page["fab"]["when"]))))) {
        _pymeth_append.call(around, fab_layer(env, page["fab"], foot));
        below = 88;
    }
    if (_pyfunc_truthy(loading)) {
        place_skeleton(env);
    } else {
        place_blocks(env, page["blocks"]);
        if (_pyfunc_truthy(chat)) {
            lower(env, (((env["th"]["height"]) - bar["h"]) - foot) - below);
        }
    }
    layers = [body_layer(env, bar["h"], foot, below)];
    _pymeth_extend.call(layers, around);
    return ({title: title, app: name_, page: entry["page"], rec: entry["rec"], layers: layers, end: _pyfunc_truthy(chat) && ((!_pyfunc_truthy(loading)))});
};

lower = function (env, room) {
    var free, node, stub14_seq, stub15_itr;
    free = room - env["y"];
    if ((free > 0)) {
        stub14_seq = env["nodes"];
        if ((typeof stub14_seq === "object") && (!Array.isArray(stub14_seq))) { stub14_seq = Object.keys(stub14_seq);}
        for (stub15_itr = 0; stub15_itr < stub14_seq.length; stub15_itr += 1) {
            node = stub14_seq[stub15_itr];
            node["y"] = _pyfunc_op_add(node["y"], free);
        }
        env["y"] = room;
    }
    return null;
};

session_screen = function (world, state, memo, entry, lock) {
    var app, bar, env, layers, made, mid, name_, node, part, size, th, w, x, y;
    name_ = state["front"];
    env = page_env(world, state, memo, name_, entry);
    th = env["th"];
    x = env["x"];
    w = env["w"];
    app = world["apps"][name_];
    bar = bar_layer(env, app["name"], [], false);
    mid = Math.floor(th["width"]/2);
    y = 64;
    _pymeth_append.call(env["nodes"], (as_node(paint_part(mid - 36, y, 72, 72, "accent-soft", "", 36), "session~ring", "")));
    _pymeth_append.call(env["nodes"], (as_node(icon_part(mid - 16, y + 20, 32, "lock", "accent"), "session~icon", "")));
    y += 96;
    size = th["body"] + 4;
    made = wrap(memo, lock["title"], size, th["strong"], w, 0);
    part = text_part(x, y, w, made, size, th["body_lh"] + 6, th["strong"], "ink", "c");
    node = as_node(part, "session-title", "session-title");
    node["role"] = "heading";
    node["level"] = 2;
    _pymeth_append.call(env["nodes"], node);
    y = _pyfunc_op_add(y, part["h"] + 12);
    made = wrap(memo, lock["text"], th["body"], 400, w - 32, 0);
    part = text_part(x + 16, y, w - 32, made, th["body"], th["body_lh"], 400, "muted", "c");
    _pymeth_append.call(env["nodes"], as_node(part, "session-text", "session-text"));
    y = _pyfunc_op_add(y, part["h"] + 32);
    node = button_node(memo, th, "session-continue", x, y, w, lock["button"], "", "primary");
    node["do"] = [({kind: "continue", app: name_, at: lock["at"]})];
    _pymeth_append.call(env["nodes"], node);
    env["y"] = _pyfunc_op_add(y, node["h"]);
    layers = [body_layer(env, bar["h"], 0, 24), bar];
    return ({title: lock["title"], app: name_, page: entry["page"], rec: entry["rec"], layers: layers, end: false});
};

// ---- state
var blank_state, bring_forward, changed, close_app, front_entry, go_back, go_home, go_recents, hold_back, lose_drafts, new_entry, page_changed, page_of, session_expired, set_var, swap_record, top_entry;
blank_state = function (world) {
    var app, collections, data, name_, spec, state, stub1_seq, stub2_seq, stub3_itr;
    data = ({});
    stub2_seq = world["order"];
    if ((typeof stub2_seq === "object") && (!Array.isArray(stub2_seq))) { stub2_seq = Object.keys(stub2_seq);}
    for (stub3_itr = 0; stub3_itr < stub2_seq.length; stub3_itr += 1) {
        app = stub2_seq[stub3_itr];
        spec = world["apps"][app];
        collections = ({});
        stub1_seq = spec["collections"];
        for (name_ in stub1_seq) {
            if (!stub1_seq.hasOwnProperty(name_)){ continue; }
            collections[name_] = _pymeth_copy.call((spec["collections"][name_]));
        }
        data[app] = ({c: collections, v: _pymeth_copy.call(spec["vars"])});
    }
    state = ({now: 0, front: "", from: "", stacks: ({}), tab: ({}), tabstacks: ({}), recent: [], opened: ({}), data: data, focus: "", dialog: "", toast: null, popup: null, rev: 0, held: [], clip: "", pending: [], acts: [], answer: null, seen: ({}), scroll: ({}), turned: ({}), made: ({}), dirty: [], n: 0});
    hold_back(world, state);
    return state;
};

hold_back = function (world, state) {
    var entry, held, here, index, kept, place, record, stub4_seq, stub5_itr, surprise;
    for (index = 0; index < py_size(world["phone"]["surprises"]); index += 1) {
        surprise = world["phone"]["surprises"][index];
        if ((!_pyfunc_op_equals(surprise["kind"], "sync"))) {
            continue;
        }
        here = state["data"][surprise["app"]]["c"];
        kept = [];
        held = [];
        place = 0;
        stub4_seq = here[surprise["collection"]];
        if ((typeof stub4_seq === "object") && (!Array.isArray(stub4_seq))) { stub4_seq = Object.keys(stub4_seq);}
        for (stub5_itr = 0; stub5_itr < stub4_seq.length; stub5_itr += 1) {
            record = stub4_seq[stub5_itr];
            if (_pyfunc_op_contains(record["id"], surprise["records"])) {
                _pymeth_append.call(held, [place, record]);
            } else {
                _pymeth_append.call(kept, record);
            }
            place += 1;
        }
        here[surprise["collection"]] = kept;
        entry = ({i: index, app: surprise["app"], collection: surprise["collection"], at: -1, records: held});
        _pymeth_append.call(state["held"], entry);
    }
    return null;
};

changed = function (state, app, part, name_) {
    _pymeth_append.call(state["dirty"], [app, part, name_]);
    return null;
};

set_var = function (state, app, var_, value) {
    state["data"][app]["v"][var_] = value;
    changed(state, app, "v", var_);
    return null;
};

swap_record = function (state, app, collection, record) {
    var records, stub6_, stub6_i0, stub6_iter0, stub6_other;
    records = state["data"][app]["c"][collection];
    stub6_ = [];stub6_iter0 = records;if ((typeof stub6_iter0 === "object") && (!Array.isArray(stub6_iter0))) {stub6_iter0 = Object.keys(stub6_iter0);}for (stub6_i0=0; stub6_i0<stub6_iter0.length; stub6_i0++) {stub6_other = stub6_iter0[stub6_i0];{stub6_.push((_pyfunc_op_equals(stub6_other["id"], record["id"]))? (record) : (stub6_other));}}
    state["data"][app]["c"][collection] = stub6_;
    changed(state, app, "c", collection);
    return null;
};

top_entry = function (state, app) {
    if ((_pyfunc_op_contains(app, state["stacks"]) && ((py_size(state["stacks"][app]) > 0)))) {
        return state["stacks"][app][(state["stacks"][app]).length -1];
    }
    return null;
};

front_entry = function (state) {
    if ((_pyfunc_op_equals(state["front"], "") || _pyfunc_op_equals(state["front"], "*recents"))) {
        return null;
    }
    return top_entry(state, state["front"]);
};

page_of = function (world, app, entry) {
    return world["apps"][app]["pages"][entry["page"]];
};

new_entry = function (world, state, app, page, record) {
    var key, rec, spec;
    state["n"] += 1;
    spec = world["apps"][app]["pages"][page];
    rec = ((spec["of"] !== null))? (record) : ("");
    key = (((app + "/") + page) + "/") + rec;
    if ((!_pyfunc_op_contains(key, state["seen"]))) {
        state["seen"][key] = state["now"];
    }
    return ({page: page, rec: rec, n: state["n"], at: state["now"], ui: _pymeth_copy.call(spec["ui0"]), scroll: ({})});
};

page_changed = function (state, app) {
    if ((((!_pyfunc_op_equals(state["dialog"], ""))) && ((_pyfunc_op_equals((state["dialog"]["app"]), app))))) {
        state["dialog"] = "";
    }
    state["focus"] = "";
    return null;
};

go_home = function (state) {
    state["front"] = "";
    state["focus"] = "";
    state["scroll"] = ({});
    return null;
};

go_recents = function (state) {
    if ((!_pyfunc_op_equals(state["front"], "*recents"))) {
        state["from"] = state["front"];
        state["front"] = "*recents";
        state["focus"] = "";
        state["scroll"] = ({});
    }
    return null;
};

session_expired = function (world, state, app) {
    var stub7_seq, stub8_itr, surprise;
    stub7_seq = world["phone"]["surprises"];
    if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
    for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
        surprise = stub7_seq[stub8_itr];
        if ((_pyfunc_op_equals(surprise["kind"], "session") && _pyfunc_op_equals(surprise["app"], app) && (surprise["at"] <= state["now"]))) {
            if ((!_pyfunc_op_contains(((("session/" + app) + "/") + _pyfunc_str(surprise["at"])), state["seen"]))) {
                return true;
            }
        }
    }
    return false;
};

go_back = function (world, state) {
    var front, stack;
    front = state["front"];
    if (_pyfunc_op_equals(front, "*recents")) {
        state["front"] = (_pyfunc_op_contains(state["from"], state["stacks"]))? (state["from"]) : ("");
        state["scroll"] = ({});
        return null;
    }
    if (_pyfunc_op_equals(front, "")) {
        return null;
    }
    if (_pyfunc_truthy(session_expired(world, state, front))) {
        go_home(state);
        return null;
    }
    if ((((!_pyfunc_op_equals(state["dialog"], ""))) && ((_pyfunc_op_equals((state["dialog"]["app"]), front))))) {
        state["dialog"] = "";
        return null;
    }
    stack = state["stacks"][front];
    if ((py_size(stack) > 1)) {
        stack.pop();
        page_changed(state, front);
    } else {
        go_home(state);
    }
    return null;
};

close_app = function (state, app) {
    var stub9_, stub9_i0, stub9_iter0, stub9_other;
    if ((!_pyfunc_op_contains(app, state["stacks"]))) {
        return null;
    }
    page_changed(state, app);
    _pymeth_pop.call(state["stacks"], app);
    _pymeth_pop.call(state["tabstacks"], app);
    _pymeth_pop.call(state["tab"], app);
    stub9_ = [];stub9_iter0 = state["recent"];if ((typeof stub9_iter0 === "object") && (!Array.isArray(stub9_iter0))) {stub9_iter0 = Object.keys(stub9_iter0);}for (stub9_i0=0; stub9_i0<stub9_iter0.length; stub9_i0++) {stub9_other = stub9_iter0[stub9_i0];if (!((!_pyfunc_op_equals(stub9_other, app)))) {continue;}{stub9_.push(stub9_other);}}
    state["recent"] = stub9_;
    if (_pyfunc_op_equals(state["front"], app)) {
        go_home(state);
    }
    return null;
};

bring_forward = function (state, app) {
    if ((!_pyfunc_op_equals(state["front"], app))) {
        state["focus"] = "";
    }
    state["front"] = app;
    state["recent"] = _pyfunc_op_add([app], ((function list_comprehension (iter0) {var res = [];var other, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {other = iter0[i0];if (!((!_pyfunc_op_equals(other, app)))) {continue;}{res.push(other);}}return res;}).call(this, state["recent"])));
    return null;
};

lose_drafts = function (world, state, app) {
    var entry, field, stack, stacks, stub10_seq, stub11_seq, stub12_itr, stub13_seq, stub14_itr, stub15_seq, stub16_itr, tab;
    if ((!_pyfunc_op_contains(app, state["stacks"]))) {
        return null;
    }
    stacks = [state["stacks"][app]];
    stub10_seq = state["tabstacks"][app];
    for (tab in stub10_seq) {
        if (!stub10_seq.hasOwnProperty(tab)){ continue; }
        _pymeth_append.call(stacks, (state["tabstacks"][app][tab]));
    }
    stub15_seq = stacks;
    if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
    for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
        stack = stub15_seq[stub16_itr];
        stub13_seq = stack;
        if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
        for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
            entry = stub13_seq[stub14_itr];
            stub11_seq = page_of(world, app, entry)["fields"];
            if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
            for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
                field = stub11_seq[stub12_itr];
                if (_pyfunc_op_contains(field, entry["ui"])) {
                    entry["ui"][field] = "";
                }
            }
        }
    }
    return null;
};

// ---- effects
var MAX_DEPTH, MAX_STACK, TOAST_STEPS, back_in, close_cell, field_effect, move_effect, open_app, open_page, other_effect, page_context, play_record, put_record, record_effect, row_context, run_effects, same_key, step_var, switch_tab, touch_cell, type_into_field, values_at, var_effect, widget_effect;
TOAST_STEPS = 2;
MAX_DEPTH = 8;
MAX_STACK = 40;
page_context = function (world, state, app, entry, depth) {
    var collection, of, record, ui;
    collection = "";
    record = ({});
    ui = ({});
    if ((entry !== null)) {
        ui = entry["ui"];
        of = page_of(world, app, entry)["of"];
        if ((of !== null)) {
            collection = of;
            record = record_of(state, app, of, entry["rec"]);
        }
    }
    return ({app: app, entry: entry, collection: collection, rec: record, ui: ui, depth: depth});
};

row_context = function (world, state, app, entry, hand) {
    var at;
    at = page_context(world, state, app, entry, 0);
    if ((_pyfunc_op_equals(py_size(hand), 2))) {
        at["collection"] = hand[0];
        at["rec"] = record_of(state, app, hand[0], hand[1]);
    }
    return at;
};

values_at = function (world, state, at) {
    return context(world, state, at["app"], at["rec"], at["ui"]);
};

run_effects = function (world, state, effects, at) {
    var effect, kind, stub1_seq, stub2_itr;
    if ((at["depth"] > MAX_DEPTH)) {
        return null;
    }
    stub1_seq = effects;
    if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
    for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
        effect = stub1_seq[stub2_itr];
        kind = effect["kind"];
        if (_pyfunc_op_contains(kind, ["go", "back", "launch", "ask"])) {
            move_effect(world, state, effect, at);
        } else if (_pyfunc_op_contains(kind, ["set", "toggle", "add"])) {
            var_effect(world, state, effect, at);
        } else if (_pyfunc_op_contains(kind, ["put", "patch", "drop", "empty"])) {
            record_effect(world, state, effect, at);
        } else if (_pyfunc_op_contains(kind, ["clear", "fill", "submit"])) {
            field_effect(world, state, effect, at);
        } else if (_pyfunc_op_contains(kind, ["ui", "tab", "dismiss", "close-popup", "continue", "close", "home"])) {
            widget_effect(world, state, effect, at);
        } else {
            other_effect(world, state, effect, at);
        }
    }
    return null;
};

move_effect = function (world, state, effect, at) {
    var app, entry, kind, other, rec, record;
    kind = effect["kind"];
    app = at["app"];
    if (_pyfunc_op_equals(kind, "back")) {
        back_in(world, state, app);
    } else if (_pyfunc_op_equals(kind, "ask")) {
        entry = top_entry(state, app);
        if (((entry !== null) && ((_pyfunc_op_contains(effect["dialog"], (page_of(world, app, entry)["dialogs"])))))) {
            rec = _pymeth_get.call(at["rec"], "id", "");
            state["dialog"] = ({app: app, page: entry["page"], dialog: effect["dialog"], collection: at["collection"], rec: rec});
            state["focus"] = "";
        }
    } else {
        record = ((!_pyfunc_op_equals(effect["record"], "")))? (expand(values_at(world, state, at), effect["record"])) : ("");
        if (_pyfunc_op_equals(record, "")) {
            record = _pymeth_get.call(at["rec"], "id", "");
        }
        if (_pyfunc_op_equals(kind, "go")) {
            open_page(world, state, app, effect["page"], record, at["depth"] + 1);
        } else {
            other = effect["app"];
            open_app(world, state, other, at["depth"] + 1);
            if ((effect["page"] !== null)) {
                open_page(world, state, other, effect["page"], record, at["depth"] + 1);
            }
        }
    }
    return null;
};

back_in = function (world, state, app) {
    if (_pyfunc_op_equals(state["front"], app)) {
        go_back(world, state);
    } else if ((_pyfunc_op_contains(app, state["stacks"]) && ((py_size(state["stacks"][app]) > 1)))) {
        ((state["stacks"][app]).pop)();
        page_changed(state, app);
    }
    return null;
};

open_page = function (world, state, app, page, record, depth) {
    var entry, stack;
    if (_pyfunc_truthy(((!_pyfunc_op_contains(app, state["stacks"]))) || (!_pyfunc_op_contains(page, (world["apps"][app]["pages"]))))) {
        return null;
    }
    entry = new_entry(world, state, app, page, record);
    stack = state["stacks"][app];
    _pymeth_append.call(stack, entry);
    if ((py_size(stack) > MAX_STACK)) {
        _pymeth_pop.call(stack, 1);
    }
    page_changed(state, app);
    run_effects(world, state, page_of(world, app, entry)["opened"], page_context(world, state, app, entry, depth));
    return null;
};

open_app = function (world, state, app, depth) {
    var held, spec, stub3_seq, stub4_itr;
    if ((!_pyfunc_op_contains(app, world["apps"]))) {
        return null;
    }
    bring_forward(state, app);
    if ((!_pyfunc_op_contains(app, state["opened"]))) {
        state["opened"][app] = state["now"];
        stub3_seq = state["held"];
        if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
        for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
            held = stub3_seq[stub4_itr];
            if (_pyfunc_op_equals(held["app"], app)) {
                held["at"] = _pyfunc_op_add(state["now"], (world["phone"]["surprises"][held["i"]]["after"]));
            }
        }
    }
    if ((!_pyfunc_op_contains(app, state["stacks"]))) {
        spec = world["apps"][app];
        state["stacks"][app] = [];
        state["tabstacks"][app] = ({});
        state["tab"][app] = ((py_size(spec["tabs"]) > 0))? (spec["tabs"][0]["id"]) : ("");
        open_page(world, state, app, spec["root"], "", depth);
    }
    return null;
};

switch_tab = function (world, state, app, tab) {
    var other, page, present, stub5_seq, stub6_itr;
    page = "";
    stub5_seq = world["apps"][app]["tabs"];
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        other = stub5_seq[stub6_itr];
        if (_pyfunc_op_equals(other["id"], tab)) {
            page = other["page"];
        }
    }
    if (_pyfunc_op_equals(page, "")) {
        return null;
    }
    present = state["tab"][app];
    if (_pyfunc_op_equals(tab, present)) {
        state["stacks"][app] = [state["stacks"][app][0]];
        page_changed(state, app);
        return null;
    }
    state["tabstacks"][app][present] = state["stacks"][app];
    state["tab"][app] = tab;
    if ((_pyfunc_op_contains(tab, (state["tabstacks"][app])))) {
        state["stacks"][app] = _pymeth_pop.call((state["tabstacks"][app]), tab);
        page_changed(state, app);
    } else {
        state["stacks"][app] = [];
        open_page(world, state, app, page, "", 1);
    }
    return null;
};

var_effect = function (world, state, effect, at) {
    var app, var_;
    app = at["app"];
    var_ = effect["var"];
    if (_pyfunc_op_equals(effect["kind"], "set")) {
        set_var(state, app, var_, valued(values_at(world, state, at), effect["value"]));
    } else if (_pyfunc_op_equals(effect["kind"], "toggle")) {
        set_var(state, app, var_, !_pyfunc_truthy(_pymeth_get.call((state["data"][app]["v"]), var_, false)));
    } else {
        step_var(state, app, var_, effect["by"], effect["low"], effect["high"]);
    }
    return null;
};

step_var = function (state, app, var_, by, low, high) {
    var new_, old;
    old = _pymeth_get.call((state["data"][app]["v"]), var_, 0);
    new_ = Math.max(low, (Math.min(high, _pyfunc_op_add(old, by))));
    if ((!_pyfunc_op_equals(new_, old))) {
        set_var(state, app, var_, new_);
    }
    return null;
};

record_effect = function (world, state, effect, at) {
    var app, field, gone, here, kind, record, stub7_, stub7_i0, stub7_iter0, stub7_record;
    kind = effect["kind"];
    app = at["app"];
    here = state["data"][app]["c"];
    if (_pyfunc_op_equals(kind, "put")) {
        put_record(world, state, effect, at);
    } else if (_pyfunc_op_equals(kind, "empty")) {
        here[effect["collection"]] = [];
        changed(state, app, "c", effect["collection"]);
    } else if ((_pyfunc_op_contains("id", at["rec"]) && _pyfunc_op_contains(at["collection"], here))) {
        if (_pyfunc_op_equals(kind, "drop")) {
            gone = at["rec"]["id"];
            stub7_ = [];stub7_iter0 = here[at["collection"]];if ((typeof stub7_iter0 === "object") && (!Array.isArray(stub7_iter0))) {stub7_iter0 = Object.keys(stub7_iter0);}for (stub7_i0=0; stub7_i0<stub7_iter0.length; stub7_i0++) {stub7_record = stub7_iter0[stub7_i0];if (!((!_pyfunc_op_equals(stub7_record["id"], gone)))) {continue;}{stub7_.push(stub7_record);}}
            here[at["collection"]] = stub7_;
            changed(state, app, "c", at["collection"]);
        } else {
            record = _pymeth_copy.call(at["rec"]);
            field = effect["field"];
            if ((effect["by"] !== null)) {
                record[field] = _pyfunc_op_add(_pymeth_get.call(record, field, 0), effect["by"]);
            } else {
                record[field] = valued(values_at(world, state, at), effect["value"]);
            }
            at["rec"] = record;
            swap_record(state, app, at["collection"], record);
        }
    }
    return null;
};

put_record = function (world, state, effect, at) {
    var app, field, into, made, other, raised, record, sees, stub10_itr, stub8_seq, stub9_seq;
    app = at["app"];
    into = effect["into"];
    sees = values_at(world, state, at);
    record = ({});
    stub8_seq = effect["fields"];
    for (field in stub8_seq) {
        if (!stub8_seq.hasOwnProperty(field)){ continue; }
        record[field] = valued(sees, effect["fields"][field]);
    }
    if ((py_size(effect["key"]) > 0)) {
        stub9_seq = state["data"][app]["c"][into];
        if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
        for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
            other = stub9_seq[stub10_itr];
            if (_pyfunc_truthy(same_key(record, other, effect["key"]))) {
                if ((!_pyfunc_op_equals(effect["count"], ""))) {
                    raised = _pymeth_copy.call(other);
                    raised[effect["count"]] = _pymeth_get.call(raised, effect["count"], 0) + 1;
                    swap_record(state, app, into, raised);
                }
                return null;
            }
        }
    }
    if ((!_pyfunc_op_contains("id", record))) {
        made = (_pymeth_get.call(state["made"], ((app + "/") + into), 0)) + 1;
        state["made"][(app + "/") + into] = made;
        record["id"] = _pymeth_join.call("", ["", "new-", py_textual(made)]);
    }
    state["data"][app]["c"][into] = _pyfunc_op_add((state["data"][app]["c"][into]), [record]);
    changed(state, app, "c", into);
    return null;
};

same_key = function (one, other, fields) {
    var field, stub11_seq, stub12_itr;
    stub11_seq = fields;
    if ((typeof stub11_seq === "object") && (!Array.isArray(stub11_seq))) { stub11_seq = Object.keys(stub11_seq);}
    for (stub12_itr = 0; stub12_itr < stub11_seq.length; stub12_itr += 1) {
        field = stub11_seq[stub12_itr];
        if ((!_pyfunc_op_equals(_pymeth_get.call(one, field, ""), _pymeth_get.call(other, field, "")))) {
            return false;
        }
    }
    return true;
};

field_effect = function (world, state, effect, at) {
    var field, text;
    field = effect["field"];
    if (_pyfunc_op_equals(effect["kind"], "submit")) {
        if (((state["answer"] === null) && ((!_pyfunc_op_equals((_pymeth_strip.call(((_pyfunc_str(_pymeth_get.call(at["ui"], field, "")))))), ""))))) {
            state["answer"] = at["ui"][field];
        }
        return null;
    }
    text = (_pyfunc_op_equals(effect["kind"], "clear"))? ("") : (expand(values_at(world, state, at), effect["text"]));
    if ((at["entry"] !== null)) {
        type_into_field(world, state, at["app"], at["entry"], field, text);
    }
    return null;
};

type_into_field = function (world, state, app, entry, field, text) {
    var block, stub13_seq, stub14_itr;
    entry["ui"][field] = text;
    stub13_seq = page_of(world, app, entry)["blocks"];
    if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
    for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
        block = stub13_seq[stub14_itr];
        if ((_pyfunc_op_equals(block["kind"], "field") && _pyfunc_op_equals(block["id"], field) && (block["var"] !== null))) {
            set_var(state, app, block["var"], text);
        }
    }
    return null;
};

widget_effect = function (world, state, effect, at) {
    var fields, kind;
    kind = effect["kind"];
    if (_pyfunc_op_equals(kind, "ui")) {
        if ((at["entry"] !== null)) {
            at["entry"]["ui"][effect["key"]] = effect["value"];
        }
    } else if (_pyfunc_op_equals(kind, "tab")) {
        if (_pyfunc_op_contains(at["app"], state["stacks"])) {
            switch_tab(world, state, at["app"], effect["tab"]);
        }
    } else if (_pyfunc_op_equals(kind, "dismiss")) {
        state["dialog"] = "";
    } else if (_pyfunc_op_equals(kind, "close-popup")) {
        if (_pyfunc_op_equals(effect["other"], 1)) {
            fields = ({popup: effect["id"]});
            _pymeth_append.call(state["acts"], ({step: state["now"], app: "phone", act: "popup-other", fields: fields}));
        }
        state["popup"] = null;
    } else if (_pyfunc_op_equals(kind, "continue")) {
        state["seen"][(("session/" + effect["app"]) + "/") + _pyfunc_str(effect["at"])] = state["now"];
    } else if (_pyfunc_op_equals(kind, "close")) {
        close_app(state, effect["app"]);
    } else {
        go_home(state);
    }
    return null;
};

other_effect = function (world, state, effect, at) {
    var field, fields, held, inner, kind, later, sees, stub15_seq, text;
    kind = effect["kind"];
    if (_pyfunc_op_equals(kind, "say")) {
        text = expand(values_at(world, state, at), effect["text"]);
        state["toast"] = ({text: text, until: _pyfunc_op_add(state["now"], TOAST_STEPS)});
    } else if (_pyfunc_op_equals(kind, "copy")) {
        state["clip"] = expand(values_at(world, state, at), effect["text"]);
    } else if (_pyfunc_op_equals(kind, "commit")) {
        sees = values_at(world, state, at);
        fields = ({});
        stub15_seq = effect["fields"];
        for (field in stub15_seq) {
            if (!stub15_seq.hasOwnProperty(field)){ continue; }
            fields[field] = valued(sees, effect["fields"][field]);
        }
        _pymeth_append.call(state["acts"], ({step: state["now"], app: at["app"], act: effect["act"], fields: fields}));
    } else if (_pyfunc_op_equals(kind, "later")) {
        later = ({at: _pyfunc_op_add(state["now"], effect["steps"]), app: at["app"], collection: at["collection"], rec: _pymeth_get.call(at["rec"], "id", ""), ui: _pymeth_copy.call(at["ui"]), do: effect["do"]});
        _pymeth_append.call(state["pending"], later);
    } else if (_pyfunc_op_equals(kind, "when")) {
        held = holds(values_at(world, state, at), effect["cond"]);
        inner = _pymeth_copy.call(at);
        inner["depth"] = at["depth"] + 1;
        run_effects(world, state, (_pyfunc_truthy(held))? (effect["then"]) : (effect["otherwise"]), inner);
        at["rec"] = inner["rec"];
    } else if (_pyfunc_op_equals(kind, "play")) {
        play_record(world, state, at);
    }
    return null;
};

play_record = function (world, state, at) {
    var block, stub16_seq, stub17_itr;
    if (((at["entry"] === null) || (!_pyfunc_op_contains("id", at["rec"])))) {
        return null;
    }
    stub16_seq = page_of(world, at["app"], at["entry"])["blocks"];
    if ((typeof stub16_seq === "object") && (!Array.isArray(stub16_seq))) { stub16_seq = Object.keys(stub16_seq);}
    for (stub17_itr = 0; stub17_itr < stub16_seq.length; stub17_itr += 1) {
        block = stub16_seq[stub17_itr];
        if ((_pyfunc_op_equals(block["kind"], "board") && _pyfunc_op_equals(block["source"], at["collection"]))) {
            touch_cell(state, at, block);
            return null;
        }
    }
    return null;
};

touch_cell = function (state, at, board) {
    var app, cell, key, marked, order, source, turned;
    app = at["app"];
    source = board["source"];
    cell = at["rec"];
    if (_pyfunc_op_equals(board["rule"], "pick")) {
        if ((board["var"] !== null)) {
            set_var(state, app, board["var"], cell["id"]);
        }
        return null;
    }
    if (_pyfunc_op_equals(board["rule"], "mark")) {
        marked = _pymeth_copy.call(cell);
        marked["marked"] = !_pyfunc_truthy(_pymeth_get.call(cell, "marked", false));
        at["rec"] = marked;
        swap_record(state, app, source, marked);
        return null;
    }
    if (_pyfunc_truthy(_pymeth_get.call(cell, "open", false))) {
        return null;
    }
    turned = _pymeth_copy.call(cell);
    turned["open"] = true;
    at["rec"] = turned;
    swap_record(state, app, source, turned);
    if ((board["hides"] > 0)) {
        key = (app + "/") + board["id"];
        order = _pyfunc_op_add(_pymeth_get.call(state["turned"], key, []), ([cell["id"]]));
        if ((py_size(order) > board["hides"])) {
            close_cell(state, app, source, order[0]);
            order = order.slice(1);
        }
        state["turned"][key] = order;
    }
    return null;
};

close_cell = function (state, app, source, cell) {
    var closed, record, stub18_seq, stub19_itr;
    stub18_seq = state["data"][app]["c"][source];
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        record = stub18_seq[stub19_itr];
        if (_pyfunc_op_equals(record["id"], cell)) {
            closed = _pymeth_copy.call(record);
            closed["open"] = false;
            swap_record(state, app, source, closed);
            return null;
        }
    }
    return null;
};

// ---- update
var bring_held, find_node, handle, handle_input, handle_key, handle_scroll, handle_step, handle_touch, run_pending, run_surprises, settle_focus, start, touch_board;
start = function (world) {
    var state;
    state = blank_state(world);
    if (((world["phone"]["start"]) !== null)) {
        open_app(world, state, world["phone"]["start"], 0);
    }
    state["dirty"] = [];
    return state;
};

handle = function (world, state, scene, event_) {
    var on;
    state["dirty"] = [];
    on = event_["on"];
    if (_pyfunc_op_equals(on, "input")) {
        handle_input(world, state, scene, event_);
        state["focus"] = event_["k"];
    } else if (_pyfunc_op_equals(on, "focus")) {
        state["focus"] = event_["k"];
    } else if (_pyfunc_op_equals(on, "blur")) {
        state["focus"] = "";
    } else {
        state["now"] += 1;
        if (((state["toast"] !== null) && ((state["now"] >= (state["toast"]["until"]))))) {
            state["toast"] = null;
        }
        handle_step(world, state, scene, event_);
        run_pending(world, state);
        run_surprises(world, state);
    }
    return null;
};

settle_focus = function (state, scene) {
    if ((((!_pyfunc_op_equals(state["focus"], ""))) && ((find_node(scene, state["focus"]) === null)))) {
        state["focus"] = "";
    }
    return null;
};

find_node = function (scene, key) {
    var layer, node, stub1_seq, stub2_itr, stub3_seq, stub4_itr;
    stub3_seq = scene["layers"];
    if ((typeof stub3_seq === "object") && (!Array.isArray(stub3_seq))) { stub3_seq = Object.keys(stub3_seq);}
    for (stub4_itr = 0; stub4_itr < stub3_seq.length; stub4_itr += 1) {
        layer = stub3_seq[stub4_itr];
        stub1_seq = layer["nodes"];
        if ((typeof stub1_seq === "object") && (!Array.isArray(stub1_seq))) { stub1_seq = Object.keys(stub1_seq);}
        for (stub2_itr = 0; stub2_itr < stub1_seq.length; stub2_itr += 1) {
            node = stub1_seq[stub2_itr];
            if (_pyfunc_op_equals(node["k"], key)) {
                return node;
            }
        }
    }
    return null;
};

handle_step = function (world, state, scene, event_) {
    var node, on;
    on = event_["on"];
    if ((_pyfunc_op_equals(on, "tap") || _pyfunc_op_equals(on, "hold"))) {
        handle_touch(world, state, scene, event_);
    } else if (_pyfunc_op_equals(on, "enter")) {
        node = ((!_pyfunc_op_equals(event_["k"], "")))? (find_node(scene, event_["k"])) : (null);
        if (((node !== null) && _pyfunc_op_equals(node["t"], "field"))) {
            run_effects(world, state, node["enter"], row_context(world, state, state["front"], front_entry(state), []));
        }
    } else if (_pyfunc_op_equals(on, "scroll")) {
        handle_scroll(state, scene, event_);
    } else if (_pyfunc_op_equals(on, "key")) {
        handle_key(world, state, event_["key"]);
    } else if (_pyfunc_op_equals(on, "launch")) {
        open_app(world, state, event_["app"], 0);
    } else if (_pyfunc_op_equals(on, "close")) {
        close_app(state, event_["app"]);
    }
    return null;
};

handle_key = function (world, state, key) {
    if (_pyfunc_op_equals(key, "home")) {
        go_home(state);
    } else if (_pyfunc_op_equals(key, "recents")) {
        go_recents(state);
    } else if ((state["popup"] !== null)) {
        state["popup"] = null;
    } else {
        go_back(world, state);
    }
    return null;
};

handle_scroll = function (state, scene, event_) {
    var entry, kept, layer, stub5_seq, stub6_itr;
    stub5_seq = scene["layers"];
    if ((typeof stub5_seq === "object") && (!Array.isArray(stub5_seq))) { stub5_seq = Object.keys(stub5_seq);}
    for (stub6_itr = 0; stub6_itr < stub5_seq.length; stub6_itr += 1) {
        layer = stub5_seq[stub6_itr];
        if ((_pyfunc_op_equals(layer["k"], event_["k"]) && _pyfunc_op_equals(layer["scroll"], 1))) {
            entry = front_entry(state);
            kept = ((entry === null))? (state["scroll"]) : (entry["scroll"]);
            kept[event_["k"]] = Math.max(0, (Math.min(event_["to"], (layer["inner"] - layer["h"]))));
        }
    }
    return null;
};

handle_input = function (world, state, scene, event_) {
    var entry, node;
    node = find_node(scene, event_["k"]);
    entry = front_entry(state);
    if (((node === null) || ((!_pyfunc_op_equals(node["t"], "field"))) || (entry === null))) {
        return null;
    }
    type_into_field(world, state, state["front"], entry, node["ui"], event_["text"]);
    return null;
};

handle_touch = function (world, state, scene, event_) {
    var app, kind, node;
    node = ((!_pyfunc_op_equals(event_["k"], "")))? (find_node(scene, event_["k"])) : (null);
    state["focus"] = "";
    if ((node === null)) {
        return null;
    }
    kind = node["t"];
    if (_pyfunc_op_equals(kind, "field")) {
        state["focus"] = node["k"];
    } else if (_pyfunc_op_equals(kind, "canvas")) {
        if (_pyfunc_op_equals(event_["on"], "tap")) {
            touch_board(world, state, node, event_);
        }
    } else if ((_pyfunc_op_equals(kind, "tap") && ((!_pyfunc_op_contains("disabled", node["states"]))))) {
        app = state["front"];
        if (_pyfunc_op_equals(event_["on"], "hold")) {
            if ((py_size(node["hold"]) > 0)) {
                run_effects(world, state, node["hold"], row_context(world, state, app, front_entry(state), node["rec"]));
            }
            return null;
        }
        run_effects(world, state, node["do"], row_context(world, state, app, front_entry(state), node["rec"]));
    }
    return null;
};

touch_board = function (world, state, node, event_) {
    var app, at, board, cell, column, entry, row, stub10_itr, stub7_seq, stub8_itr, stub9_seq;
    app = state["front"];
    entry = front_entry(state);
    if ((entry === null)) {
        return null;
    }
    stub9_seq = world["apps"][app]["pages"][entry["page"]]["blocks"];
    if ((typeof stub9_seq === "object") && (!Array.isArray(stub9_seq))) { stub9_seq = Object.keys(stub9_seq);}
    for (stub10_itr = 0; stub10_itr < stub9_seq.length; stub10_itr += 1) {
        board = stub9_seq[stub10_itr];
        if ((_pyfunc_op_equals(board["kind"], "board") && _pyfunc_op_equals(board["id"], node["id"]))) {
            if (((event_["x"] < node["pad"]) || (event_["y"] < node["pad"]))) {
                return null;
            }
            row = Math.floor((event_["y"] - node["pad"])/node["cell"]);
            column = Math.floor((event_["x"] - node["pad"])/node["cell"]);
            stub7_seq = state["data"][app]["c"][board["source"]];
            if ((typeof stub7_seq === "object") && (!Array.isArray(stub7_seq))) { stub7_seq = Object.keys(stub7_seq);}
            for (stub8_itr = 0; stub8_itr < stub7_seq.length; stub8_itr += 1) {
                cell = stub7_seq[stub8_itr];
                if ((_pyfunc_op_equals(cell["row"], row) && _pyfunc_op_equals(cell["col"], column))) {
                    at = row_context(world, state, app, entry, [board["source"], cell["id"]]);
                    touch_cell(state, at, board);
                    run_effects(world, state, (function list_comprehension (iter0) {var res = [];var do_, i0;if ((typeof iter0 === "object") && (!Array.isArray(iter0))) {iter0 = Object.keys(iter0);}for (i0=0; i0<iter0.length; i0++) {do_ = iter0[i0];if (!((!_pyfunc_op_equals(do_["kind"], "play")))) {continue;}{res.push(do_);}}return res;}).call(this, board["do"]), at);
                    return null;
                }
            }
        }
    }
    return null;
};

run_pending = function (world, state) {
    var app, at, held, later, ready, stub11_, stub11_i0, stub11_iter0, stub11_later, stub12_, stub12_i0, stub12_iter0, stub12_later, stub13_seq, stub14_itr, stub15_seq, stub16_itr, stub17_, stub17_i0, stub17_iter0;
    if ((py_size(state["pending"]) > 0)) {
        stub11_ = [];stub11_iter0 = state["pending"];if ((typeof stub11_iter0 === "object") && (!Array.isArray(stub11_iter0))) {stub11_iter0 = Object.keys(stub11_iter0);}for (stub11_i0=0; stub11_i0<stub11_iter0.length; stub11_i0++) {stub11_later = stub11_iter0[stub11_i0];if (!((stub11_later["at"] <= state["now"]))) {continue;}{stub11_.push(stub11_later);}}
        ready = stub11_;
        if ((py_size(ready) > 0)) {
            stub12_ = [];stub12_iter0 = state["pending"];if ((typeof stub12_iter0 === "object") && (!Array.isArray(stub12_iter0))) {stub12_iter0 = Object.keys(stub12_iter0);}for (stub12_i0=0; stub12_i0<stub12_iter0.length; stub12_i0++) {stub12_later = stub12_iter0[stub12_i0];if (!((stub12_later["at"] > state["now"]))) {continue;}{stub12_.push(stub12_later);}}
            state["pending"] = stub12_;
            stub13_seq = ready;
            if ((typeof stub13_seq === "object") && (!Array.isArray(stub13_seq))) { stub13_seq = Object.keys(stub13_seq);}
            for (stub14_itr = 0; stub14_itr < stub13_seq.length; stub14_itr += 1) {
                later = stub13_seq[stub14_itr];
                app = later["app"];
                at = row_context(world, state, app, null, []);
                if ((!_pyfunc_op_equals(later["rec"], ""))) {
                    at["collection"] = later["collection"];
                    at["rec"] = record_of(state, app, later["collection"], later["rec"]);
                }
                at["ui"] = later["ui"];
                run_effects(world, state, later["do"], at);
            }
        }
    }
    if ((py_size(state["held"]) > 0)) {
        stub15_seq = state["held"];
        if ((typeof stub15_seq === "object") && (!Array.isArray(stub15_seq))) { stub15_seq = Object.keys(stub15_seq);}
        for (stub16_itr = 0; stub16_itr < stub15_seq.length; stub16_itr += 1) {
            held = stub15_seq[stub16_itr];
            if (((held["at"] >= 0) && (held["at"] <= state["now"]))) {
                bring_held(state, held);
            }
        }
        stub17_ = [];stub17_iter0 = state["held"];if ((typeof stub17_iter0 === "object") && (!Array.isArray(stub17_iter0))) {stub17_iter0 = Object.keys(stub17_iter0);}for (stub17_i0=0; stub17_i0<stub17_iter0.length; stub17_i0++) {held = stub17_iter0[stub17_i0];if (!(((held["at"] < 0) || (held["at"] > state["now"])))) {continue;}{stub17_.push(held);}}
        state["held"] = stub17_;
    }
    return null;
};

bring_held = function (state, held) {
    var here, pair, records, stub18_seq, stub19_itr;
    here = state["data"][held["app"]]["c"];
    records = _pymeth_copy.call((here[held["collection"]]));
    stub18_seq = held["records"];
    if ((typeof stub18_seq === "object") && (!Array.isArray(stub18_seq))) { stub18_seq = Object.keys(stub18_seq);}
    for (stub19_itr = 0; stub19_itr < stub18_seq.length; stub19_itr += 1) {
        pair = stub18_seq[stub19_itr];
        _pymeth_insert.call(records, pair[0], pair[1]);
    }
    here[held["collection"]] = records;
    changed(state, held["app"], "c", held["collection"]);
    return null;
};

run_surprises = function (world, state) {
    var index, key, kind, surprise, surprises;
    surprises = world["phone"]["surprises"];
    for (index = 0; index < py_size(surprises); index += 1) {
        surprise = surprises[index];
        if ((_pyfunc_op_equals(surprise["kind"], "sync") || (surprise["at"] > state["now"]))) {
            continue;
        }
        key = _pymeth_join.call("", ["", "!", py_textual(index)]);
        if (_pyfunc_op_contains(key, state["seen"])) {
            continue;
        }
        kind = surprise["kind"];
        if (_pyfunc_op_equals(kind, "popup")) {
            if ((state["popup"] !== null)) {
                continue;
            }
            state["popup"] = surprise["id"];
        } else if (_pyfunc_op_equals(kind, "session")) {
            state["focus"] = "";
        } else if (_pyfunc_op_equals(kind, "draft")) {
            lose_drafts(world, state, surprise["app"]);
        } else {
            state["clip"] = "";
        }
        state["seen"][key] = state["now"];
    }
    return null;
};

return { start: start, handle: handle, scene: scene, settle_focus: settle_focus };
})();
