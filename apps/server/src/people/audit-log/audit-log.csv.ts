import type { PresentedAct, PresentedWholeAct } from "./audit-log.present.ts";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

const COLUMNS = ["at", "action", "personId", "person", "subject", "details"];
/** Further columns of the activity log of the installation. */
const WHOLE_COLUMNS = ["workspaceId", "workspace", "ip"];

/** Characters at the start of a text that make spreadsheet programs run it as a formula. */
const RUNS = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/u;

/** Returns a text as one CSV field (RFC 4180) that no spreadsheet runs as a formula. */
export function fieldOf(text: string): string {
  const inert = RUNS.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const lineOf = (fields: readonly string[]): string => `${fields.map(fieldOf).join(",")}\r\n`;

/** Returns the header line of the CSV file. */
export const csvHead = (isWhole = false): string => lineOf(isWhole ? [...COLUMNS, ...WHOLE_COLUMNS] : COLUMNS);

/** Returns an act as a line. One of the activity log of the installation has further columns. */
export function csvLine(act: PresentedAct | PresentedWholeAct): string {
  const { at, action, person, subject, details } = act;
  const detailsText = Object.keys(details).length === 0 ? "" : JSON.stringify(details);
  const fields = [at, action, person?.id ?? "", person?.displayName ?? "", subject, detailsText];
  return lineOf("ip" in act ? [...fields, act.workspace?.id ?? "", act.workspace?.name ?? "", act.ip] : fields);
}
