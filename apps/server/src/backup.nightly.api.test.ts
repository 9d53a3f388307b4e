import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  callAt,
  originalAt,
  png,
  type ProcessUser,
  registerAt,
  type ServerProcess,
  signInAt,
  startServerProcess,
  uploadImageAt,
} from "@stillreel/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const IMAGES = 20;
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Programs of an installed PostgreSQL server, or null. Its pg_dump fits its server, unlike one of another version. */
const nativePrograms = ((): string | null => {
  const root = "/usr/lib/postgresql";
  const versions = fs.existsSync(root) ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => path.join(root, version, "bin"));
  return folders.find((folder) => ["initdb", "pg_ctl", "pg_dump"].every((name) => fs.existsSync(path.join(folder, name)))) ?? null;
})();
const canRunNative = nativePrograms !== null && process.getuid?.() === 0 && spawnSync("id", ["postgres"]).status === 0;

let home: string;
const servers: ServerProcess[] = [];

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-backup-"));
  fs.chmodSync(home, 0o755);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: 120_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

async function start(options: Parameters<typeof startServerProcess>[0]): Promise<ServerProcess> {
  const server = await startServerProcess(options);
  servers.push(server);
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  servers.splice(servers.indexOf(server), 1);
  expect(await server.stop()).toBe(0);
}

interface Contents {
  user: ProcessUser;
  slug: string;
  /** SHA-256 of each original, by id of its item. */
  digests: Map<string, string>;
}

/** Creates an account with images, a folder, a comment and a public link. */
async function fill(server: ServerProcess): Promise<Contents> {
  const user = await registerAt(server, "backup@example.test");
  const digests = new Map<string, string>();
  for (let index = 0; index < IMAGES; index += 1) {
    const bytes = png(40 + index, 30);
    digests.set(await uploadImageAt(server, user, bytes, `Image ${index} ${randomBytes(3).toString("hex")}`), sha(bytes));
  }
  const [first = ""] = digests.keys();
  await callAt(server, user, "POST", "/workspace/personal/folders", { name: "Folder", kind: "image" });
  await callAt(server, user, "POST", `/items/${first}/comments`, { text: "A comment" });
  const { slug } = await callAt<{ slug: string }>(server, user, "GET", `/workspace/share/personal/${first}`);
  return { user, slug, digests };
}

/** Checks that everything is there: sign-in, earlier session, bytes, comment, folder and link. */
async function expectAll(server: ServerProcess, { user, slug, digests }: Contents): Promise<void> {
  const again = await signInAt(server, user);
  for (const session of [again, user])
    for (const [itemId, digest] of digests) expect(sha(await originalAt(server, session, itemId))).toBe(digest);
  const [first = ""] = digests.keys();
  expect(await callAt(server, again, "GET", `/items/${first}/comments`)).toMatchObject({ items: [{ text: "A comment" }] });
  expect(JSON.stringify(await callAt(server, again, "GET", "/workspace/personal/folders"))).toContain('"Folder"');
  expect((await fetch(`${server.url}/s/${slug}`)).status).toBe(200);
  const list = await callAt<{ total: number; items: { thumbnailUrl: string | null }[] }>(
    server,
    again,
    "GET",
    "/workspace/personal/items?view=all&limit=200",
  );
  expect(list.items.length).toBe(IMAGES);
}

it("R17: a copy of DATA_DIR made with `cp -a` restores an installation with the embedded database", async () => {
  const [original, copy, restored] = ["original", "copy", "restored"].map((name) => path.join(home, name)) as [string, string, string];
  const first = await start({ dataDir: original });
  const contents = await fill(first);
  await stop(first);
  run("cp", "-a", original, copy);
  fs.rmSync(original, { recursive: true });

  const since = performance.now();
  run("cp", "-a", copy, restored);
  const second = await start({ dataDir: restored });
  await expectAll(second, contents);
  process.stderr.write(`R17: restored a cold copy and read ${IMAGES} items in ${Math.round(performance.now() - since)} ms\n`);
  await stop(second);
  const env = { ...process.env, DATA_DIR: restored };
  const verified = spawnSync(process.execPath, [path.join(import.meta.dirname, "verify.ts")], { env, encoding: "utf8", timeout: 60_000 });
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining("0 missing, 0 changed")]);
});

