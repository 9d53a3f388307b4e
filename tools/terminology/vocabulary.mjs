// Reads the banned words from the second table of docs/glossary.md.
const HEADER = /^\| banned \| where \| use instead \|$/mu;
const KINDS = new Set(["names", "texts"]);

/** Splits an identifier, file name or class name into lower-case words. */
export function splitName(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter(Boolean);
}

const cells = (row) =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
const list = (cell) => cell.split(",").map((part) => part.trim());

/**
 * Parses the table of banned words.
 * @returns one entry per word: `{ word, words, inNames, inTexts, replacement }`
 * @throws when the table is missing or a row is malformed
 */
export function parseVocabulary(glossary) {
  const header = HEADER.exec(glossary);
  if (!header) throw new Error("docs/glossary.md has no table with the header “| banned | where | use instead |”.");
  const rows = glossary
    .slice(header.index)
    .split("\n")
    .slice(2)
    .map((line) => line.trim());
  const end = rows.findIndex((row) => !row.startsWith("|"));
  return (end === -1 ? rows : rows.slice(0, end)).flatMap((row) => {
    const [banned, where, replacement] = cells(row);
    if (!banned || !where || !replacement || !list(where).every((kind) => KINDS.has(kind)))
      throw new Error(`docs/glossary.md has a malformed row of banned words: ${row}`);
    return list(banned).map((word) => ({
      word,
      words: splitName(word),
      inNames: list(where).includes("names"),
      inTexts: list(where).includes("texts"),
      replacement,
    }));
  });
}
