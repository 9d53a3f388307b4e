/** A table of the schema, with names as in the database. */
export interface SchemaTable {
  name: string;
  columns: Map<string, { isRequired: boolean }>;
  /** The primary key, and unique indexes. */
  keys: { name: string; columns: string[] }[];
  references: { columns: string[]; table: string; foreignColumns: string[] }[];
}

/** Returns the tables of a schema module. */
export function readTables(schema: object): SchemaTable[];
/** Returns where a table is, or undefined for a table that is not listed. */
export function kindOf(name: string): "distributed" | "reference" | "local" | undefined;
/** Returns what prevents the distribution of a table, as texts. Empty when nothing does. */
export function findObstacles(table: SchemaTable): string[];
/** Returns the statements that distribute the tables. Those of tables that are not ready are comments with the reasons. */
export function renderCitus(schema: object): string;
/** Returns the groups of tables as Markdown. */
export function renderDistribution(schema: object): string;
