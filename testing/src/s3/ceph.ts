import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, openSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const READY_MS = 60_000;

/** A running S3 server with its STORAGE_URL for a bucket. */
export interface S3Server {
  url(bucket: string): string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("No free port.");
  return address.port;
}

/** Returns whether Ceph's programs are installed. */
export function hasCeph(): boolean {
  return ["/usr/bin/radosgw", "/usr/bin/ceph-mon", "/usr/bin/ceph-osd", "/usr/bin/ceph"].every((path) => existsSync(path));
}

function configOf(dir: string, fsid: string, mon: number, rgw: number): string {
  return `[global]
fsid = ${fsid}
mon initial members = a
mon host = [v2:127.0.0.1:${mon}]
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon data = ${dir}/mon
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
ms bind ipv6 = false
run dir = ${dir}
admin socket = ${dir}/$name.asok
log file = ${dir}/$name.log
keyring = ${dir}/$name.keyring
[client.rgw.a]
rgw data = ${dir}
rgw frontends = beast endpoint=127.0.0.1:${rgw}
rgw dns name = localhost
`;
}

/** Waits until the gateway answers. */
async function untilReady(rgw: number): Promise<void> {
  const until = Date.now() + READY_MS;
  while (
    !(await fetch(`http://127.0.0.1:${rgw}/`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error(`The S3 server did not start within ${READY_MS / 1000} s.`);
    await wait(250);
  }
}

async function createTestUser(conf: string, access: string, secret: string): Promise<void> {
  await run("radosgw-admin", [
    "-c",
    conf,
    "-n",
    "client.rgw.a",
    "user",
    "create",
    "--uid=test",
    "--display-name=test",
    `--access-key=${access}`,
    `--secret-key=${secret}`,
  ]);
}

/** Creates the keys of the administrator and of the monitor. */
async function createKeyrings(keyring: (name: string) => string): Promise<void> {
  const all = (...daemons: string[]): string[] => daemons.flatMap((name) => ["--cap", name, "allow *"]);
  await run("ceph-authtool", ["--create-keyring", keyring("client.admin"), "--gen-key", "-n", "client.admin", ...all("mon", "osd", "mgr")]);
  await run("ceph-authtool", ["--create-keyring", keyring("mon.a"), "--gen-key", "-n", "mon.", ...all("mon")]);
  await run("ceph-authtool", [keyring("mon.a"), "--import-keyring", keyring("client.admin")]);
}

/** Creates the keys of the storage daemon and of the gateway. */
async function authorizeDaemons(ceph: (...args: string[]) => Promise<unknown>, keyring: (name: string) => string): Promise<void> {
  await ceph(
    "auth",
    "get-or-create",
    "osd.0",
    "mon",
    "allow profile osd",
    "osd",
    "allow *",
    "mgr",
    "allow profile osd",
    "-o",
    keyring("osd.0"),
  );
  await ceph("auth", "get-or-create", "client.rgw.a", "mon", "allow *", "osd", "allow *", "mgr", "allow *", "-o", keyring("client.rgw.a"));
}

/** Starts Ceph's object gateway on a loopback port, with its data in memory. It is ended by process id. */
export async function startCeph(): Promise<S3Server> {
  const dir = await mkdtemp(join(tmpdir(), "stillreel-ceph-"));
  await chmod(dir, 0o755);
  const [mon, rgw, fsid] = [await freePort(), await freePort(), randomUUID()];
  const conf = join(dir, "ceph.conf");
  const children: ChildProcess[] = [];
  const [access, secret] = [`T${randomBytes(8).toString("hex")}`, randomBytes(20).toString("hex")];
  const daemon = (program: string, ...args: string[]): void => {
    const log = openSync(join(dir, `${program}.out`), "a");
    children.push(spawn(program, ["-c", conf, "-f", ...args], { stdio: ["ignore", log, log] }));
  };
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    }
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await mkdir(join(dir, "mon"));
    await mkdir(join(dir, "osd"));
    await writeFile(conf, configOf(dir, fsid, mon, rgw));
    const keyring = (name: string): string => join(dir, `${name}.keyring`);
    await createKeyrings(keyring);
    const monmap = join(dir, "monmap");
    await run("monmaptool", ["--create", "--clobber", "--addv", "a", `[v2:127.0.0.1:${mon}]`, "--fsid", fsid, monmap]);
    await run("ceph-mon", ["-c", conf, "--mkfs", "-i", "a", "--monmap", monmap, "--keyring", keyring("mon.a")]);
    daemon("ceph-mon", "-i", "a");
    const ceph = (...args: string[]) => run("ceph", ["-c", conf, "--connect-timeout", "20", ...args]);
    await authorizeDaemons(ceph, keyring);
    const osd = randomUUID();
    await ceph("osd", "new", osd);
    await run("ceph-osd", ["-c", conf, "-i", "0", "--mkfs", "--osd-uuid", osd, "--keyring", keyring("osd.0")]);
    daemon("ceph-osd", "-i", "0");
    daemon("radosgw", "-n", "client.rgw.a");
    await untilReady(rgw);
    await createTestUser(conf, access, secret);
    return { url: (bucket) => `s3+http://${access}:${secret}@127.0.0.1:${rgw}/${bucket}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
