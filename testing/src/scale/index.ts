import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBucket } from "../s3/bucket.ts";
import { hasCeph, startCeph } from "../s3/ceph.ts";
import { hasNginx } from "../nginx.ts";
import { whyNoPooler } from "../pgbouncer.ts";
import { recording } from "../recording.ts";
import { permitsSmallDisks } from "../small-disk.ts";
import { video } from "../video.ts";
import { checkEnd } from "./checks.ts";
import { DatabasePair } from "./database.ts";
import { FAULTS } from "./faults.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { createLedger } from "./ledger.ts";
import { act, createLoadUser, type LoadContext, type LoadUser } from "./load.ts";
import { randomOf, shuffled } from "../random.ts";
import { causeOf, type FaultSpan } from "./rules.ts";
import { startStoreLink, type StoreLink } from "./store-link.ts";
import { createTransport } from "./transport.ts";

/** One run: the same seed chooses the same faults and actions. */
export interface ScaleOptions {
  seed: number;
  minutes: number;
  log(line: string): void;
}

/** Result of a run. It passed when `faults` is empty. */
export interface ScaleReport {
  seed: number;
  rounds: number;
  requests: number;
  items: number;
  /** Number of requests for each cause. */
  causes: Record<string, number>;
  faults: string[];
}

const USERS = 6;
const BUCKET = "scale";
/** Pause between two faults, in which everything recovers. */
const PAUSE_MS = 6_000;

/** Returns why the suite cannot run on this machine, or null. */
export function whyNoScale(): string | null {
  if (!hasCeph()) return "Ceph is missing";
  if (!hasNginx()) return "nginx is missing";
  return whyNoPooler() ?? (permitsSmallDisks() ? null : "no permission to mount a small disk");
}

interface Stage {
  root: string;
  database: DatabasePair;
  link: StoreLink;
  fleet: Fleet;
  stop(): Promise<void>;
}

/** Starts all programs. They end in the reverse order. */
async function startStage(): Promise<Stage> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-scale-"));
  fs.chmodSync(root, 0o755); // The database may run as another system user.
  const ends: (() => Promise<void> | void)[] = [() => fs.rmSync(root, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const ceph = await startCeph();
    ends.push(() => ceph.stop());
    const { endpoint } = await createBucket(ceph.url(BUCKET));
    const { port } = new URL(endpoint);
    const link = await startStoreLink(Number(port));
    ends.push(() => link.close());
    const database = await DatabasePair.start(root);
    ends.push(() => database.stop());
    const fleet = await startFleet(root, database, ceph.url(BUCKET).replace(`:${port}/`, `:${link.port}/`));
    ends.push(() => fleet.stop());
    return { root, database, link, fleet, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Applies faults in random order, one at a time, until the time is over. Returns their number. */
async function applyFaults(stage: Stage, options: ScaleOptions, spans: FaultSpan[]): Promise<number> {
  const random = randomOf(options.seed);
  const until = performance.now() + options.minutes * 60_000;
  const targets = { fleet: stage.fleet, database: stage.database, store: stage.link, random, spans };
  let rounds = 0;
  while (performance.now() < until) {
    for (const [name, fault] of shuffled(random, Object.entries(FAULTS))) {
      if (performance.now() > until) break;
      options.log(`${String(rounds).padStart(3)} ${name}`);
      await fault(targets);
      rounds += 1;
      await sleep(PAUSE_MS);
    }
  }
  return rounds;
}

/** Users act until `isOver`. Each user's actions follow from the seed. */
async function runLoad(context: LoadContext, users: readonly LoadUser[], seed: number, isOver: () => boolean): Promise<void> {
  const loop = async (user: LoadUser, nth: number): Promise<void> => {
    const random = randomOf(seed * 31 + nth);
    while (!isOver()) await act(context, user, random);
  };
  await Promise.all(users.map(loop));
}

/** Runs the suite: a mixed load on three web processes and two workers while faults happen, and the comparison at the end. */
export async function runScale(options: ScaleOptions): Promise<ScaleReport> {
  const stage = await startStage();
  try {
    const transport = createTransport(stage.fleet.url);
    const ledger = createLedger();
    const faults: string[] = [];
    const spans: FaultSpan[] = [];
    const files = { video: await video({ seconds: 1, rate: 5, width: 160, height: 90 }), recording: await recording({ seconds: 4 }) };
    const context = { transport, ledger, files, faults };
    const users: LoadUser[] = [];
    for (let nth = 0; nth < USERS; nth += 1) users.push(await createLoadUser(context, `user${nth}`));
    let isOver = false;
    const load = runLoad(context, users, options.seed, () => isOver);
    const rounds = await applyFaults(stage, options, spans).finally(() => (isOver = true));
    await load;
    options.log("comparison");
    faults.push(...(await checkEnd({ ...stage, ...context, faults: [], users })));
    const causes: Record<string, number> = {};
    for (const outcome of transport.outcomes) {
      const cause = causeOf(outcome, spans);
      causes[cause] = (causes[cause] ?? 0) + 1;
      if (cause !== "unexplained") continue;
      const near = spans.filter(({ from, to }) => outcome.to >= from - 5_000 && outcome.from <= to + 15_000).map(({ name }) => name);
      faults.push(`${outcome.label} answered ${outcome.status} ${outcome.text} (${outcome.upstream}; ${near.join(", ")})`);
    }
    return { seed: options.seed, rounds, requests: transport.outcomes.length, items: ledger.entries.size, causes, faults };
  } finally {
    await stage.stop();
  }
}
