import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabasePair } from "./database.ts";
import { type Fleet, hasFaketime, type Slot } from "./fleet.ts";
import { oneOf, type Random } from "../random.ts";
import type { FaultSpan } from "./rules.ts";
import type { StoreLink } from "./store-link.ts";

/** What faults act on. */
interface FaultTargets {
  fleet: Fleet;
  database: DatabasePair;
  store: StoreLink;
  random: Random;
  /** All faults so far, also the current one. */
  spans: FaultSpan[];
}

type Fault = (targets: FaultTargets) => Promise<void>;

const PROCESS_DISK_FULL = "full";

/** Executes a fault and records when it begins and ends. */
async function during(
  { spans }: FaultTargets,
  kind: FaultSpan["kind"],
  name: string,
  run: () => Promise<void>,
  slots: readonly Slot[] = [],
): Promise<void> {
  const span: FaultSpan = { kind, name, from: performance.now(), to: Infinity, upstreams: slots.map(({ upstream }) => upstream) };
  spans.push(span);
  try {
    await run();
  } finally {
    span.to = performance.now();
  }
}

async function killAndStart({ fleet, random }: FaultTargets, slot: Slot): Promise<void> {
  await slot.process?.kill();
  await sleep(random() * 3_000);
  await fleet.start(slot);
}

/** Restarts a process as an update does: it is asked to stop and ends without a kill. @throws Error when it does not end with code 0 */
async function replace({ fleet }: FaultTargets, slot: Slot): Promise<void> {
  const code = await slot.process?.stop();
  if (code !== 0) throw new Error(`${slot.name} ended with ${code} after it was asked to stop.`);
  await fleet.start(slot);
}

/** All faults, by name. One at a time is active. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "kill a web process": (targets) => {
    const slot = oneOf(targets.random, targets.fleet.web);
    return during(targets, "kill", `kill ${slot.name}`, () => killAndStart(targets, slot), [slot]);
  },
  "kill a worker": (targets) => {
    const slot = oneOf(targets.random, targets.fleet.workers);
    return during(targets, "other", `kill ${slot.name}`, () => killAndStart(targets, slot), [slot]);
  },
  "restart the database": (targets) =>
    during(targets, "database", "restart of the database", () => targets.database.restart(targets.random() * 2_000)),
  "kill the database": (targets) =>
    during(targets, "database", "kill of the database", async () => {
      targets.database.kill();
      await sleep(2_000);
    }),
  "fail over": async (targets) => {
    await during(targets, "database", "failover", () => targets.database.failOver());
    await sleep(3_000);
    await during(targets, "other", "new replica", () => targets.database.addReplica());
  },
  "cut the store": (targets) =>
    during(targets, "store", "cut of the store", async () => {
      targets.store.cut();
      await sleep(1_000 + targets.random() * 4_000);
      targets.store.heal();
    }),
  "slow the store": (targets) =>
    during(targets, "other", "slow store", async () => {
      targets.store.slow(20 + targets.random() * 60);
      await sleep(8_000);
      targets.store.heal();
    }),
  "fill a disk": (targets) =>
    during(
      targets,
      "disk",
      "full scratch disk",
      async () => {
        const file = path.join(targets.fleet.small.dataDir, PROCESS_DISK_FULL);
        try {
          fs.writeFileSync(file, Buffer.alloc(64 * 1024 * 1024));
        } catch {
          // The disk is full now, as intended.
        }
        await sleep(6_000);
        fs.rmSync(file, { force: true });
      },
      [targets.fleet.small],
    ),
  ...(hasFaketime()
    ? {
        "jump a clock": (targets: FaultTargets) =>
          during(targets, "other", "moved clock", async () => {
            const { fleet, random } = targets;
            fleet.setClock(fleet.moved, random() < 0.5 ? 600 : -600);
            await sleep(8_000);
            fleet.setClock(fleet.moved, 0);
            await sleep(1_500);
          }),
      }
    : {}),
  "roll an update": (targets) =>
    during(targets, "other", "rolling update", async () => {
      for (const slot of [...targets.fleet.web, ...targets.fleet.workers]) await replace(targets, slot);
    }),
};
