// Asks Node's RegExp about pairs of pattern and text, and writes cases.json:
// [pattern, text, found], found being null for a pattern that is none.
// Patterns are read with the flag `u`, as JSON Schema asks, and without it where
// `u` refuses them.   Run: node tests/patterns/make_cases.mjs

import { writeFileSync } from "node:fs";

const BY_HAND = [
  // digits, words, spaces
  ["^\\d+$", ["42", "٤٢", "4 2", ""]],
  ["^\\D$", ["x", "4", "٤"]],
  ["^[\\d]$", ["4", "٤"]],
  ["^[^\\d]$", ["4", "٤"]],
  ["^[\\D]$", ["x", "4", "٤"]],
  ["^\\w+$", ["a_9", "é", "ß", "-"]],
  ["^\\W$", ["é", "a", " "]],
  ["^[\\w-]+$", ["a-b", "é-b"]],
  ["^[\\W]$", ["é", "a"]],
  ["^\\s$", [" ", "\t", "\u00a0", "\u2028", "\ufeff", "\u3000", "\x1c", "\x85", "\u180e", "x"]],
  ["^\\S$", ["x", "\u00a0", "\x1c", "\x85", "\ufeff"]],
  ["^[\\s]$", ["\u00a0", "\x1f"]],
  ["^[^\\s]$", ["\ufeff", "x"]],
  ["^[\\S]$", ["\x1f", "\ufeff", "x"]],
  // anchors and line ends
  ["^a$", ["a", "a\n", "\na", "b\na"]],
  ["^$", ["", "\n"]],
  ["a$", ["ba", "ba\n", "ba\r\n"]],
  ["(?=b$)b", ["ab", "ab\n"]],
  ["^.$", ["a", "\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "😀", "é"]],
  ["^[^]$", ["\n", "a", ""]],
  ["[]", ["", "a", "]"]],
  ["[]a", ["a", "]a"]],
  ["^[^]*x[^]$", ["a\nx\n", "x"]],
  // word boundaries
  ["\\bcat\\b", ["a cat", "cats", "écat", "_cat", "cat-"]],
  ["\\Bcat", ["a cat", "écat", "xcat"]],
  ["^[\\b]$", ["\b", "b"]],
  ["\\b", ["", "é", "x"]],
  // escapes
  ["^\\/$", ["/", "\\/"]],
  ["^a\\-b$", ["a-b", "a\\-b"]],
  ["^[\\-a]$", ["-", "a", "b"]],
  ["^[\\]\\[]$", ["]", "[", "\\"]],
  ["^[[a]$", ["[", "a"]],
  ["^[a&&b]$", ["&", "a"]],
  ["^[a||b]$", ["|"]],
  ["^[!--]$", ["-", "!", ","]],
  ["^\\u0041\\x42$", ["AB", "ab"]],
  ["^\\u{1F600}$", ["😀", "u"]],
  ["^[\\u{61}-\\u{63}]$", ["b", "d"]],
  ["^\\ud83d\\ude00$", ["😀"]],
  ["^[\\ud83d\\ude00]$", ["😀"]],
  ["^\\cA\\t\\v\\f\\0$", ["\x01\t\v\f\0", "cA"]],
  ["^\\.\\*\\+\\?\\(\\)\\{\\}\\^\\$\\|\\\\$", [".*+?(){}^$|\\"]],
  ["^\\A\\Z\\G$", ["AZG", ""]],
  ["^\\h\\R\\X\\K\\m\\e\\a$", ["hRXKmea"]],
  ["^\\_\\@\\ $", ["_@ "]],
  ["^#x y$", ["#x y", "#xy"]],
  // Unicode
  ["^\\p{L}+$", ["éß", "a1", "日本"]],
  ["^\\P{L}$", ["1", "a"]],
  ["^\\p{Lu}$", ["A", "a", "É"]],
  ["^\\p{Script=Greek}+$", ["αβ", "ab"]],
  ["^[\\p{L}\\p{Nd}_]+$", ["é٤_", "-"]],
  ["^[^\\p{L}]$", ["1", "é"]],
  ["^..$", ["😀😀", "😀"]],
  ["^[😀-😂]$", ["😁", "a"]],
  ["^É$", ["É", "E\u0301"]],
  // groups
  ["^(?<year>\\d{4})-(?<month>\\d\\d)$", ["2026-10", "26-10"]],
  ["^(?<q>['\"]).*\\k<q>$", ["'a'", "'a\""]],
  ["^(a|b)\\1$", ["aa", "ab"]],
  ["^(?:(a)|b)\\1$", ["b", "aa"]],
  ["^\\1(a)$", ["a"]],
  ["(?<=\\$)\\d+$", ["$42", "42"]],
  ["(?<!\\$)\\b\\d+$", ["$42", "42"]],
  ["^(?=.*\\d)(?=.*[a-z]).{4,}$", ["abc1", "abcd", "ab1"]],
  ["^(?!admin$).*$", ["admin", "admins"]],
  ["^(?<=a+)b", ["b"]],
  // repeats
  ["^a{2}$", ["aa", "a"]],
  ["^a{2,}$", ["aaa", "a"]],
  ["^a{1,2}$", ["aa", "aaa"]],
  ["^a{,2}$", ["a", "aa", "a{,2}"]],
  ["^x{$", ["x{"]],
  ["^x{1$", ["x{1"]],
  ["^}$", ["}"]],
  ["^]$", ["]"]],
  ["^a{e}$", ["a{e}", "b"]],
  ["^(?:abc){e<=1}$", ["abd", "abc{e<=1}"]],
  ["^.*?b$", ["aab", "aabc"]],
  ["^(?:a|ab)(?:c|bcd)$", ["abcd", "abc"]],
  ["^(a*)*$", ["aaa", "b"]],
  ["^[\\d-x]$", ["-", "5", "x"]],
  ["^a|b$", ["ax", "xb", "x"]],
  ["", ["", "a"]],
  ["^(?:)$", ["", "a"]],
  // what users write
  ["^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", ["a@b.co", "a@b.co\n", "a@b"]],
  ["^#(?:[0-9a-fA-F]{3}){1,2}$", ["#0af", "#00aaff", "#00aa"]],
  ["^\\+?[1-9]\\d{1,14}$", ["+4930123456", "0123"]],
  ["^(?:[01]\\d|2[0-3]):[0-5]\\d$", ["23:59", "24:00"]],
  // what is no pattern
  ["(", ["("]],
  [")", [")"]],
  ["[", ["["]],
  ["[b-a]", ["a"]],
  ["*a", ["a"]],
  ["a**", ["a"]],
  ["a{2,1}", ["aa"]],
  ["\\", ["\\"]],
  ["(?<n>a", ["a"]],
  ["(?<n>a)(?<n>b)", ["ab"]],
  ["(?<1>a)", ["a"]],
  ["a++", ["aa"]],
  ["(?>a)", ["a"]],
  ["(?i)a", ["A"]],
  ["(?P<n>a)", ["a"]],
  ["(?#note)a", ["a"]],
  ["(?|a)", ["a"]],
  ["(a)(?1)", ["aa"]],
  ["a(?R)?", ["aa"]],
];

// A seeded generator (mulberry32), so that every run writes the same file.
let seed = 20261014;
function random(n) {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];

const ATOMS = ["a", "b", "-", "é", ".", "\\d", "\\w", "\\s", "\\S", "\\b", "\\.", "[ab]", "[^a]"];
ATOMS.push("[a-c\\d]", "[\\w-]", "[^\\s]", "\\u0061", "\\u{62}", "$", "^", "\\p{Ll}", "[^]");
const REPEATS = ["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "*?", "+?"];
const LETTERS = ["a", "b", "c", "-", ".", "é", "1", "٤", " ", "\n", "\u00a0", "😀", "_"];

function pattern(depth) {
  let out = "";
  for (let n = 1 + random(3); n > 0; n--) {
    const group = depth > 0 && random(4) === 0;
    const atom = group ? pick(["(?:", "(", "(?=", "(?!"]) + pattern(depth - 1) + ")" : pick(ATOMS);
    const bare = /^(\^|\$|\\b|\(\?[=!].*)$/.test(atom);
    out += atom + (bare ? "" : pick(REPEATS));
  }
  return random(6) === 0 ? `${out}|${pick(ATOMS)}` : out;
}

function text() {
  let out = "";
  for (let n = random(6); n > 0; n--) out += pick(LETTERS);
  return out;
}

function found(source, subject) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags).test(subject);
    } catch {
      // Not with this flag.
    }
  }
  return null;
}

const pairs = BY_HAND.flatMap(([source, texts]) => texts.map((subject) => [source, subject]));
for (let n = 0; n < 120; n++) {
  const source = random(2) ? `^${pattern(2)}$` : pattern(2);
  pairs.push([source, text()]);
}
const ascii = (value) =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const rows = pairs.map(([source, subject]) => ascii([source, subject, found(source, subject)]));
writeFileSync(new URL("cases.json", import.meta.url), `[\n${rows.join(",\n")}\n]\n`);
