import http from "node:http";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { FUZZ_ANSWER_MAX_MS, fuzzProblem, type FuzzRequest, fuzzRound } from "@stillreel/testing/fuzz";
import { form, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { callApi, productCommand, register, ROOT, startServer } from "./support/server.ts";

/** Number of generated requests. `BENCH_FUZZ` replaces it. */
const REQUESTS = Number(process.env.BENCH_FUZZ ?? 50_000);
const AT_ONCE = 4;
const ANSWER_MAX_BYTES = 1_000_000;

/** What is counted over all rounds. */
interface Found {
  sent: number;
  problems: string[];
  slowestMs: number;
}

/** Registers a user with one resource of each kind. Returns its headers, and ids by parameter name. */
async function world(url: string, round: number): Promise<{ headers: Record<string, string>; known: Record<string, string[]> }> {
  const server = { url };
  const person = await register(url, `fuzz${round}@bench.example`);
  const sent = form(noisePng(4_000), "picture.png");
  const answer = await fetch(`${url}/api/v1/workspace/personal/files/image`, {
    method: "POST",
    headers: { ...person.headers, ...sent.headers },
    body: new Uint8Array(sent.body),
  });
  const { data: item } = (await answer.json()) as { data: { id: string; refName: string } };
  const folder = await callApi<{ id: string }>(server, person, "POST", "/workspace/personal/folders", { name: "Mine" });
  const comment = await callApi<{ id: string }>(server, person, "POST", `/items/${item.id}/comments`, { text: "Mine" });
  const share = await callApi<{ slug: string | null }>(server, person, "GET", `/workspace/share/personal/${item.id}`);
  const known = {
    workspaceId: [person.workspaceId, "personal"],
    itemId: [item.id],
    imageId: [item.id],
    folderId: [folder.id, "root"],
    parentId: [folder.id],
    commentId: [comment.id],
    slug: [share.slug ?? "unknown"],
    refName: [item.refName],
    id: [person.workspaceId, item.id, folder.id],
    type: ["image", "video"],
    language: ["en", "ar"],
  };
  return { headers: person.headers, known };
}

/** Sends a request as it is: `fetch` would correct its path. */
function send(
  url: string,
  agent: http.Agent,
  { method, url: target, headers, payload }: FuzzRequest,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path: target, headers, agent, timeout: 20_000 }, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= ANSWER_MAX_BYTES) chunks.push(chunk);
      });
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
      answer.once("error", reject);
    });
    request.once("timeout", () => request.destroy(new Error("No response within 20 s.")));
    request.once("error", reject);
    request.end(payload);
  });
}

async function runRound(url: string, agent: http.Agent, round: number, found: Found): Promise<void> {
  const { headers, known } = await world(url, round);
  for (const request of fuzzRound((Date.now() % 1_000_000) + round, known)) {
    const began = performance.now();
    const answer = await send(url, agent, { ...request, headers: { ...headers, ...request.headers } }).catch((error: unknown) => ({
      status: 599,
      text: String(error),
    }));
    const tookMs = performance.now() - began;
    found.sent += 1;
    found.slowestMs = Math.max(found.slowestMs, tookMs);
    const problem = fuzzProblem(answer.status, answer.text);
    if (problem) found.problems.push(`${problem}: ${request.method} ${request.url.slice(0, 200)} ${answer.text.slice(0, 200)}`);
  }
}

/** Sends generated requests to the product: none may cause a server error, contain internals, or take long. */
export async function benchFuzz(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/fuzz");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, LOG_LEVEL: "fatal" } });
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const found: Found = { sent: 0, problems: [], slowestMs: 0 };
  try {
    let round = 0;
    await register(server.url, "first@bench.example");
    const work = async (): Promise<void> => {
      while (found.sent < REQUESTS) await runRound(server.url, agent, (round += 1), found);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    agent.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  for (const problem of found.problems.slice(0, 40)) process.stderr.write(`${problem}\n`);
  return [
    {
      name: `generated requests with a server error or internals, of ${found.sent}`,
      measured: String(found.problems.length),
      target: "0",
      pass: found.problems.length === 0,
      note: `${AT_ONCE} in parallel, new seed in each run`,
    },
    {
      name: "slowest response to a generated request",
      measured: `${found.slowestMs.toFixed(0)} ms`,
      target: `≤ ${FUZZ_ANSWER_MAX_MS} ms`,
      pass: found.slowestMs <= FUZZ_ANSWER_MAX_MS,
    },
  ];
}
