import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Result of many equal requests. */
export interface Flood {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

function latency(text: string, share: string): number {
  const found = new RegExp(`^\\s*${share}%\\s+([\\d.]+)(us|ms|s)$`, "mu").exec(text);
  return found ? Number(found[1]) * (MS[found[2] ?? "ms"] ?? 1) : Number.NaN;
}

/** Creates a script for wrk: the requests that it sends, and the report of the 95th percentile. */
async function script(options: { rangesOfMb?: number; paths?: string[] }): Promise<string> {
  const lines = [`done = function(summary, latency) io.write(string.format("p95us %d\\n", latency:percentile(95))) end`];
  if (options.rangesOfMb)
    lines.push(
      `request = function() local at = math.random(0, ${options.rangesOfMb - 2}) * 1048576; return wrk.format("GET", nil, { Range = "bytes=" .. at .. "-" .. at + 1048575 }) end`,
    );
  if (options.paths)
    lines.push(
      `local paths = { ${options.paths.map((one) => JSON.stringify(one)).join(", ")} }`,
      `local at = 0`,
      `request = function() at = at % #paths + 1; return wrk.format("GET", paths[at]) end`,
    );
  const file = path.join(os.tmpdir(), `stillreel-wrk-${process.pid}.lua`);
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}

/** @throws when wrk is not installed. Called before a part prepares its data. */
export async function assertWrk(): Promise<void> {
  await run("wrk", ["-v"]).catch((error: NodeJS.ErrnoException) => {
    // Its version has the exit code 1.
    if (error.code === "ENOENT") throw new Error("This part needs the program wrk (Debian's package of that name).");
  });
}

/**
 * Sends GET requests as fast as possible over the given connections (16 by default), with Debian's wrk: a generator in C
 * leaves the cores to the compared servers. `rangesOfMb` requests 1 MB ranges at random offsets of a file of that many MB;
 * `paths` (escaped) are requested in turn.
 * @throws when wrk is not installed, or when responses fail
 */
export async function flood(
  url: string,
  options: {
    seconds: number;
    connections?: number;
    headers?: Record<string, string>;
    rangesOfMb?: number;
    paths?: string[];
    /** Seconds after which an answer counts as missing; by default the two of wrk. */
    timeoutS?: number;
  },
): Promise<Flood> {
  const args = ["-t1", `-c${options.connections ?? 16}`, `-d${options.seconds}`, "--latency", "-s", await script(options)];
  if (options.timeoutS) args.push("--timeout", `${options.timeoutS}s`);
  for (const [name, value] of Object.entries(options.headers ?? {})) args.push("-H", `${name}: ${value}`);
  const { stdout } = await run("wrk", [...args, url], { maxBuffer: 1 << 20 });
  if (/Non-2xx|Socket errors/u.test(stdout)) throw new Error(`Answers of ${url} failed:\n${stdout}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/u.exec(stdout)?.[1]),
    p50Ms: latency(stdout, "50"),
    p95Ms: Number(/p95us (\d+)/u.exec(stdout)?.[1]) / 1000,
    p99Ms: latency(stdout, "99"),
  };
}
