import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { listen, LISTENERS } from "./listen.ts";

const HOST = "127.0.0.1";
/** The additional sockets exist on Linux only. */
const isLinux = process.platform === "linux";

const apps: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

/** Starts a server whose only route answers when `answer` resolves. */
async function server(answer: Promise<void> = Promise.resolve()) {
  const app = Fastify({ forceCloseConnections: "idle" });
  apps.push(app);
  const seen = vi.fn<() => void>();
  app.get("/", async () => {
    seen();
    await answer;
    return "answered";
  });
  const port = Number(new URL(await listen(app, { port: 0, host: HOST })).port);
  return { app, port, seen };
}

test.runIf(isLinux)("many waiting connections are accepted in few turns of the event loop", async () => {
  const { app, port } = await server();
  const count = 20 * LISTENERS;
  let accepted = 0;
  app.server.on("connection", () => (accepted += 1));
  const sockets = Array.from({ length: count }, () => net.connect(port, HOST).on("error", () => {}));
  let turns = 0;
  for (; accepted < count && turns < count; turns += 1) await nextTurn();
  for (const socket of sockets) socket.destroy();
  expect(accepted).toBe(count);
  // One socket needs as many turns as there are connections.
  expect(turns).toBeLessThan(count / 4);
});

test("the close of the server waits for the requests on all sockets, and refuses new connections", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { app, port, seen } = await server(promise);
  const count = 4 * LISTENERS;
  const statuses = Array.from(
    { length: count },
    () =>
      new Promise<number | undefined>((done, fail) => {
        const request = http.get({ port, host: HOST, agent: false }, (response) => {
          response.resume();
          response.once("end", () => done(response.statusCode));
        });
        request.once("error", fail);
      }),
  );
  await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(count), { timeout: 10_000 });
  const onClosed = vi.fn<() => void>();
  const closed = app.close().then(onClosed);
  await vi.waitFor(async () => {
    const late = net.connect(port, HOST);
    const outcome = await once(late, "connect").catch((error: NodeJS.ErrnoException) => error.code);
    late.destroy();
    expect(outcome).toBe("ECONNREFUSED");
  });
  expect(onClosed).not.toHaveBeenCalled();
  resolve();
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  await closed;
});

test("a second server on the same port is refused", async () => {
  const { port } = await server();
  const other = Fastify();
  apps.push(other);
  await expect(listen(other, { port, host: HOST })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("a port that another program uses is refused", async () => {
  const program = net.createServer().listen(0, HOST);
  await once(program, "listening");
  const app = Fastify();
  apps.push(app);
  const { port } = program.address() as net.AddressInfo;
  await expect(listen(app, { port, host: HOST })).rejects.toMatchObject({ code: "EADDRINUSE" });
  program.close();
});
