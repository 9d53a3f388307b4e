import { PERMISSIONS, type PermissionName } from "../../platform/http/permissions.ts";
import { CALLERS, COLUMNS, type Column } from "./callers.ts";
import { MATRIX } from "./matrix.ts";
import { cellsOf, type Group, permissionOf } from "./request-context.ts";
import { EXPECTED_RESPONSES } from "./expected-responses.ts";

const line = (cells: readonly string[]): string => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

const columns = Object.entries(COLUMNS) as [Column, string][];
/** Returns notes that do not fit into the table. */
const notesOf = ({ rows }: Group): string[] =>
  rows.flatMap(({ address, note }) => (note === undefined ? [] : [`- \`${address}\`: ${note}`]));

function groupOf(group: Group, permissions: ReadonlyMap<string, PermissionName>): string {
  const rows = group.rows.map((row) => {
    const cells = cellsOf(row, permissions);
    return [`\`${row.address}\``, permissionOf(row, permissions), ...columns.map(([column]) => cells[column])];
  });
  const notes = notesOf(group);
  const below = notes.length === 0 ? "" : `\n\n${notes.join("\n")}`;
  return `## ${group.title}\n\n${table(["Route", "Needs", ...columns.map(([, head]) => head)], rows)}${below}`;
}

/**
 * Renders the page of permissions: who has each permission, what each route needs, and the response of each route to each kind of caller.
 * @param permissions the permission of each route, as the server registers it
 */
export function renderPage(permissions: ReadonlyMap<string, PermissionName>): string {
  const names = table(
    ["Permission", "Who has it"],
    Object.entries(PERMISSIONS).map(([name, who]) => [`\`${name}\``, who]),
  );
  const callers = table(
    ["Column", "Caller", "Description"],
    CALLERS.map(({ name, column, is }) => [COLUMNS[column], name, is]),
  );
  const expectedResponses = table(
    ["Cell", "Meaning"],
    Object.entries(EXPECTED_RESPONSES).map(([expected, meaning]) => [`\`${expected}\``, meaning]),
  );
  return `# Permissions

Every route of the server declares the permission that it needs. This page is generated from these declarations. The rules behind them are in
[rights.md](../rights.md).

${names}

# Responses by caller

One row for every route, one column for every kind of caller. \`apps/server/src/access/rights-matrix.api.test.ts\` makes each of these calls,
and fails for a route without a row. The cells of a row follow from the permission that the route needs, unless the row states a deviation.
Paths of the API are below \`/api/v1\`; those with a colon are other paths of the server.

All calls concern the same resources: a folder with pictures, a video and a comment, created by the owner of the workspace. For None they
are in a part of the workspace that is open to all other members; for View and Edit in one that is closed to all other members.

${callers}

${expectedResponses}

${MATRIX.map((group) => groupOf(group, permissions)).join("\n\n")}
`;
}
