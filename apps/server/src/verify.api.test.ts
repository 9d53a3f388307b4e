import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { multipart, png } from "@stillreel/testing";
import { serverProgram } from "@stillreel/testing/server-program";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandOf } from "./platform/postgres/process-state.ts";

type Environment = Record<string, string | undefined>;

/** Returns the environment of an installation with an embedded database, removed after the test. */
function installation(): { dataDir: string; env: Environment } {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-verify-"));
  fs.chmodSync(home, 0o755);
  const { PATH, HOME, TMPDIR } = process.env;
  const postmaster = (): number => {
    const file = path.join(home, "data", "postgres", "postmaster.pid");
    return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : 0;
  };
  onTestFinished(async () => {
    // The watchdog stops the database. Its files can be deleted only afterwards.
    await vi.waitUntil(() => commandOf(postmaster()) === null, { timeout: 10_000 });
    fs.rmSync(home, { recursive: true, force: true });
  });
  const dataDir = path.join(home, "data");
  return { dataDir, env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), DATA_DIR: dataDir, PORT: "0" } };
}

function verify(env: Environment, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [serverProgram("verify"), ...args], { env, encoding: "utf8", timeout: 60_000 });
}

/** Starts the server and returns its address. */
async function started(env: Environment): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [serverProgram("main")], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain("Stillreel is ready at"), { timeout: 30_000 });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: /ready at (\S+)/u.exec(output)?.[1] ?? "", stop };
}

/** Creates an account and uploads an image. */
async function uploadImage(url: string): Promise<void> {
  const account = { email: "ada@example.test", password: "correct horse 7", username: "Ada" };
  const headers = { "content-type": "application/json" };
  const signUp = await fetch(`${url}/api/v1/auth/register`, { method: "POST", headers, body: JSON.stringify(account) });
  const { data } = (await signUp.json()) as { data: { idToken: string } };
  const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", bytes: png(64, 48) });
  const answer = await fetch(`${url}/api/v1/workspace/personal/files/image`, {
    method: "POST",
    headers: { ...form.headers, authorization: `Bearer ${data.idToken}` },
    body: new Uint8Array(form.payload),
  });
  expect(answer.status).toBe(201);
}

/** Flips one bit of a stored file and returns its key. */
function flipBit(dataDir: string): string {
  const store = path.join(dataDir, "storage");
  const [file = ""] = fs.globSync("b/**/*", { cwd: store }).filter((name) => fs.statSync(path.join(store, name)).isFile());
  const content = fs.readFileSync(path.join(store, file));
  content.writeUInt8(content.readUInt8(30) ^ 1, 30);
  fs.writeFileSync(path.join(store, file), content);
  return file;
}

test("compares the bytes beside a running server and without it, and ends with exit code 1 after findings (R18)", async () => {
  const { env, dataDir } = installation();
  const absent = verify(env);
  expect([absent.status, absent.stdout]).toEqual([2, ""]);
  expect(absent.stderr).toContain("there is no database");
  expect(fs.existsSync(dataDir)).toBe(false);
  const server = await started(env);
  await uploadImage(server.url);
  const sound = verify(env);
  expect(sound.stdout).toMatch(/^\d+ objects, \d+ bytes compared: 0 missing, 0 changed, 0 unreadable, 0 orphaned\.\n$/u);
  expect(sound.status).toBe(0);
  const key = flipBit(dataDir);
  const beside = verify(env, "--json");
  expect(beside.status).toBe(1);
  expect(JSON.parse(beside.stdout)).toMatchObject({
    findings: [{ kind: "changed", storageKey: key }],
    summary: { changed: 1, missing: 0 },
  });
  await server.stop();
  const alone = verify(env);
  expect(alone.stdout).toMatch(new RegExp(`^changed\t${key}\tSHA-256 `, "u"));
  expect(alone.stdout).toContain(" 0 missing, 1 changed, ");
  expect(alone.status).toBe(1);
}, 180_000);
