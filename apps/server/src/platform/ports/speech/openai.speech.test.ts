import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpeech } from "./openai.speech.ts";

/** Time in milliseconds after which the service is given up. Each of these services never ends its answer. */
const PIECE_MS = 200;

let folder: string;
let server: http.Server;
let answer: (response: http.ServerResponse) => void;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "stillreel-speech-"));
  await writeFile(path.join(folder, "piece.wav"), Buffer.alloc(1_000));
  server = http.createServer((request, response) => {
    request.resume();
    answer(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => void server.close(done));
  await rm(folder, { recursive: true });
});

const recognise = (signal?: AbortSignal): Promise<unknown> => {
  const { port } = server.address() as AddressInfo;
  const service = { url: `http://127.0.0.1:${port}`, key: null, model: "tiny" };
  const piece = { path: path.join(folder, "piece.wav"), language: null, format: null };
  return createSpeech({ pieceMs: PIECE_MS }).recognise(service, piece, signal);
};

test.each<[string, typeof answer]>([
  ["never answers", () => {}],
  [
    "stops in the middle of its answer",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"text":"so far');
    },
  ],
])("a service that %s is given up after the time for a piece", async (_name, how) => {
  answer = how;
  await expect(recognise()).rejects.toMatchObject({ kind: "unreachable", message: "The service did not answer in time." });
});

test("a job that is stopped does not wait for the service", async () => {
  const stop = new AbortController();
  answer = () => stop.abort(new Error("stopped"));
  await expect(recognise(stop.signal)).rejects.toThrow("stopped");
});
