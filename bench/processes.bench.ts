import { availableParallelism } from "node:os";
import { flood } from "./support/hammer.ts";
import { fillLibrary, settle } from "./support/library.ts";
import { median } from "./support/load.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, productCommand, register, startServer } from "./support/server.ts";

const ITEMS = 10_000;
const ROUNDS = 3;
const SECONDS = 4;
/** Connections of each of the two load generators. */
const CONNECTIONS = 16;
const SHARE_MIN = 1.7;
/** Cores that two processes, the database and two load generators need to run side by side. */
const CORES_NEEDED = 5;

interface Load {
  name: string;
  path: string;
  headers?: Record<string, string>;
}

/** Returns the requests per second of both servers together, each with its own load generator. They may be the same server. */
async function together(servers: readonly [BenchServer, BenchServer], { path, headers = {} }: Load): Promise<number> {
  const runs = await Promise.all(
    servers.map(({ url }) => flood(`${url}${path}`, { seconds: SECONDS, connections: CONNECTIONS, headers, timeoutS: 30 })),
  );
  return runs.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** Measures one load with one and with two processes in turn. */
async function compare(one: BenchServer, two: BenchServer, load: Load, cores: number): Promise<Figure> {
  const shares: number[] = [];
  let rates = { single: 0, both: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const single = await together([one, one], load);
    const both = await together([one, two], load);
    // The first round warms up both.
    if (round === 0) continue;
    shares.push(both / single);
    rates = { single, both };
  }
  const share = median(shares);
  return {
    name: `${load.name}: two web processes`,
    measured: `${rates.both.toFixed(0)}/s (${share.toFixed(2)} ×)`,
    floor: `one process ${rates.single.toFixed(0)}/s`,
    target: `≥ ${SHARE_MIN} × where cores allow`,
    pass: cores >= CORES_NEEDED ? share >= SHARE_MIN : null,
    note: `${cores} cores for processes, database and load; median of ${ROUNDS} in turn`,
  };
}

/** Compares the throughput of two web processes on one database with that of one. */
export async function benchProcesses(port: number): Promise<Figure[]> {
  const { server, pool, databaseUrl, dataDir, stop } = await startProduct("processes", port, { ROLE: "web" });
  let second: BenchServer | undefined;
  try {
    second = await startServer({
      command: productCommand(),
      port: port + 1,
      env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ROLE: "web" },
    });
    const owner = await register(server.url, "owner@bench.example");
    await fillLibrary(pool, { workspaceId: owner.workspaceId, items: ITEMS, folders: 50 });
    await settle(pool);
    const { rows } = await pool.query<{ id: string; slug: string }>(
      "select i.id, l.slug from share_links l join items i on i.id = l.item_id where i.trashed_at is null and i.type = 'image' order by l.slug limit 1",
    );
    const [shared] = rows;
    if (!shared) throw new Error("The library has no shared image.");
    const loads: Load[] = [
      { name: "lists of 50", path: "/api/v1/workspace/personal/items?view=all&sort=newest&limit=50", headers: owner.headers },
      { name: "one item", path: `/api/v1/workspace/personal/files/image/${shared.id}`, headers: owner.headers },
      { name: "public page", path: `/s/${shared.slug}` },
    ];
    const figures: Figure[] = [];
    for (const load of loads) figures.push(await compare(server, second, load, availableParallelism()));
    return figures;
  } finally {
    await second?.stop();
    await stop();
  }
}
