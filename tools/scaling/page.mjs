// Writes the tables of docs/scaling.md between their marks.
import { computeScaling } from "./model.mjs";

const SECTION = /(<!-- generated: scaling -->\n)[\s\S]*?(\n<!-- \/generated -->)/u;

/** Two significant digits: the inputs are not more exact. */
const number = (value) => Number(value.toPrecision(2)).toLocaleString("en-US", { maximumFractionDigits: 3 });
const UNITS = ["bytes", "KB", "MB", "GB", "TB", "PB"];
function bytes(value) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return `${number(value / 1000 ** power)} ${UNITS[power]}`;
}
const whole = (value) => value.toLocaleString("en-US");
const table = (head, rows) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const COLUMNS = {
  "Stored bytes": [
    ["Items", ({ stored }) => number(stored.items)],
    ["Rows and indexes", ({ stored }) => bytes(stored.rowBytes)],
    ["of which search", ({ stored }) => bytes(stored.searchBytes)],
    ["Objects", ({ stored }) => number(stored.objects)],
    ["Bytes in the store", ({ stored }) => bytes(stored.storeBytes)],
    ["One pass over all items", ({ stored }) => `${number(stored.sweepDays * 24)} h`],
  ],
  "Requests at the peak": [
    ["Lists per second", ({ requests }) => number(requests.lists)],
    ["Searches per second", ({ requests }) => number(requests.searches)],
    ["Uploads per second", ({ requests }) => number(requests.uploads)],
    ["Media per second", ({ requests }) => bytes(requests.mediaBytes)],
    ["Cores for web and database", ({ requests }) => whole(requests.cores)],
    ["Cores for media from a disk", ({ requests }) => whole(requests.mediaCores)],
  ],
  Encoding: [
    ["Recorded minutes a day", ({ encoding }) => number(encoding.minutes)],
    ["Thumbnail jobs a day", ({ encoding }) => number(encoding.thumbnails)],
    ["Processor hours a day", ({ encoding }) => number(encoding.hours)],
    ["Worker cores at the peak", ({ encoding }) => whole(encoding.peakCores)],
  ],
  "Money a month, in USD": [
    ["Store", ({ money }) => number(money.store)],
    ["Database disks", ({ money }) => number(money.database)],
    ["Transfer", ({ money }) => number(money.transfer)],
    ["Web and database cores", ({ money }) => number(money.web)],
    ["Encoding", ({ money }) => number(money.encoding)],
    ["Total", ({ money }) => number(money.total)],
    ["For each person", ({ money }) => number(money.perPerson)],
  ],
};

const KINDS = [
  ["Measured", "measured"],
  ["Assumed", "assumed"],
  ["Prices", "prices"],
];

/** Returns the tables as Markdown. */
function renderScaling(inputs) {
  const rows = computeScaling(inputs);
  const results = Object.entries(COLUMNS).map(
    ([title, columns]) =>
      `#### ${title}\n\n${table(
        ["People", ...columns.map(([name]) => name)],
        rows.map((row) => [whole(row.people), ...columns.map(([, text]) => text(row))]),
      )}\n`,
  );
  const given = KINDS.map(
    ([title, kind]) =>
      `#### ${title}\n\n${table(
        ["Name", "Value", "Unit", "Source or meaning"],
        Object.entries(inputs[kind]).map(([name, { value, unit, from }]) => [`\`${name}\``, whole(value), unit, from]),
      )}\n`,
  );
  return [...results, ...given].join("\n");
}

/** Returns the page with its generated section replaced. Throws when the page has no such section. */
export function replaceScaling(page, inputs) {
  if (!SECTION.test(page)) throw new Error("docs/scaling.md has no section <!-- generated: scaling -->.");
  return page.replace(SECTION, (_, start, end) => `${start}\n${renderScaling(inputs)}${end}`);
}
