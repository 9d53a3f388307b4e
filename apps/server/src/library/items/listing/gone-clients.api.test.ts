import { listItems, search } from "@stillreel/contract";
import { createTestApp, expectData, type TestApp } from "@stillreel/testing";
import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

/** Starts a request. Returns how its client closes the connection, and the status of the response if there is one. */
function start(path: string, headers: Record<string, string>): { close: () => void; status: Promise<number | null> } {
  const request = http.get({ host: "127.0.0.1", port, path, headers, agent: false });
  const status = new Promise<number | null>((resolve) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.on("error", () => resolve(null));
  });
  return { close: () => void request.destroy(), status };
}

/** Waits until the server has this number of connections. */
const connections = (wanted: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const count = await new Promise((resolve) => t.app.server.getConnections((_, found) => resolve(found)));
      expect(count).toBe(wanted);
    },
    { timeout: 10_000 },
  );

test("lists and searches that wait for the database are not read for clients that have gone", async () => {
  const user = await t.user();
  await t.image(user);
  const params = { workspaceId: "personal" };
  // Reads what is stored in memory for later requests.
  expectData(await t.call(listItems, { params, query: { view: "all" } }, user));
  expectData(await t.call(search, { query: { q: "release" } }, user));
  const { pool } = t.ports;
  const borrowed = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  const paths = ["/api/v1/workspace/personal/items?view=all&sort=name", "/api/v1/search?q=notes"];
  const headers = { ...user.headers };
  try {
    const [gone, here] = [paths.map((path) => start(path, headers)), paths.map((path) => start(path, headers))];
    await connections(4);
    for (const { close } of gone) close();
    await connections(2);
    const statements = vi.spyOn(pg.Client.prototype, "query");
    for (const client of borrowed.splice(0)) client.release();
    expect(await Promise.all(here.map(({ status }) => status))).toEqual([200, 200]);
    const names = statements.mock.calls.flatMap(([statement]) => (statement as { name?: string } | undefined)?.name ?? []);
    expect(names.filter((name) => name.startsWith("items-list-page"))).toHaveLength(1);
    expect(names.filter((name) => name === "search-find-whole")).toHaveLength(1);
  } finally {
    for (const client of borrowed) client.release();
  }
});
