import { randomUUID } from "node:crypto";
import type pg from "pg";
import { fillLibrary } from "./library.ts";

/** Size of a company. */
export interface CompanyShape {
  items: number;
  folders: number;
  /** Levels of nested folders. */
  levels: number;
  members: number;
  teams: number;
  /** Number of grants. One in ten is on a file. */
  entries: number;
}

/** Members of a company whose position matters for the measurement. */
export interface Cast {
  workspaceId: string;
  /** A member of some teams who has no access to some folders. */
  plainId: string;
  /** A member who may only read the listed few folders and the root. */
  narrowId: string;
}

const NARROW_FOLDERS = 5;
const ROWS = 5_000;

/** Creates a pseudo-random sequence that is the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function insert(pool: pg.Pool, table: string, columns: string, rows: Record<string, unknown>[]): Promise<void> {
  const names = columns.split(", ").map((column) => column.split(" ")[0]);
  for (let from = 0; from < rows.length; from += ROWS)
    await pool.query(
      `insert into ${table} (${names.join(", ")}) select ${names.join(", ")} from jsonb_to_recordset($1::jsonb) given(${columns}) on conflict do nothing`,
      [JSON.stringify(rows.slice(from, from + ROWS))],
    );
}

interface Placed {
  id: string;
  path: string[];
}

/** Creates a tree of the given depth that becomes broader downwards. Returns its levels. */
async function plant(
  pool: pg.Pool,
  workspaceId: string,
  { folders, levels }: CompanyShape,
  roll: (sides: number) => number,
): Promise<Placed[][]> {
  const tree: Placed[][] = Array.from({ length: levels }, () => []);
  const share = (level: number): number => Math.max(1, Math.round((folders * (level + 1)) / ((levels * (levels + 1)) / 2)));
  for (let made = 0, level = 0; level < levels; level += 1) {
    const count = level === levels - 1 ? folders - made : share(level);
    for (let nth = 0; nth < count; nth += 1) {
      const above = tree[level - 1];
      const parent = above?.[roll(above.length)];
      tree[level]?.push({ id: randomUUID(), path: parent ? [...parent.path, parent.id] : [] });
    }
    made += count;
  }
  const rows = tree.flat().map(({ id, path }, nth) => ({
    id,
    workspace_id: workspaceId,
    parent_id: path.at(-1) ?? null,
    kind: "mixed",
    name: `Folder ${nth}`,
    name_key: `folder ${nth}`,
    color: "#2F6FB4",
    path,
    nest_level: path.length,
  }));
  // Parents are inserted before their children.
  await insert(
    pool,
    "folders",
    "id uuid, workspace_id uuid, parent_id uuid, kind text, name text, name_key text, color text, path uuid[], nest_level int",
    rows,
  );
  return tree;
}

async function hire(
  pool: pg.Pool,
  { workspaceId, plainId, narrowId }: Cast,
  shape: CompanyShape,
  roll: (sides: number) => number,
): Promise<{ people: string[]; teams: string[] }> {
  const people = [plainId, narrowId, ...Array.from({ length: Math.max(0, shape.members - 3) }, () => randomUUID())];
  await insert(
    pool,
    "users",
    "id uuid, email text, email_key text, display_name text, provider text",
    people
      .slice(2)
      .map((id) => ({ id, email: `${id}@bench.example`, email_key: `${id}@bench.example`, display_name: "Bench", provider: "password" })),
  );
  await insert(
    pool,
    "members",
    "workspace_id uuid, user_id uuid, role text",
    people.map((id, nth) => ({ workspace_id: workspaceId, user_id: id, role: nth > 1 && nth % 6 === 0 ? "viewer" : "member" })),
  );
  const teams = Array.from({ length: shape.teams }, () => randomUUID());
  await insert(
    pool,
    "teams",
    "id uuid, workspace_id uuid, name text, name_key text, owner_id uuid",
    teams.map((id, nth) => ({
      id,
      workspace_id: workspaceId,
      name: `Team ${nth}`,
      name_key: `team ${nth}`,
      owner_id: people[2 + roll(people.length - 2)],
    })),
  );
  const belongs = teams.flatMap((id) =>
    Array.from({ length: 10 }, () => ({ team_id: id, workspace_id: workspaceId, user_id: people[2 + roll(people.length - 2)] })),
  );
  const ofPlain = teams.slice(0, 3).map((id) => ({ team_id: id, workspace_id: workspaceId, user_id: plainId }));
  await insert(pool, "team_members", "team_id uuid, workspace_id uuid, user_id uuid", [...ofPlain, ...belongs]);
  return { people, teams };
}

