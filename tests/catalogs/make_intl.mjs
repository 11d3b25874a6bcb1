// Asks Node's Intl how locales write numbers, amounts, plurals and names of dates, and writes
// intl.json. A zero is never negative with us, so Intl is asked to say so too; `grouping` is
// Intl's "auto", which honours the locale's minimum.
// Run: node tests/catalogs/make_intl.mjs   (made with Node 20.20, ICU 78, CLDR 48)

import { writeFileSync } from "node:fs";

const LOCALES = [
  "en-US", "de-DE", "fr-FR", "pl-PL", "ar-EG", "hi-IN", "ja-JP", "tr-TR", "es-ES",
  "en-GB", "en-IN", "de-CH", "es-MX", "pt-PT", "pt-BR", "it-IT", "sv-SE", "ru-RU", "cs-CZ",
  "he-IL", "ar", "bn-BD", "zh-Hant-TW", "ko-KR", "hu-HU", "nl-NL", "ar-EG-u-nu-latn",
];

const VALUES = [
  "0", "-0.0", "1", "-1", "2.5", "-2.5", "3.5", "0.125", "0.375", "1.005", "-0.004", "-0.005",
  "0.0005", "999.9995", "1000", "-1000", "9999.5", "10000", "99999", "100000", "1234567.891",
  "-1234567.891", "12345678901", "0.30000000000000004", "1e21", "1e25", "5e-324",
];
const NUMBERS = VALUES.flatMap((value) => [
  [value, null, true], [value, null, false], [value, 0, true], [value, 2, true], [value, 4, false],
]);

const AMOUNTS = ["0", "1234.5", "-1234567.891", "1000", "12345", "0.005", "-0.001", "2.675"];
const CURRENCIES = ["USD", "EUR", "JPY", "CHF", "KWD", "PLN", "EGP", "INR", "TRY", "XYZ"].flatMap(
  (code) => AMOUNTS.map((value) => [value, code, null, true]),
).concat(
  AMOUNTS.flatMap((value) => ["USD", "JPY", "XYZ"].flatMap((code) => [
    [value, code, 0, true], [value, code, 3, true], [value, code, 2, false],
  ])),
);

const COUNTS = [
  "0", "1", "2", "3", "4", "5", "6", "10", "11", "12", "14", "19", "20", "21", "22", "25", "99",
  "100", "101", "102", "103", "111", "112", "121", "1000", "1000000", "1000001", "-1", "-2",
  "-1.5", "0.1", "0.5", "1.0", "1.2", "1.5", "1.9999", "1.0001", "2.1", "10.5", "1e15",
];

const fractions = (decimals) =>
  decimals === null ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };

function written(locale, value, decimals, grouping, options = {}) {
  return new Intl.NumberFormat(locale, {
    signDisplay: "negative", useGrouping: grouping ? "auto" : false, ...fractions(decimals),
    ...options,
  }).format(JSON.parse(value));
}

function part(locale, moment, type, options) {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC", calendar: "gregory", ...options,
  });
  const { value } = format.formatToParts(moment).find((piece) => piece.type === type);
  return /\p{L}/u.test(value) ? value : null; // some locales write a number there
}

const twelve = [...Array(12).keys()];
const seven = [...Array(7).keys()];

function names(locale) {
  const month = (width) => twelve.map((n) =>
    part(locale, Date.UTC(2026, n, 15), "month", { month: width, day: "numeric" }));
  const weekday = (width) => seven.map((n) => part(
    locale, Date.UTC(2026, 0, 5 + n), "weekday", { weekday: width, month: "long", day: "numeric" },
  ));
  const half = [3, 15].map((hour) => part(
    locale, Date.UTC(2026, 0, 5, hour), "dayPeriod", { hour: "numeric", hour12: true },
  ));
  return {
    MMMM: month("long"), MMM: month("short"), EEEE: weekday("long"), EEE: weekday("short"), a: half,
  };
}

const table = (inputs, write) => ({
  inputs,
  outputs: Object.fromEntries(LOCALES.map((locale) => [
    locale, inputs.map((input) => write(locale, ...input)),
  ])),
});

const found = {
  numbers: table(NUMBERS, written),
  currencies: table(CURRENCIES, (locale, value, code, decimals, grouping) => written(
    locale, value, decimals, grouping, { style: "currency", currency: code },
  )),
  plurals: table(COUNTS.map((count) => [count]), (locale, count) =>
    new Intl.PluralRules(locale).select(JSON.parse(count))),
  names: Object.fromEntries(LOCALES.map((locale) => [locale, names(locale)])),
};

// One line for each input list and for each locale: a difference shows where it is.
const lines = (object, indent) => Object.entries(object)
  .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(",\n");
const sections = Object.entries(found).map(([name, section]) => {
  const body = section.inputs
    ? `    "inputs": ${JSON.stringify(section.inputs)},\n    "outputs": {\n`
      + `${lines(section.outputs, "      ")}\n    }`
    : lines(section, "    ");
  return `  ${JSON.stringify(name)}: {\n${body}\n  }`;
});
writeFileSync(new URL("intl.json", import.meta.url), `{\n${sections.join(",\n")}\n}\n`);
