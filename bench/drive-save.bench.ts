import { createHash } from "node:crypto";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { startProduct } from "./support/product-with-database.ts";
import { form, noisePng } from "./support/pictures.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, callApi, register } from "./support/server.ts";

const MB = 1024 * 1024;
/** Size of the saved file in MB. */
const SIZE_MB = Number(process.env.BENCH_SAVE_MB ?? 5 * 1024);
const ROUNDS = Number(process.env.BENCH_SAVE_ROUNDS ?? 3);
const SHARE_MIN = 0.8;
const GROWTH_MAX_MB = 64;

type Environment = Record<string, string>;
type Headers = Record<string, string>;

/** Starts the doubles of the services. Returns the settings of a server that uses them. */
async function startDoubles(): Promise<{ child: ChildProcess; environment: Environment }> {
  const main = path.join(import.meta.dirname, "support/vendor-doubles.ts");
  const child = spawn(process.execPath, [main], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise<string[]>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The doubles ended with ${code}.`)));
    createInterface({ input: child.stdout }).once("line", (text) => resolve([text]));
  });
  return { child, environment: JSON.parse(line ?? "{}") as Environment };
}

/** Visits the consent page for an address of the product. */
async function connect(server: BenchServer, person: { headers: Headers }): Promise<void> {
  const { authorizeUrl } = await callApi<{ authorizeUrl: string }>(server, person, "POST", "/integrations/drive/connect", {});
  const back = new URL((await fetch(authorizeUrl, { redirect: "manual" })).headers.get("location") ?? "");
  await fetch(`${server.url}${back.pathname}${back.search}`, { headers: person.headers, redirect: "manual" });
}

/** Returns an access token of the double for the program of the floor. */
async function tokenOf({ GOOGLE_AUTH_URL, GOOGLE_TOKEN_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Environment): Promise<string> {
  const app = { client_id: GOOGLE_CLIENT_ID ?? "", redirect_uri: "http://localhost/floor" };
  const query = new URLSearchParams({ ...app, scope: "drive", access_type: "offline" });
  const visit = await fetch(`${GOOGLE_AUTH_URL}/o/oauth2/v2/auth?${query.toString()}`, { redirect: "manual" });
  const code = new URL(visit.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = new URLSearchParams({ ...app, client_secret: GOOGLE_CLIENT_SECRET ?? "", grant_type: "authorization_code", code });
  const answer = (await (await fetch(GOOGLE_TOKEN_URL ?? "", { method: "POST", body })).json()) as { access_token: string };
  return answer.access_token;
}

/** Uploads the file with curl in one request. Returns the MB of a second. */
async function curlRate({ GOOGLE_API_URL }: Environment, token: string, file: string, bytes: number): Promise<number> {
  const begun = await fetch(`${GOOGLE_API_URL}/upload/drive/v3/files?uploadType=resumable`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "x-upload-content-length": String(bytes) },
    body: JSON.stringify({ name: "floor.png" }),
  });
  const range = `Content-Range: bytes 0-${bytes - 1}/${bytes}`;
  const began = performance.now();
  const child = spawn("curl", ["-sS", "-f", "-o", "/dev/null", "-T", file, "-H", range, begun.headers.get("location") ?? ""], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`curl ended with ${code}.`);
  return bytes / MB / ((performance.now() - began) / 1_000);
}

/** Saves the item. Returns the MB of a second, and the growth of the server's memory in MB. */
async function saveRate(server: BenchServer, person: { headers: Headers }, itemId: string): Promise<{ rate: number; growthMb: number }> {
  const beforeMb = server.nodePssMb();
  let peakMb = beforeMb;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, server.nodePssMb())), 50);
  const began = performance.now();
  try {
    const body = { itemIds: [itemId], format: "original", subfolder: "" };
    const { saveId } = await callApi<{ saveId: string }>(server, person, "POST", "/integrations/drive/save", body);
    for (;;) {
      const save = await callApi<{ state: string; bytes: number }>(server, person, "GET", `/integrations/saves/${saveId}`);
      const seconds = (performance.now() - began) / 1_000;
      if (save.state === "done") return { rate: save.bytes / MB / seconds, growthMb: peakMb - beforeMb };
      if (save.state !== "running") throw new Error(`The save is ${save.state}.`);
      await delay(50);
    }
  } finally {
    clearInterval(watch);
  }
}

/** Replaces the stored bytes of the only item by a large file, whose hash is checked after the save. Returns its path. */
async function enlarge(dataDir: string, storageKey: string, pool: pg.Pool): Promise<string> {
  const file = path.join(dataDir, "storage", storageKey);
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, "w");
  const piece = noisePng(8 * MB).subarray(0, 8 * MB);
  const hash = createHash("sha256");
  for (let written = 0; written < SIZE_MB; written += 8) {
    hash.update(piece);
    await handle.write(piece);
  }
  await handle.sync();
  await handle.close();
  await pool.query("update blobs set sha256 = $2 where storage_key = $1", [storageKey, hash.digest()]);
  return file;
}

/** Measures the save of one large file to the double of the cloud drive, as a share of what curl reaches with it. */
export async function benchDriveSave(port: number): Promise<Figure[]> {
  const { child, environment } = await startDoubles();
  const { server, pool, dataDir, stop } = await startProduct("drive-save", port, environment);
  try {
    const person = await register(server.url, "saves@bench.example");
    const picture = form(noisePng(MB), "large.png");
    const uploaded = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
      method: "POST",
      headers: { ...person.headers, ...picture.headers },
      body: new Uint8Array(picture.body),
    });
    const { id } = ((await uploaded.json()) as { data: { id: string } }).data;
    const { rows } = await pool.query<{ storage_key: string }>(
      "select b.storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1",
      [id],
    );
    const file = await enlarge(dataDir, rows[0]?.storage_key ?? "", pool);
    await connect(server, person);
    const token = await tokenOf(environment);
    const bytes = Math.ceil(SIZE_MB / 8) * 8 * MB;
    const rounds: { floor: number; own: number; growthMb: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const floor = await curlRate(environment, token, file, bytes);
      const { rate: own, growthMb } = await saveRate(server, person, id);
      rounds.push({ floor, own, growthMb });
    }
    return figuresOf(rounds);
  } finally {
    await stop();
    child.kill("SIGTERM");
  }
}

function figuresOf(rounds: { floor: number; own: number; growthMb: number }[]): Figure[] {
  const share = median(rounds.map(({ own, floor }) => own / floor));
  const growthMb = Math.max(...rounds.map((one) => one.growthMb));
  return [
    {
      name: `one file of ${SIZE_MB} MB to a double of the cloud drive`,
      measured: `${median(rounds.map(({ own }) => own)).toFixed(0)} MB/s`,
      floor: `${median(rounds.map(({ floor }) => floor)).toFixed(0)} MB/s with curl (${(share * 100).toFixed(0)} %)`,
      target: `≥ ${SHARE_MIN * 100} %`,
      pass: share >= SHARE_MIN,
      note: "from the start of the request to the state done; the double hashes the bytes",
    },
    {
      name: "memory growth during it (Node PSS)",
      measured: `${growthMb.toFixed(0)} MB`,
      target: `≤ ${GROWTH_MAX_MB} MB`,
      pass: growthMb <= GROWTH_MAX_MB,
    },
  ];
}
