import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { cutOffSlowBodies } from "./slow-bodies.ts";

test("R15: a client that sends its body too slowly is disconnected, a steady client is not", async () => {
  const app = Fastify();
  cutOffSlowBodies(app, { everyMs: 200 });
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload
      .on("error", () => {})
      .on("end", () => done(null))
      .resume();
  });
  app.post("/", async () => "taken");
  const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
  const send = async (chunk: string): Promise<string> => {
    let answer = "";
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => {}).on("data", (data) => (answer += String(data)));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: ${chunk.length * 20}\r\n\r\n`);
    for (let count = 0; count < 20 && !socket.destroyed; count += 1) {
      socket.write(chunk);
      await sleep(50);
    }
    await closed;
    return answer;
  };
  const [slow, steady] = await Promise.all([send("a"), send("a".repeat(100))]);
  expect(slow).toBe("");
  expect(steady).toContain("taken");
  await app.close();
});
