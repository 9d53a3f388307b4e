import type { PresentedAct } from "./audit-log.present.ts";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

const COLUMNS = ["at", "action", "personId", "person", "subject", "details"];

/** With one of these at its beginning, a programme for tables takes a text for a formula and runs it. */
const RUNS = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/u;

/** A text as one field of a line (RFC 4180), which nothing runs. */
export function fieldOf(text: string): string {
  const inert = RUNS.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const lineOf = (fields: readonly string[]): string => `${fields.map(fieldOf).join(",")}\r\n`;

/** The first line: what stands in the others. */
export const csvHead = (): string => lineOf(COLUMNS);

/** One act as a line. */
export function csvLine({ at, action, person, subject, details }: PresentedAct): string {
  const told = Object.keys(details).length === 0 ? "" : JSON.stringify(details);
  return lineOf([at, action, person?.id ?? "", person?.displayName ?? "", subject, told]);
}
