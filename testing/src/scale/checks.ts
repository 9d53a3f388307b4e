import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "@stillreel/server/platform/config/config.ts";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { createJobs } from "@stillreel/server/platform/jobs/index.ts";
import { createStorage } from "@stillreel/server/platform/ports/storage/index.ts";
import { createSweepers } from "@stillreel/server/web/sweeps/index.ts";
import pino from "pino";
import { serverProgram } from "../server-program.ts";
import type { DatabasePair } from "./database.ts";
import type { Fleet } from "./fleet.ts";
import type { Entry, State } from "./ledger.ts";
import { faultOfOriginal, type LoadContext, type LoadUser } from "./load.ts";
import { dataOf } from "./transport.ts";

interface Listed {
  id: string;
  parentId: string | null;
  stage: string;
  comments: number;
  size: number;
  type: string;
}

/** What the end of a run needs. */
export interface Checked extends LoadContext {
  fleet: Fleet;
  database: DatabasePair;
  users: readonly LoadUser[];
}

const DRAINED_MS = 240_000;

async function all({ transport }: Checked, user: LoadUser, view: "all" | "trash"): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const path = `/api/v1/workspace/personal/items?view=${view}&limit=100${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: { items: Listed[]; nextCursor: string | null } = dataOf(
      await transport.insist({ label: "final list", path, headers: user.headers }),
      "list",
    );
    for (const item of page.items) found.set(item.id, item);
    cursor = page.nextCursor;
  }
  return found;
}

/** Returns what is wrong with one item of the ledger. */
async function faultsOf(checked: Checked, entry: Entry, live: Map<string, Listed>, trash: Map<string, Listed>): Promise<string[]> {
  const item = live.get(entry.id) ?? trash.get(entry.id);
  const state: State = live.has(entry.id) ? "live" : trash.has(entry.id) ? "trashed" : "gone";
  const what = `${entry.type} ${entry.id}`;
  if (!entry.states.has(state)) return [`${what} is ${state}, expected ${[...entry.states].join(" or ")}`];
  if (!item) return [];
  const faults: string[] = [];
  // A recording of the load cannot be decoded.
  if (state === "live" && item.stage !== "ready" && entry.isPlayable) faults.push(`${what} is ${item.stage}`);
  const folder = item.parentId ?? "root";
  if (state === "live" && !entry.folders.has(folder)) faults.push(`${what} is in ${folder}, expected ${[...entry.folders].join(" or ")}`);
  if (item.comments < entry.comments || item.comments > entry.comments + entry.possibleComments)
    faults.push(`${what} has ${item.comments} comments, expected ${entry.comments} to ${entry.comments + entry.possibleComments}`);
  const fault = state === "live" ? await faultOfOriginal(checked, entry) : null;
  return fault === null ? faults : [...faults, fault];
}

/** Compares the counts of a space with its lists. */
async function countFaults(checked: Checked, user: LoadUser, live: Map<string, Listed>, trash: Map<string, Listed>): Promise<string[]> {
  const path = "/api/v1/workspace/personal/counts";
  const counts = dataOf<{ images: number; videos: number; trash: number }>(
    await checked.transport.insist({ label: "final counts", path, headers: user.headers }),
    "counts",
  );
  const listed = (type: string): number => [...live.values()].filter((item) => item.type === type).length;
  const expected = { images: listed("image"), videos: listed("video"), trash: trash.size };
  const { images, videos, trash: trashed } = counts;
  const given = { images, videos, trash: trashed };
  return JSON.stringify(given) === JSON.stringify(expected)
    ? []
    : [`${user.name}: counts ${JSON.stringify(given)}, rows ${JSON.stringify(expected)}`];
}

async function rows<T extends object>({ database }: Checked, statement: string): Promise<T[]> {
  const pool = createPool(database.primary, { max: 1, log: pino({ level: "silent" }) });
  try {
    return (await pool.query<T>(statement)).rows;
  } finally {
    await pool.end();
  }
}

interface OpenJobs {
  kind: string;
  open: number;
  dead: number;
}

/** Waits until no job is due, runs or is retried. Returns what remains after four minutes, and the jobs that failed finally. */
async function drain(checked: Checked): Promise<string[]> {
  const until = performance.now() + DRAINED_MS;
  for (;;) {
    const jobs = await rows<OpenJobs>(
      checked,
      `select task.identifier as kind,
        count(*) filter (where job.attempts < job.max_attempts and (job.attempts > 0 or job.run_at <= now()))::int as open,
        count(*) filter (where job.attempts >= job.max_attempts and job.locked_at is null)::int as dead
      from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id group by 1`,
    );
    const isOver = performance.now() > until;
    if (isOver || jobs.every(({ open }) => open === 0))
      return jobs
        .filter(({ open, dead }) => open + dead > 0)
        .map(({ kind, open, dead }) => `jobs of ${kind}: ${open} not finished, ${dead} failed finally`);
    await sleep(1_000);
  }
}

/** Deletes what crashes left, as the nightly job does, and without its minimum age of a day. */
async function sweep({ fleet, database }: Checked): Promise<void> {
  const log = pino({ level: "silent" });
  const pool = createPool(database.primary, { max: 4, log });
  try {
    const storage = await createStorage(readConfig(fleet.env), fleet.env["DATA_DIR"] ?? "");
    const ports = { db: createDatabase(pool), storage, jobs: createJobs(), clock: { now: () => new Date() }, log };
    const { signal } = new AbortController();
    for (const sweeper of createSweepers(ports as never, 0)) {
      let result = await sweeper.run(signal, null);
      while (typeof result !== "number" && result.next !== null) result = await sweeper.run(signal, result.next);
    }
  } finally {
    await pool.end();
  }
}

/** Compares every stored byte with the database by the product's own program. Returns its findings. */
async function verified({ fleet }: Checked): Promise<string[]> {
  const child = spawn(process.execPath, [serverProgram("verify"), "--json"], {
    env: { ...process.env, ...fleet.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return code === 0 ? [] : [`verify ended with ${code}: ${text.slice(0, 2_000)}`];
}

/** Checks the end of a run. Returns one line for each difference. */
export async function checkEnd(checked: Checked): Promise<string[]> {
  const faults = await drain(checked);
  for (const user of checked.users) {
    const [live, trash] = [await all(checked, user, "all"), await all(checked, user, "trash")];
    for (const entry of checked.ledger.entries.values())
      if (entry.owner === user.headers) faults.push(...(await faultsOf(checked, entry, live, trash)));
    faults.push(...(await countFaults(checked, user, live, trash)));
  }
  await sweep(checked);
  return [...faults, ...(await drain(checked)), ...(await verified(checked))];
}
