// Prints numbers as JavaScript does, and writes numbers.json: [JSON text, String(number)].
// Run: node tests/catalogs/make_numbers.mjs

import { writeFileSync } from "node:fs";

const BY_HAND = [
  "0", "-0", "-0.0", "1", "-1", "3.0", "1e3", "0.1", "-0.1", "0.30000000000000004", "1.5",
  "1e20", "1e21", "-1e21", "123456789012345680000", "1.2345678901234568e20",
  "1.2345678901234568e21", "1.5e21", "1e22", "1e23", "1.7976931348623157e308", "5e-324",
  "2.2250738585072014e-308", "1e-6", "1e-7", "-1e-7", "1.5e-7", "0.000001", "0.0000012",
  "0.00000012", "1.234e-6", "1.234e-5", "1e16", "1e17", "12345678901234567", "1e15", "1e100",
  "9007199254740991", "9007199254740993.0", "4294967296", "100", "1000000", "120000000000",
  "0.5", "2.5", "1e-5", "1e-4", "9.999999999999999e20", "9.999999999999999e22", "9.5e-7",
  "1e300", "25e-1", "1E5", "1e+5", "999999999999999900000", "10000000000000000000000000",
];

// A small generator of our own, so that the file can be made again.
let state = 20240229;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const texts = [...BY_HAND];
while (texts.length < 320) {
  const exponent = Math.floor(random() * 60) - 25;
  const digits = 1 + Math.floor(random() * 17);
  const sign = random() < 0.3 ? "-" : "";
  texts.push(`${sign}${random().toPrecision(digits)}e${exponent}`);
}

const rows = texts.map((text) => JSON.stringify([text, String(JSON.parse(text))]));
writeFileSync(new URL("numbers.json", import.meta.url), `[\n${rows.join(",\n")}\n]\n`);
