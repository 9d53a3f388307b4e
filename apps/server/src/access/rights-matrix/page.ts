import { fileURLToPath } from "node:url";
import { CALLERS, COLUMNS, type Column } from "./callers.ts";
import { MATRIX } from "./matrix.ts";
import type { Group } from "./scene.ts";
import { VERDICTS } from "./verdicts.ts";

/** Path of the page. */
export const PAGE_PATH = fileURLToPath(new URL("../../../../../docs/rights-matrix.md", import.meta.url));

const line = (cells: readonly string[]): string => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

const columns = Object.entries(COLUMNS) as [Column, string][];
/** Returns notes that do not fit into the table. */
const notesOf = ({ rows }: Group): string[] =>
  rows.flatMap(({ address, note }) => (note === undefined ? [] : [`- \`${address}\`: ${note}`]));

function groupOf(group: Group): string {
  const rows = group.rows.map(({ address, cells }) => [`\`${address}\``, ...columns.map(([column]) => cells[column])]);
  const notes = notesOf(group);
  const below = notes.length === 0 ? "" : `\n\n${notes.join("\n")}`;
  return `## ${group.title}\n\n${table(["", ...columns.map(([, head]) => head)], rows)}${below}`;
}

/** Renders the page of the matrix. */
export function renderPage(): string {
  const callers = table(
    ["column", "who", ""],
    CALLERS.map(({ name, column, is }) => [COLUMNS[column], name, is]),
  );
  const verdicts = table(
    ["cell", "means"],
    Object.entries(VERDICTS).map(([verdict, meaning]) => [`\`${verdict}\``, meaning]),
  );
  return `<!-- Made by \`node apps/server/src/access/rights-matrix/render.ts\`; edit the rows beside it, not this file. -->

# Who is answered what

One row for every address of the server, one column for every kind of caller. \`apps/server/src/access/rights-matrix.api.test.ts\` makes each
of these calls; an address without a row fails it. The rules behind it are in [rights.md](rights.md). Paths of the API stand below \`/api/v1\`;
those with a colon are the server's others.

All of them ask about the same things: a folder with pictures, a video and a comment in it, made by the workspace's owner. For None it lies
in a part of the workspace that is open to everybody else; for View and Edit in one that is closed to everyone else.

${callers}

${verdicts}

${MATRIX.map(groupOf).join("\n\n")}
`;
}
