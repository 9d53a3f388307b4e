import type { ClientBase } from "pg";

const SECRET = "secrets that were revoked with the account, or that may have been replaced since the backup: their owner creates new ones";
const SIGN_IN = "state of a sign-in that has ended";
const COUNTED = "triggers count it when the rows are inserted";
const PASSING = "work in progress or a file of a short time, without bytes in the backup";
const INSTALLATION = "belongs to the installation, and is not deleted with an account or a workspace";

/** Tables whose rows do not return with a deleted account or workspace, with the reason. All others do: see {@link coveredTables}. */
export const NOT_RESTORED: Readonly<Record<string, string>> = {
  access_tokens: SECRET,
  connections: SECRET,
  recovery_codes: "a code that was used after the backup would be accepted again: the user creates new ones",
  webhooks: "they send content to an address that was not confirmed since the backup, with a secret: their owner creates new ones",
  webhook_deliveries: "the log of webhooks, which do not return",
  invites: "secrets of links to join: an admin creates a new one",
  invited_people: "they have the link of an invite, which does not return",
  sessions: SIGN_IN,
  tokens: SIGN_IN,
  item_counts: COUNTED,
  space_counts: COUNTED,
  star_counts: COUNTED,
  search_changes: "triggers write it when the rows are inserted",
  uploads: PASSING,
  staged_uploads: PASSING,
  staged_pieces: PASSING,
  imports: PASSING,
  takeouts: PASSING,
  zips: PASSING,
  video_exports: PASSING,
  video_renders: "a render that waited is requested again, with the files that the video then has",
  saves: "the log of files that were sent to a connection, which does not return",
  save_files: "the log of files that were sent to a connection, which does not return",
  storage_totals: INSTALLATION,
  outbox: INSTALLATION,
  audit: INSTALLATION,
  rate_limits: INSTALLATION,
  worker_beats: INSTALLATION,
  processes: INSTALLATION,
  settings: INSTALLATION,
  installation: INSTALLATION,
  search_engine: INSTALLATION,
  mail_stops: INSTALLATION,
};

/** The table of stored objects. Its rows return when a row that returns refers to them. */
export const BLOBS = "blobs";
/** What can return. Their rows are the first of {@link coveredTables}. */
export const ROOTS = ["users", "workspaces"] as const;

/** A reference between tables. */
export interface Reference {
  columns: string[];
  parent: string;
  parentColumns: string[];
  /** What the deletion of the parent does with the row. */
  action: "cascade" | "set-null" | "refuse";
}

/** A table whose rows return. */
export interface CoveredTable {
  name: string;
  /** Without those that the database computes. */
  columns: string[];
  /** Columns of the primary key, which a table that is divided by time has in each partition. */
  key: string[];
  references: Reference[];
  /** Columns with ids of {@link BLOBS}. Each is one reference that the blob counts. */
  blobColumns: string[];
}

type Row = Omit<CoveredTable, "blobColumns">;

const TABLES_QUERY = `select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select array_agg(a.attname::text order by k.position) from pg_index i, unnest(i.indkey) with ordinality k(number, position), pg_attribute a
      where i.indrelid = coalesce((select p.partdefid from pg_partitioned_table p where p.partrelid = c.oid and p.partdefid <> 0), c.oid)
        and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.number), '{}') as key,
    coalesce((select json_agg(json_build_object(
        'columns', (select json_agg(a.attname order by k.position) from unnest(f.conkey) with ordinality k(number, position), pg_attribute a
          where a.attrelid = f.conrelid and a.attnum = k.number),
        'parent', (select p.relname from pg_class p where p.oid = f.confrelid),
        'parentColumns', (select json_agg(a.attname order by k.position) from unnest(f.confkey) with ordinality k(number, position), pg_attribute a
          where a.attrelid = f.confrelid and a.attnum = k.number),
        'action', case f.confdeltype when 'c' then 'cascade' when 'n' then 'set-null' else 'refuse' end) order by f.conname)
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as "references"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`;

/** Tables whose rows decide which rows of a table return. Not every id of a workspace has a constraint. */
const parentsOf = ({ columns, references }: CoveredTable): string[] => [
  ...references.map(({ parent }) => parent),
  ...(columns.includes("workspace_id") ? ["workspaces"] : []),
];

/** Sorts tables so that each comes after those that it refers to. @throws Error for references in a circle */
function parentsFirst(tables: readonly CoveredTable[]): CoveredTable[] {
  const sorted: CoveredTable[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((table) =>
      parentsOf(table).every((parent) => parent === table.name || !waiting.has(parent)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}.`);
    for (const table of ready) waiting.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}

/** Whether the rows of a table belong to an account or a workspace, directly or through other rows. */
export const isReached = ({ name, columns, references }: CoveredTable): boolean =>
  ROOTS.some((root) => root === name) || columns.includes("workspace_id") || references.some(({ action }) => action === "cascade");

/**
 * Returns the tables whose rows return with a deleted account or workspace, parents first. They follow from the schema: what a deletion
 * removes by `on delete cascade`, and rows with the id of a workspace. Only {@link NOT_RESTORED} is left out.
 */
export async function coveredTables(client: ClientBase): Promise<CoveredTable[]> {
  const { rows } = await client.query<Row>(TABLES_QUERY);
  const covered = rows
    .filter(({ name }) => name !== BLOBS && !Object.hasOwn(NOT_RESTORED, name))
    .map((row) => ({ ...row, blobColumns: row.columns.filter((column) => column === "blob_id" || column.endsWith("_blob_id")) }));
  return parentsFirst(covered);
}
