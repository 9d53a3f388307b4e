import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cloneDatabase } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-crash-"));
  database = await cloneDatabase(inject("cluster"));
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await kill(child);
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** A real server process on this test's folder and database. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const { host, user, database: name } = database.address as { host: string; user: string; database: string };
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`, LOG_LEVEL: "warn" };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ready at (http\S+)/u.exec(text);
      if (found?.[1]) resolve(found[1].replace("localhost", "127.0.0.1"));
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return { child, url };
}

it("loses no acknowledged byte when the server is killed in mid-upload (R1)", { timeout: 60_000 }, async () => {
  const picture = await sharp(randomBytes(1_500 * 1_500 * 3), { raw: { width: 1_500, height: 1_500, channels: 3 } }).png({ compressionLevel: 0 }).toBuffer();
  const first = await start();
  const registered = await fetch(`${first.url}/api/v1/auth/register`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email: "crash@example.test", password: "correct horse 7", username: "Crash" }) });
  const { idToken, refreshToken } = ((await registered.json()) as { data: { idToken: string; refreshToken: string } }).data;
  const session = { idtoken: idToken, refreshtoken: refreshToken, "tus-resumable": "1.0.0" };
  const created = await fetch(`${first.url}/uploads`, { method: "POST", headers: { ...session, "upload-length": String(picture.length), "upload-metadata": `fullFileName ${Buffer.from("big.png").toString("base64")}` } });
  const [location, itemId] = [created.headers.get("location") ?? "", created.headers.get("item-id") ?? ""];
  const headers = { ...session, "content-type": "application/offset+octet-stream" };
  const acknowledged = 1_000_003;
  const answer = await fetch(new URL(location, first.url), { method: "PATCH", headers: { ...headers, "upload-offset": "0" }, body: new Uint8Array(picture.subarray(0, acknowledged)) });
  expect(answer.headers.get("upload-offset")).toBe(String(acknowledged));

  // The next request is killed after 40 % of the file.
  const target = Math.floor(picture.length * 0.4);
  const crawl = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let at = acknowledged; at < target; at += 65_536) controller.enqueue(new Uint8Array(picture.subarray(at, Math.min(at + 65_536, target))));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await kill(first.child);
      controller.close();
    },
  });
  await expect(fetch(new URL(location, first.url), { method: "PATCH", headers: { ...headers, "upload-offset": String(acknowledged) }, body: crawl, duplex: "half" } as RequestInit)).rejects.toThrow();

  const second = await start();
  const head = await fetch(new URL(location, second.url), { method: "HEAD", headers: session });
  const offset = Number(head.headers.get("upload-offset"));
  expect(offset).toBeGreaterThanOrEqual(acknowledged);
  expect(offset).toBeLessThanOrEqual(target);
  const rest = await fetch(new URL(location, second.url), { method: "PATCH", headers: { ...headers, "upload-offset": String(offset) }, body: new Uint8Array(picture.subarray(offset)) });
  expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(picture.length)]);

  const shown = await fetch(`${second.url}/api/v1/workspace/personal/files/image/${itemId}`, { headers: session });
  const { sourceUrl } = ((await shown.json()) as { data: { sourceUrl: string } }).data;
  const stored = Buffer.from(await (await fetch(new URL(new URL(sourceUrl, second.url).pathname, second.url))).arrayBuffer());
  expect(createHash("sha256").update(stored).digest("hex")).toBe(createHash("sha256").update(picture).digest("hex"));
  await kill(second.child);
});
