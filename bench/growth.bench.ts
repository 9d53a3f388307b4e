import type pg from "pg";
import { createDatabase } from "../apps/server/src/platform/db/client.ts";
import { foldCounts } from "../apps/server/src/library/items/queries/counts.repo.ts";
import { flood } from "./support/hammer.ts";
import { fillLibrary, settle } from "./support/library.ts";
import { median } from "./support/load.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { refreshed, register } from "./support/server.ts";

/** Libraries of one owner each, in one database. The folders of each contain more items than a page, so that all pages are of equal length. */
export const SIZES: readonly GrowthSize[] = [
  { items: 1_000, folders: 15 },
  { items: 10_000, folders: 50 },
  { items: 100_000, folders: 500 },
  { items: 1_000_000, folders: 5_000 },
];
const GROWTH_MAX = 1.3;
/** Seconds of one measurement of one row and one library. */
const MEASURED_S = 1;
/** Measurements of each row. The first one warms up and does not count. */
const ROUNDS = 4;
const IDS_ASKED = 40;
const QUERIES = ["release", "rel", "renewal", "payment err", "timetabel", "uberblick", "发布", "ferry night", "99 invoice", "zzz"];

export interface GrowthSize {
  items: number;
  /** Number of sibling folders. */
  folders: number;
}

interface Owner {
  headers: Record<string, string>;
  workspaceId: string;
}

interface Measured {
  p50Ms: number;
  p95Ms: number;
}

/** Returns the requests of each row of the table, for one owner. */
async function rowsOf(pool: pg.Pool, { workspaceId }: Owner): Promise<[string, string[]][]> {
  const ids = async (text: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, [workspaceId, IDS_ASKED])).rows.map(({ id }) => id);
  const items = "/api/v1/workspace/personal/items";
  const itemIds = await ids(
    "select id from items where workspace_id = $1 and type = 'image' and trashed_at is null order by ref_name limit $2",
  );
  const folderIds = await ids("select id from folders where workspace_id = $1 and kind = 'image' order by id limit $2");
  const slugs = await ids(
    "select slug as id from share_links join items i on i.id = item_id where i.workspace_id = $1 and i.trashed_at is null order by slug limit $2",
  );
  return [
    ["list, newest first", [`${items}?type=image&view=all&sort=newest&limit=50`]],
    ["list by title", [`${items}?type=image&view=all&sort=name&limit=50`]],
    ["starred", [`${items}?view=starred&sort=newest&limit=50`]],
    ["one item", itemIds.map((id) => `/api/v1/workspace/personal/files/image/${id}`)],
    ["public page", slugs.map((slug) => `/s/${slug}`)],
    [`search, ${QUERIES.length} queries`, QUERIES.map((query) => `/api/v1/search?q=${encodeURIComponent(query)}`)],
    ["counts", ["/api/v1/workspace/personal/counts"]],
    ["folder page: folders of its level", folderIds.map((id) => `/api/v1/workspace/personal/folders?kind=image&level=${id}`)],
    ["folder page: items", folderIds.map((id) => `${items}?type=image&view=folder&folderId=${id}&limit=50`)],
    ["folder with its space", folderIds.map((id) => `/api/v1/workspace/single/personal?folderId=${id}&tree=level`)],
  ];
}

/** Measures each row for all owners in turns, so that all libraries have the same share of what else the machine does. */
async function measure(url: string, pool: pg.Pool, owners: readonly Owner[]): Promise<Map<string, Measured[]>> {
  const rows = await Promise.all(owners.map((owner) => rowsOf(pool, owner)));
  const found = new Map<string, Measured[]>();
  for (const [index, [name]] of (rows[0] ?? []).entries()) {
    const rounds: Measured[][] = owners.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, { headers }] of owners.entries()) {
        const measured = await flood(url, { seconds: MEASURED_S, headers, paths: rows[at]?.[index]?.[1] ?? [] });
        if (round > 0) rounds[at]?.push(measured);
      }
    }
    const medians = rounds.map((own) => ({ p50Ms: median(own.map(({ p50Ms }) => p50Ms)), p95Ms: median(own.map(({ p95Ms }) => p95Ms)) }));
    found.set(name, medians);
  }
  return found;
}

const short = (items: number): string => (items >= 1_000_000 ? `${items / 1_000_000} M` : `${items / 1_000} k`);

/** Compares each row with the smallest library. The median counts: the slowest twentieth depends on what else the machine does. */
function figuresOf(sizes: readonly GrowthSize[], rows: ReadonlyMap<string, Measured[]>): Figure[] {
  return [...rows].map(([name, all]) => {
    const growth = Math.max(...all.map(({ p50Ms }) => p50Ms / (all[0]?.p50Ms ?? Number.NaN)));
    return {
      name: `${name}: median at ${sizes.map(({ items }) => short(items)).join(", ")} items`,
      measured: `${all.map(({ p50Ms }) => p50Ms.toFixed(1)).join(", ")} ms; ${growth.toFixed(2)} ×`,
      target: `≤ ${GROWTH_MAX} ×`,
      pass: growth <= GROWTH_MAX,
      note: `16 in parallel; p95 ${all.map(({ p95Ms }) => p95Ms.toFixed(0)).join(", ")} ms`,
    };
  });
}

/**
 * Measures how the cost of typical requests grows with the library of their owner.
 * @param sizes small ones test this part
 */
export async function benchGrowth(port: number, sizes: readonly GrowthSize[] = SIZES): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("growth", port, { ROLE: "web" });
  try {
    const owners: { email: string; owner: Owner }[] = [];
    for (const size of sizes) {
      const email = `owner-${size.items}@bench.example`;
      const owner = await register(server.url, email);
      await fillLibrary(pool, { workspaceId: owner.workspaceId, ...size });
      await foldCounts(createDatabase(pool), owner.workspaceId);
      owners.push({ email, owner });
    }
    await settle(pool);
    const signedIn: Owner[] = [];
    for (const { email, owner } of owners) signedIn.push(await refreshed(server, owner, email));
    return figuresOf(sizes, await measure(server.url, pool, signedIn));
  } finally {
    await stop();
  }
}
