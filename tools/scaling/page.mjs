// Writes the tables of docs/scaling.md between their marks.
import { bytes, number, table, whole } from "./format.mjs";
import { computeScaling } from "./model.mjs";
import { renderSteps } from "./steps.mjs";

const sectionOf = (name) => new RegExp(String.raw`(<!-- generated: ${name} -->\n)[\s\S]*?(<!-- /generated -->)`, "u");

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
    ["Cores for web and database", ({ requests }) => number(requests.cores)],
    ["Cores for media from a disk", ({ requests }) => number(requests.mediaCores)],
  ],
  Encoding: [
    ["Recorded minutes a day", ({ encoding }) => number(encoding.minutes)],
    ["Thumbnail jobs a day", ({ encoding }) => number(encoding.thumbnails)],
    ["Processor hours a day", ({ encoding }) => number(encoding.hours)],
    ["Worker cores at the peak", ({ encoding }) => number(encoding.peakCores)],
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

/** Returns the computed tables as Markdown. */
const renderResults = (rows) =>
  Object.entries(COLUMNS).map(([title, columns]) => {
    const head = ["People", ...columns.map(([name]) => name)];
    return `### ${title}\n\n${table(
      head,
      rows.map((row) => [whole(row.people), ...columns.map(([, text]) => text(row))]),
    )}`;
  });

/** Returns the inputs as Markdown. */
const renderInputs = (inputs) =>
  KINDS.map(([title, kind]) => {
    const head = ["Name", "Value", "Unit", "Source or meaning"];
    const rows = Object.entries(inputs[kind]).map(([name, { value, unit, from }]) => [`\`${name}\``, whole(value), unit, from]);
    return `### ${title}\n\n${table(head, rows)}`;
  });

/**
 * Returns the page with its generated sections replaced.
 * @param others further sections, by name
 * @throws when the page lacks one of the sections
 */
export function replaceScaling(page, inputs, others) {
  const rows = computeScaling(inputs);
  const results = renderResults(rows).join("\n\n");
  const sections = { results, steps: renderSteps(rows), inputs: renderInputs(inputs).join("\n\n"), ...others };
  return Object.entries(sections).reduce((text, [name, content]) => {
    const section = sectionOf(name);
    if (!section.test(text)) throw new Error(`docs/scaling.md has no section <!-- generated: ${name} -->.`);
    return text.replace(section, (_, start, end) => `${start}\n${content}\n\n${end}`);
  }, page);
}
