import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Links outlive what they opened, so that no address is used again. Theirs are changed instead of added. */
export const OUTLIVING = "share_links";

/** Name of the table with the rows of a table that may return: of the schema `part` in the loaded backup, temporary in the installation. */
export const partName = (table: string): string => `part_${table}`;
/** Name of the table with the keys of rows that lost their reference to the account when it was deleted. */
export const lostName = (table: string, column: string): string => `lost_${table}.${column}`;

/** A name of the schema, quoted. */
export const named = (name: string): SQL => sql`${sql.identifier(name)}`;
/** A table of the product. */
export const inPublic = (table: string): SQL => sql`public.${named(table)}`;
/** The selected rows of a table, in the installation. */
export const inTemp = (table: string): SQL => sql`pg_temp.${named(partName(table))}`;
/** The selected rows of a table, in the loaded backup. */
export const inPart = (table: string): SQL => sql`part.${named(partName(table))}`;

/** Names in a list. */
export const listed = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => named(name)),
    sql`, `,
  );
/** Conditions of which all apply. */
export const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` and `);
/** Conditions of which one applies. */
export const any = (conditions: SQL[]): SQL => (conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`false`);
/** Whether columns of `p` have the values of others of `q`. */
export const matches = (columns: readonly string[], others: readonly string[]): SQL =>
  all(columns.map((column, index) => sql`p.${named(column)} = q.${named(others[index] ?? "")}`));
/** Ids as one parameter. */
export const uuids = (ids: readonly string[]): SQL => sql`${sql.param(ids)}::uuid[]`;

/** Runs a statement. Returns the number of its rows. */
export const countOf = async (db: Executor, statement: SQL): Promise<number> => (await db.execute(statement)).rowCount ?? 0;
