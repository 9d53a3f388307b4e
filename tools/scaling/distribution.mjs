// Derives from the tables of the schema which of them can be distributed by workspace, and prints the statements for Citus.
import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { DISTRIBUTED, LOCAL, REFERENCE } from "./distribution.plan.mjs";

const namesOf = (columns) => columns.map(({ name }) => (name === undefined ? "an expression" : toSnakeCase(name)));

/** Returns the tables of a schema module: name, columns, keys (primary and unique) and foreign keys. */
export function readTables(schema) {
  return Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((value) => {
      const { name, columns, primaryKeys, indexes, uniqueConstraints, foreignKeys } = getTableConfig(value);
      const single = columns.filter(({ primary }) => primary);
      return {
        name,
        columns: new Map(columns.map((column) => [toSnakeCase(column.name), { isRequired: column.notNull }])),
        keys: [
          ...primaryKeys.map((key) => ({ name: "primary key", columns: namesOf(key.columns) })),
          ...(single.length > 0 ? [{ name: "primary key", columns: namesOf(single) }] : []),
          ...columns
            .filter(({ isUnique }) => isUnique)
            .map((column) => ({ name: column.uniqueName ?? "unique", columns: namesOf([column]) })),
          ...uniqueConstraints.map((key) => ({ name: key.name, columns: namesOf(key.columns) })),
          ...indexes.filter(({ config }) => config.unique).map(({ config }) => ({ name: config.name, columns: namesOf(config.columns) })),
        ],
        references: foreignKeys.map((key) => {
          const { columns: from, foreignColumns, foreignTable } = key.reference();
          return { columns: namesOf(from), table: getTableConfig(foreignTable).name, foreignColumns: namesOf(foreignColumns) };
        }),
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns `distributed`, `reference`, `local`, or undefined for a table that is not listed. */
export function kindOf(name) {
  if (name in DISTRIBUTED) return "distributed";
  if (name in REFERENCE) return "reference";
  return name in LOCAL ? "local" : undefined;
}

function obstaclesOfReference({ name }, { columns, table, foreignColumns }) {
  const [from, to] = [kindOf(name), kindOf(table)];
  const text = `foreign key (${columns.join(", ")}) to ${table}`;
  if (to === "reference" || (from !== "distributed" && to === "local")) return [];
  if (from !== "distributed" || to === "local") return [`${text} has to go: it leads from a ${from} table to a ${to} one`];
  const isInside = columns.some((column, nth) => column === DISTRIBUTED[name] && foreignColumns[nth] === DISTRIBUTED[table]);
  return isInside ? [] : [`${text} lacks ${DISTRIBUTED[name]}`];
}

/** Returns what prevents the distribution of a table, as texts. Empty when nothing does. */
export function findObstacles(table) {
  const column = DISTRIBUTED[table.name];
  const references = table.references.flatMap((reference) => obstaclesOfReference(table, reference));
  if (column === undefined) return references;
  const found = table.columns.get(column);
  const keys = found ? table.keys.filter(({ columns }) => !columns.includes(column)) : table.keys;
  return [
    ...(found ? [] : [`column ${column} is missing`]),
    ...(found && !found.isRequired ? [`${column} can be null`] : []),
    ...keys.map(({ name, columns }) => `${name} (${columns.join(", ")}) lacks ${column}`),
    ...references,
  ];
}

/** Tables in the order of their foreign keys, the referenced ones first. The workspaces found the group of all others. */
function sortByReferences(tables) {
  const sorted = new Set();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const add = (table, open = []) => {
    if (!table || sorted.has(table) || open.includes(table)) return;
    for (const { table: name } of table.references) add(byName.get(name), [...open, table]);
    sorted.add(table);
  };
  for (const table of [...tables.filter(({ name }) => name === "workspaces"), ...tables]) add(table);
  return [...sorted];
}

function statementOf({ name }) {
  if (kindOf(name) === "reference") return `SELECT create_reference_table('${name}');`;
  const column = DISTRIBUTED[name];
  const group = name === "workspaces" ? "" : ", colocate_with => 'workspaces'";
  return `SELECT create_distributed_table('${name}', '${column}'${group});`;
}

/** Returns the tables that have to be distributed before this one and are not ready. */
function findWaiting(table, isReady) {
  const needed = table.references.map((reference) => reference.table).filter((name) => name !== table.name);
  const group = kindOf(table.name) === "distributed" && table.name !== "workspaces" ? ["workspaces"] : [];
  return [...new Set([...needed, ...group])].filter((name) => kindOf(name) === "distributed" && !isReady(name));
}

function linesOf(table, isReady) {
  const reasons = findObstacles(table);
  const isLocal = kindOf(table.name) === "local";
  const waiting = isLocal ? [] : findWaiting(table, isReady);
  const all = waiting.length === 0 ? reasons : [...reasons, `waits for ${waiting.join(", ")}`];
  if (isLocal) return all.length === 0 ? [] : ["", `-- ${table.name} stays on the coordinator`, ...all.map((text) => `--   ${text}`)];
  return all.length === 0 ? [statementOf(table)] : ["", `-- ${statementOf(table)}`, ...all.map((text) => `--   ${text}`)];
}

/** Returns the statements that distribute the tables. Those of tables that are not ready are comments with the reasons. */
export function renderCitus(schema) {
  const tables = sortByReferences(readTables(schema));
  const ready = new Set(tables.filter((table) => findObstacles(table).length === 0).map(({ name }) => name));
  return [
    "-- Statements for Citus, to be run on the coordinator. See docs/scaling.md, distribution by workspace.",
    `-- ${tables.length - ready.size} of ${tables.length} tables are not ready: their statements are comments, with the reasons.`,
    "",
    ...tables.flatMap((table) => linesOf(table, (name) => ready.has(name))),
    "",
  ].join("\n");
}

const list = (tables) => (tables.length === 0 ? "none" : tables.map(({ name }) => `\`${name}\``).join(", "));

/** Returns the groups of tables as Markdown. */
export function renderDistribution(schema) {
  const tables = readTables(schema);
  const of = (kind) => tables.filter(({ name }) => kindOf(name) === kind);
  const has = (table) => table.columns.has(DISTRIBUTED[table.name]);
  const isReady = (table) => findObstacles(table).length === 0;
  const distributed = of("distributed");
  const rows = [
    ["distributed, ready", distributed.filter(isReady)],
    ["distributed, have the column; keys must contain it", distributed.filter((table) => has(table) && !isReady(table))],
    ["distributed, must get the column", distributed.filter((table) => !has(table))],
    ["reference: on every machine", of("reference")],
    ["local: on the first machine", of("local")],
  ];
  return [
    "| Group | Number | Tables |",
    "| --- | --- | --- |",
    ...rows.map(([name, some]) => `| ${name} | ${some.length} | ${list(some)} |`),
  ].join("\n");
}
