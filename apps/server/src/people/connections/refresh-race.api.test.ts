import { API_BASE } from "@stillreel/contract";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { type ServerProcess, startServerProcess } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, stateOf } from "./connections.fixture.ts";

const SECRET = "a secret that three processes of one installation use";
/** Longer than two requests need to arrive, so that both processes wait for the same refresh. */
const REFRESH_MS = 700;

let vendors: Vendors;
let t: TestApp;
let processes: ServerProcess[] = [];

beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: { ...vendors.environment, SECRET } });
  const { host, user, database } = t.ports.pool.options;
  const address = { host: String(host), user: String(user), database: String(database) };
  const env = { ...vendors.environment, SECRET, ROLE: "web" };
  processes = await Promise.all([0, 1].map(() => startServerProcess({ dataDir: t.dataDir, database: address, env })));
}, 60_000);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await t.close();
  await vendors.close();
});

test("of two operating system processes one refreshes a token that is valid once, and both use the new one", async () => {
  const user = await t.user();
  const { trello: grants } = vendors.grants;
  await connect(t, user, "trello");
  for (let round = 0; round < 3; round += 1) {
    const before = grants.refreshes;
    grants.expireAll();
    const refreshing = vendors.atlassian.requests.length;
    vendors.atlassian.failNext("/oauth/token", { kind: "delay", ms: REFRESH_MS });
    const answers = await Promise.all(
      [...processes, ...processes].map(async ({ url }) => {
        const answer = await fetch(`${url}${API_BASE}/integrations/trello/boards`, { headers: user.headers });
        return [answer.status, ((await answer.json()) as { data?: unknown[] }).data?.length ?? 0];
      }),
    );
    for (const [status, boards] of answers) expect([status, Number(boards) > 0]).toEqual([200, true]);
    const sent = vendors.atlassian.requests.slice(refreshing).filter(({ path }) => path.includes("/oauth/token"));
    expect([grants.refreshes, sent.length]).toEqual([before + 1, 1]);
  }
  expect(await stateOf(t, user, "trello")).toMatchObject({ status: "connected" });
  const users = new Set(vendors.trello.requests.map(({ headers }) => headers.authorization));
  expect(users.size).toBeGreaterThan(3);
});
