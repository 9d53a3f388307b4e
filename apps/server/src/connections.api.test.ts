import net from "node:net";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await createTestApp({
    modules: {
      probe: {
        routes(app) {
          app.post("/api/probe/json", { config: { needs: "public" } }, async (request) => ({ body: request.body ?? null }));
        },
      },
    },
  });
  port = Number(new URL(await t.listen()).port);
});
afterAll(() => t.close());

/** Sends raw text. Returns the complete response text and whether the server closed the connection. */
function raw(text: string, waitMs = 3_000): Promise<{ answer: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    const timer = setTimeout(() => finish(false), waitMs);
    const finish = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answer, isClosed });
    };
    socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
    socket.on("close", () => finish(true)).on("error", () => finish(true));
  });
}

describe("S27: requests that two programs could read differently are refused and the connection is closed", () => {
  const head = "POST /api/probe/json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  test.each([
    ["both length and chunks", `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ["a folded header", `${head}x-a: 1\r\n  2\r\ncontent-length: 2\r\n\r\n{}`],
    ["a length that is no number", `${head}content-length: +2\r\n\r\n{}`],
    ["a header without a name", `${head}: x\r\n\r\n`],
    ["not HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
  ])("%s", async (_what, text) => {
    const { answer, isClosed } = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /u);
    expect(answer).toContain('"status":"error"');
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(isClosed).toBe(true);
  });

  test("headers without end are refused", async () => {
    const { answer, isClosed } = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /u);
    expect(isClosed).toBe(true);
  });
});

test("invalid bytes after a request close the connection without a second response", async () => {
  const { answer, isClosed } = await raw("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n");
  expect(answer.match(/HTTP\/1\.1 /gu)).toHaveLength(1);
  expect(isClosed).toBe(true);
});

describe("slow clients", () => {
  test("100 clients with slow headers are disconnected within 30 s, without effect on others", { timeout: 60_000 }, async () => {
    const started = performance.now();
    const closed = new Promise<number[]>((resolve) => {
      const times: number[] = [];
      for (let n = 0; n < 100; n += 1) {
        const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nx: "));
        const drip = setInterval(() => socket.write("a"), 1_000);
        socket
          .on("error", () => {})
          .on("close", () => {
            clearInterval(drip);
            times.push(performance.now() - started);
            if (times.length === 100) resolve(times);
          });
        socket.resume();
      }
    });
    const requests: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const sentAt = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      requests.push(performance.now() - sentAt);
    }
    // The median is a fact about the server. A single request can wait for the machine.
    expect(requests.toSorted((a, b) => a - b)[10]).toBeLessThan(300);
    const closedAfter = await closed;
    expect(Math.max(...closedAfter)).toBeLessThan(30_000);
    expect(Math.min(...closedAfter)).toBeGreaterThan(10_000);
  });
});
