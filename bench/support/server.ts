import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { SERVER_ENV, SERVER_FLAGS } from "../../tools/runtime.mjs";

export const ROOT = path.resolve(import.meta.dirname, "../..");

/** A product server during a measurement. */
export interface BenchServer {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to the first response 200. */
  startedInMs: number;
  /** Returns the sum of PSS over the process and all its descendants, in MB. */
  pssMb(): number;
  /** Returns the PSS of the server's Node process alone, in MB. */
  nodePssMb(): number;
  /**
   * Returns the resident memory of the server's Node process alone, in MB. Unlike PSS, it does not depend on how many other processes have
   * the same program file in memory.
   */
  nodeRssMb(): number;
  stop(): Promise<void>;
}

function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      found.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // The process ended between listing and reading.
    }
  }
  return found;
}

function descendants(pid: number): number[] {
  const all = parents();
  const tree = [pid];
  for (let index = 0; index < tree.length; index += 1) for (const [child, parent] of all) if (parent === tree[index]) tree.push(child);
  return tree;
}

function memoryKb(pid: number, kind: "Pss" | "Rss"): number {
  try {
    return Number(new RegExp(`^${kind}:\\s+(\\d+)`, "mu").exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function firstOk(url: string, deadlineMs: number): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (performance.now() < until) {
    const ok = await fetch(url).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error(`${url} did not answer 200 within ${deadlineMs} ms.`);
}

/** Starts a command that serves the product on `port`, and waits for its first 200. */
export async function startServer(options: {
  command: string[];
  port: number;
  env: Record<string, string>;
  timeoutMs?: number;
}): Promise<BenchServer> {
  const [program, ...rest] = options.command as [string, ...string[]];
  const began = performance.now();
  const child: ChildProcess = spawn(program, rest, {
    cwd: ROOT,
    env: {
      ...SERVER_ENV,
      ...process.env,
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000000",
      ...options.env,
      PORT: String(options.port),
    },
    stdio: ["ignore", process.env.BENCH_STDOUT ? "inherit" : "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${options.port}`;
  const exited = new Promise<never>((_, reject) => child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`))));
  await Promise.race([firstOk(`${url}/healthz`, options.timeoutMs ?? 60_000), exited]);
  exited.catch(() => undefined);
  const pid = child.pid as number;
  const node = (): number =>
    descendants(pid).find((candidate) => /main\.js/u.test(readCommand(candidate)) && /(^|\/)node\b/u.test(readCommand(candidate))) ?? pid;
  return {
    url,
    pid,
    startedInMs: performance.now() - began,
    pssMb: () => descendants(pid).reduce((sum, one) => sum + memoryKb(one, "Pss"), 0) / 1024,
    nodePssMb: () => memoryKb(node(), "Pss") / 1024,
    nodeRssMb: () => memoryKb(node(), "Rss") / 1024,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Returns the command of the built server, as `npm start` starts it. */
export const productCommand = (): string[] => [process.execPath, ...SERVER_FLAGS, path.join(ROOT, "apps/server/dist/main.js")];

/** Registers and signs in a user. Returns the headers for requests. */
export async function register(
  url: string,
  email: string,
): Promise<{ headers: Record<string, string>; workspaceId: string; cookies: string }> {
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "bench-marks-7", username: "Bench" }),
  });
  const body = (await answer.json()) as { data: { idToken: string; refreshToken: string } };
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(body)}`);
  const headers = { idtoken: body.data.idToken, refreshtoken: body.data.refreshToken };
  const single = (await (await fetch(`${url}/api/v1/workspace/single/personal`, { headers })).json()) as {
    data: { workspace: { id: string } };
  };
  return {
    headers,
    workspaceId: single.data.workspace.id,
    cookies: `idToken=${body.data.idToken}; refreshToken=${body.data.refreshToken}`,
  };
}

/** Calls the API and returns the data of its answer. @throws Error when the answer is not successful */
export async function callApi<T>(
  server: Pick<BenchServer, "url">,
  person: { headers: Record<string, string> },
  method: string,
  route: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${server.url}/api/v1${route}`, {
    method,
    headers: { ...person.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${JSON.stringify(json)}`);
  return json.data;
}

/** Signs a registered user in again: a token is valid for ten minutes, and filling takes several of them. */
export async function refreshed<P extends { headers: Record<string, string> }>(
  server: Pick<BenchServer, "url">,
  person: P,
  email: string,
): Promise<P> {
  const body = { email, password: "bench-marks-7" };
  const session = await callApi<{ idToken: string; refreshToken: string }>(server, { headers: {} }, "POST", "/auth/login", body);
  return { ...person, headers: { idtoken: session.idToken, refreshtoken: session.refreshToken } };
}
