import fs from "node:fs";
import path from "node:path";
import { freePort, type Nginx, startNginx } from "../nginx.ts";
import { type Pooler, startPooler } from "../pgbouncer.ts";
import { type ServerProcess, startServerProcess, urlOf } from "../server-process.ts";
import { mountSmallDisk } from "../small-disk.ts";
import type { DatabasePair } from "./database.ts";

/** Preloaded library that moves the clock of one process (Debian: faketime). */
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
export const hasFaketime = (): boolean => fs.existsSync(FAKETIME);

const WEB = 3;
const WORKERS = 2;
const SCRATCH_SIZE = "24m";

/** One process of the fleet, at a fixed port. */
export interface Slot {
  role: "web" | "worker";
  name: string;
  /** Host and port. */
  upstream: string;
  dataDir: string;
  clockFile: string;
  process: ServerProcess | null;
}

/** All processes of the product, behind a pooler and a proxy. */
export interface Fleet {
  url: string;
  web: Slot[];
  workers: Slot[];
  /** The web process whose scratch folder is a disk of 24 MB, and the one whose clock can be moved. */
  small: Slot;
  moved: Slot;
  start(slot: Slot): Promise<void>;
  /** Moves the clock of a slot by seconds. */
  setClock(slot: Slot, seconds: number): void;
  /** Environment of a command beside the processes. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

async function slotsOf(root: string): Promise<Slot[]> {
  const roles = [...Array.from({ length: WEB }, () => "web" as const), ...Array.from({ length: WORKERS }, () => "worker" as const)];
  const slots: Slot[] = [];
  for (const [nth, role] of roles.entries()) {
    const dataDir = path.join(root, `data-${nth}`);
    fs.mkdirSync(dataDir);
    const clockFile = path.join(root, `clock-${nth}`);
    fs.writeFileSync(clockFile, "+0s\n");
    slots.push({ role, name: `${role} ${nth}`, upstream: `127.0.0.1:${await freePort()}`, dataDir, clockFile, process: null });
  }
  return slots;
}

const clockOf = ({ clockFile }: Slot): Record<string, string> => ({
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: clockFile,
  FAKETIME_CACHE_DURATION: "1",
  // Timers count on.
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

const POOLER_SESSION = "connect_query='set jit = off; set statement_timeout = 30000'";

/** Settings that all processes have. */
const settingsOf = (database: DatabasePair, storeUrl: string, url: string): Record<string, string> => ({
  STORAGE_URL: storeUrl,
  DATABASE_DIRECT_URL: urlOf(database.primary),
  DATABASE_READ_URL: urlOf(database.replica),
  PUBLIC_URL: url,
  SECRET: "s".repeat(40),
  TRUST_PROXY: "true",
  RATE_LIMIT_FACTOR: "1000",
  SHUTDOWN_DELAY: "2",
  REGISTRATION: "open",
});

/** Starts nginx with the shipped example in front of the web processes. */
function startProxy(root: string, web: readonly Slot[], port: number): Promise<Nginx> {
  const home = path.join(root, "nginx");
  fs.mkdirSync(home);
  return startNginx(
    home,
    web.map(({ upstream }) => `http://${upstream}`),
    port,
  );
}

/** Starts the processes. `storeUrl`: STORAGE_URL through the link that faults use. */
export async function startFleet(root: string, database: DatabasePair, storeUrl: string): Promise<Fleet> {
  const slots = await slotsOf(root);
  const [web, workers] = [slots.filter(({ role }) => role === "web"), slots.filter(({ role }) => role === "worker")];
  const [first, moved, small] = web as [Slot, Slot, Slot];
  const unmount = mountSmallDisk(small.dataDir, SCRATCH_SIZE);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pooler: Pooler = await startPooler(database.primary, POOLER_SESSION, "server_login_retry = 1");
  const shared = settingsOf(database, storeUrl, url);
  const start = async (slot: Slot): Promise<void> => {
    const clock = slot === moved && hasFaketime() ? clockOf(slot) : {};
    const env = { ...shared, ROLE: slot.role, PORT: slot.upstream.split(":")[1] ?? "", ...clock };
    slot.process = await startServerProcess({ dataDir: slot.dataDir, database: pooler.address, env });
  };
  let nginx: Nginx | undefined;
  const stop = async (): Promise<void> => {
    await nginx?.stop();
    for (const slot of slots) await slot.process?.kill();
    await pooler.stop();
    unmount();
  };
  try {
    // The first process migrates the database.
    for (const slot of slots) await start(slot);
    nginx = await startProxy(root, web, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const setClock = ({ clockFile }: Slot, seconds: number): void => fs.writeFileSync(clockFile, `${seconds < 0 ? "" : "+"}${seconds}s\n`);
  const env = { ...shared, DATABASE_URL: urlOf(database.primary), DATA_DIR: first.dataDir };
  return { url, web, workers, small, moved, start, setClock, env, stop };
}
