import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendDirect } from "./send-direct.ts";

const SIZE = 10;
const FILE = new Blob(["0123456789abcdefghijABCDEFGHIJrest"]);

let server: http.Server;
let url: string;
/** Parts that the store has, by their start. */
let stored: Map<number, string>;
/** Number of the next requests for parts that fail. */
let failures: number;
/** Start of a part whose next request fails. */
let failsAt: number | null;
let asked: number;
let headers: http.IncomingHttpHeaders[];

beforeEach(async () => {
  stored = new Map();
  failures = 0;
  failsAt = null;
  asked = 0;
  headers = [];
  server = http.createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (request.url === "/uploads/a/parts") {
      asked += 1;
      let offset = 0;
      while (stored.has(offset)) offset += SIZE;
      const starts = [offset, offset + SIZE].filter((start) => start + SIZE <= FILE.size);
      const parts = starts.map((start) => ({ url: `${url}/store/${start}`, start, sizeBytes: SIZE }));
      return void response.end(JSON.stringify({ status: "success", data: { offset, parts } }));
    }
    headers.push(request.headers);
    const start = Number(request.url?.split("/").at(-1));
    if (failures > 0 || start === failsAt) {
      failures -= 1;
      failsAt = null;
      return void response.writeHead(503).end();
    }
    stored.set(start, body);
    return void response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const send = (onProgress: (bytes: number) => void = () => {}, signal = new AbortController().signal) =>
  sendDirect(`${url}/uploads/a`, FILE, { signal, onProgress });

test("whole parts are sent to the store without cookies, and the progress counts them", async () => {
  const progress: number[] = [];
  expect(await send((bytes) => progress.push(bytes))).toBe("done");
  expect([...stored.entries()].toSorted(([a], [b]) => a - b)).toEqual([
    [0, "0123456789"],
    [10, "abcdefghij"],
    [20, "ABCDEFGHIJ"],
  ]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(30);
  for (const sent of headers) expect([sent.cookie, sent.referer, sent["x-client-id"]]).toEqual([undefined, undefined, undefined]);
});

test("a part that failed is sent again when another one has arrived", async () => {
  failsAt = 10;
  expect(await send()).toBe("done");
  expect(stored.size).toBe(3);
  expect(headers).toHaveLength(4);
});

test("a store that takes nothing is not tried again, and a server that fails ends it", async () => {
  failures = 100;
  expect(await send()).toBe("store-away");
  expect(asked).toBe(2);
  expect(headers).toHaveLength(2);
  server.removeAllListeners("request");
  server.on("request", (_request, response) => void response.writeHead(500).end());
  expect(await send()).toBe("server-away");
});

test("an abort ends it with its reason", async () => {
  const stop = new AbortController();
  const reason = new Error("paused");
  await expect(send(() => stop.abort(reason), stop.signal)).rejects.toBe(reason);
});