/**
 * Fills a workspace that only has its owner: folders, items, members, teams, and grants of all kinds. Returns the few folders
 * that the narrow member may read, and one folder near the root with many descendants.
 */
export async function fillCompany(
  pool: pg.Pool,
  cast: Cast,
  shape: CompanyShape,
): Promise<{ narrowFolderIds: string[]; broadFolderId: string }> {
  const { workspaceId, narrowId } = cast;
  const roll = dice(7);
  const tree = await plant(pool, workspaceId, shape, roll);
  const { people, teams } = await hire(pool, cast, shape, roll);
  await fillLibrary(pool, { workspaceId, items: shape.items, folders: 0, oneAtRoot: 200 });
  const { rows: files } = await pool.query<{ id: string }>("select id from items where workspace_id = $1 order by id limit $2", [
    workspaceId,
    Math.ceil(shape.entries / 10),
  ]);
  const folderIds = tree.flat().map(({ id }) => id);
  const entries = new Map<string, Record<string, unknown>>();
  const grant = (
    target: { folder_id: string } | { item_id: string },
    kind: string,
    principalId: string | undefined,
    value: number,
  ): void => {
    const key = `${Object.values(target)[0]} ${principalId}`;
    if (entries.has(key)) return;
    const right = { read: value > 0, write: value > 1 };
    entries.set(key, { id: randomUUID(), workspace_id: workspaceId, ...target, principal_kind: kind, principal_id: principalId, ...right });
  };
  const narrowFolderIds = Array.from({ length: NARROW_FOLDERS }, () => tree.at(-1)?.[roll(tree.at(-1)?.length ?? 0)]?.id ?? "");
  for (const id of narrowFolderIds) grant({ folder_id: id }, "member", narrowId, 1);
  for (const { id } of tree[0] ?? []) grant({ folder_id: id }, "member", narrowId, 0);
  for (let nth = 0; entries.size < shape.entries; nth += 1) {
    const file = nth % 10 === 0 ? files[nth / 10]?.id : undefined;
    const target = file === undefined ? { folder_id: folderIds[roll(folderIds.length)] ?? "" } : { item_id: file };
    const person = people[roll(people.length)];
    const [kind, principalId] =
      nth % 7 === 0 ? ["everyone", workspaceId] : nth % 3 === 0 ? ["team", teams[roll(teams.length)]] : ["member", person];
    if (principalId === narrowId) continue;
    grant(target, kind ?? "", principalId, roll(3));
    // A grant to everyone on the ancestor chain would be nearer than the grant to the narrow member.
    if (kind === "everyone" && "folder_id" in target) grant(target, "member", narrowId, 0);
  }
  const columns =
    "id uuid, workspace_id uuid, folder_id uuid, item_id uuid, principal_kind text, principal_id uuid, read boolean, write boolean";
  await insert(pool, "grants", columns, [...entries.values()]);
  const below = (id: string): number => tree.flat().filter(({ path }) => path.includes(id)).length;
  const broad = (tree[0] ?? []).toSorted((one, other) => below(other.id) - below(one.id))[0];
  return { narrowFolderIds, broadFolderId: broad?.id ?? "" };
}
