import type { PresentedAct } from "./audit-log.present.ts";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

const COLUMNS = ["at", "action", "personId", "person", "subject", "details"];

/** Characters at the start of a text that make spreadsheet programs run it as a formula. */
const RUNS = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/u;

/** Returns a text as one CSV field (RFC 4180) that no spreadsheet runs as a formula. */
export function fieldOf(text: string): string {
  const inert = RUNS.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const lineOf = (fields: readonly string[]): string => `${fields.map(fieldOf).join(",")}\r\n`;

/** Returns the header line of the CSV file. */
export const csvHead = (): string => lineOf(COLUMNS);

/** One act as a line. */
export function csvLine({ at, action, person, subject, details }: PresentedAct): string {
  const detailsText = Object.keys(details).length === 0 ? "" : JSON.stringify(details);
  return lineOf([at, action, person?.id ?? "", person?.displayName ?? "", subject, detailsText]);
}