it("R17: `npm run backup` of a running server, `npm run restore` into an empty folder, and an empty `npm run verify`", async () => {
  const [original, target, restored] = ["original", "target", "restored"].map((name) => path.join(home, name)) as [string, string, string];
  const program = (dataDir: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, "admin.ts"), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: "utf8",
      timeout: 120_000,
    });
  const first = await start({ dataDir: original });
  const contents = await fill(first);
  const backup = program(original, "backup", target);
  expect([backup.status, backup.stdout]).toEqual([0, expect.stringContaining("The backup does not contain the secret")]);
  // Not part of the backup.
  await uploadImageAt(first, contents.user, png(99, 9), "Later");
  await stop(first);

  const refused = program(restored, "restore", target);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("The secret of the backed up installation is needed")]);
  fs.mkdirSync(restored, { recursive: true });
  fs.copyFileSync(path.join(original, "secret"), path.join(restored, "secret"));
  const dry = program(restored, "restore", target, "--dry-run");
  expect([dry.status, dry.stdout, fs.readdirSync(restored)]).toEqual([0, expect.stringContaining("nothing was changed"), ["secret"]]);
  const done = program(restored, "restore", target);
  expect([done.status, done.stdout]).toEqual([0, expect.stringContaining("Restored: the state of")]);
  const again = program(restored, "restore", target);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("The installation is not empty: it has accounts.")]);
  const second = await start({ dataDir: restored });
  await expectAll(second, contents);
  const { items } = await callAt<{ items: { action: string }[] }>(second, contents.user, "GET", "/admin/audit?limit=100");
  expect(items.map(({ action }) => action)).toContain("backup.restored");
  const running = program(restored, "restore", target);
  expect([running.status, running.stderr]).toEqual([1, expect.stringContaining("Another Stillreel already runs on the data folder")]);
  await stop(second);
  const verified = spawnSync(process.execPath, [path.join(import.meta.dirname, "verify.ts")], {
    env: { ...process.env, DATA_DIR: restored },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining("0 missing, 0 changed, 0 unreadable, 0 orphaned")]);
});

describe.skipIf(!canRunNative)("an external PostgreSQL", () => {
  const program = (name: string): string => path.join(nativePrograms ?? "", name);
  const asPostgres = (name: string, ...args: string[]): string => run("runuser", "-u", "postgres", "--", program(name), ...args);
  let socket: string;
  let cluster: string;

  beforeEach(() => {
    [socket, cluster] = [path.join(home, "socket"), path.join(home, "cluster")];
    for (const folder of [socket, cluster]) {
      fs.mkdirSync(folder);
      run("chown", "postgres:", folder);
    }
    asPostgres("initdb", "-D", cluster, "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "stillreel");
    const options = `-c listen_addresses='' -c unix_socket_directories='${socket}'`;
    asPostgres("pg_ctl", "-D", cluster, "-o", options, "-l", path.join(socket, "log"), "-w", "start");
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    asPostgres("pg_ctl", "-D", cluster, "-m", "immediate", "-w", "stop");
  });

  it("R17: pg_dump, then a copy of the objects, restore an installation into an empty database", async () => {
    const connect = ["-h", socket, "-U", "stillreel"];
    for (const name of ["before", "after"]) run(program("createdb"), ...connect, name);
    const [stored, copied, dump] = ["stored", "copied", "dump"].map((name) => path.join(home, name)) as [string, string, string];
    const secret = randomBytes(24).toString("hex");
    const optionsOf = (database: string, storage: string): Parameters<typeof startServerProcess>[0] => ({
      dataDir: path.join(home, `data-${database}`),
      database: { host: socket, user: "stillreel", database },
      env: { SECRET: secret, STORAGE_URL: `file:${storage}` },
    });
    const first = await start(optionsOf("before", stored));
    const contents = await fill(first);
    run(program("pg_dump"), ...connect, "-Fc", "-f", dump, "before");
    // Not part of the backup: it was uploaded after the dump.
    await uploadImageAt(first, contents.user, png(99, 9), "Later");
    run("cp", "-a", stored, copied);
    await stop(first);

    const since = performance.now();
    run(program("pg_restore"), ...connect, "-d", "after", "--no-owner", "--exit-on-error", dump);
    const second = await start(optionsOf("after", copied));
    await expectAll(second, contents);
    process.stderr.write(`R17: restored a dump and read ${IMAGES} items in ${Math.round(performance.now() - since)} ms\n`);
  });
});
