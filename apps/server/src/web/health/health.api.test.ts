import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getHealth, updatePreferences, updateSettings } from "@stillreel/contract";
import {
  createTestApp,
  emptyDatabase,
  expectError,
  startOtlpReceiver,
  startServerProcess,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import pino from "pino";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createPool } from "../../platform/db/pool.ts";
import { createHealthService } from "./health.service.ts";
import { healthTextsOf } from "./health.texts.ts";

const checksOf = async (t: TestApp, admin: TestUser) => {
  const { checks } = (await t.call(getHealth, {}, admin)).data();
  return { checks, byId: Object.fromEntries(checks.map((check) => [check.id, check])) };
};

describe("the health of the installation", () => {
  it("is for administrators only", async () => {
    await using t = await createTestApp();
    await t.user();
    expectError(await t.call(getHealth, {}, await t.user()), "forbidden");
    expectError(await t.call(getHealth), "unauthenticated");
  });

  it("names what was measured and how to correct it, problems first", async () => {
    await using t = await createTestApp({ config: { PUBLIC_URL: "http://shots.example" } });
    const admin = await t.user();
    const { checks, byId } = await checksOf(t, admin);
    expect(checks).toHaveLength(10);
    const ranks = checks.map(({ state }) => ["problem", "attention", "good"].indexOf(state));
    expect(ranks).toEqual(ranks.toSorted());
    expect(byId["store"]).toMatchObject({ state: "good", fix: null, measured: expect.stringMatching(/in \d+ ms/u) });
    expect(byId["database"]).toMatchObject({ measured: expect.stringMatching(/^PostgreSQL \d+/u) });
    expect(byId["queue"]).toMatchObject({ state: "problem", measured: expect.stringContaining("No process"), fix: expect.any(String) });
    expect(byId["mail"]).toMatchObject({ state: "attention", fix: expect.stringContaining("Server") });
    expect(byId["clock"]).toMatchObject({ state: "good" });
    expect(byId["publicAddress"]).toMatchObject({ state: "problem", fix: expect.stringContaining("https") });
    expect(byId["backups"]).toMatchObject({ state: "attention", article: "server-health#backup" });
    for (const check of checks) expect([check.id, check.measured]).toEqual([check.id, expect.not.stringMatching(/\{\{|undefined|^$/u)]);
  });

  it("is in the language of the address, else of the cookie, of the account, of the browser, and of the installation", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    const fixOf = async (query: string, headers: Record<string, string> = {}): Promise<unknown> => {
      const url = `/api/v1/admin/health${query}`;
      const answer = await t.app.inject({ url, headers: { ...admin.headers, ...headers } });
      const { data } = answer.json<{ data: { checks: { id: string; fix: string | null }[] } }>();
      return data.checks.find(({ id }) => id === "mail")?.fix;
    };
    const textIn = (language: string) => healthTextsOf(language).mail.fixStored;
    const accepted = { "accept-language": "tlh, nl;q=0.8, ru;q=0.5" };
    expect(await fixOf("")).toBe(textIn("en"));
    await t.call(updateSettings, { body: { defaultLanguage: { value: "pl", version: 0 } } }, admin);
    expect(await fixOf("")).toBe(textIn("pl"));
    expect(await fixOf("", accepted)).toBe(textIn("nl"));
    await t.call(updatePreferences, { body: { language: "fr" } }, admin);
    expect(await fixOf("", accepted)).toBe(textIn("fr"));
    expect(await fixOf("", { ...accepted, cookie: "i18next=ar" })).toBe(textIn("ar"));
    expect(await fixOf("?lng=de-AT", { ...accepted, cookie: "i18next=ar" })).toBe(textIn("de"));
    expect(await fixOf("?lng=tlh", { ...accepted, cookie: "i18next=xx" })).toBe(textIn("fr"));
  });

  it("recognizes workers, failed jobs and a recent backup", async () => {
    await using t = await createTestApp({ config: { SMTP_URL: "smtp://user:secret@127.0.0.1:9" } });
    const admin = await t.user();
    await t.ports.pool.query("insert into worker_beats (id) values ('pool-1'), ('worker-1')");
    expect((await checksOf(t, admin)).byId["queue"]).toMatchObject({ state: "good", measured: expect.stringContaining("run jobs: 1") });
    await t.ports.pool.query("select graphile_worker.add_job('outbox.send-mail', '{}'::json, max_attempts => 1)");
    await t.ports.pool.query("update graphile_worker._private_jobs set attempts = max_attempts");
    const file = path.join(t.dataDir, "last-backup");
    await writeFile(file, "");
    const { byId } = await checksOf(t, admin);
    expect(byId["queue"]).toMatchObject({ state: "attention", measured: expect.stringContaining("Failed jobs: 1") });
    expect(byId["mail"]).toMatchObject({ state: "problem", measured: expect.stringContaining("ECONNREFUSED") });
    expect(byId["backups"]).toMatchObject({ state: "good" });
    const old = new Date(t.clock.now().getTime() - 9 * 86_400_000);
    await utimes(file, old, old);
    expect((await checksOf(t, admin)).byId["backups"]).toMatchObject({
      state: "attention",
      measured: expect.stringContaining("backup: 9"),
    });
    // The command records its backups.
    const at = new Date(t.clock.now().getTime() - 2 * 86_400_000);
    await t.ports.pool.query("insert into audit (id, action, at) values (gen_random_uuid(), 'backup.created', $1)", [at]);
    expect((await checksOf(t, admin)).byId["backups"]).toMatchObject({ state: "good", measured: expect.stringContaining("backup: 2") });
  });

  it("recognizes a receiver of traces that refuses them", async () => {
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    await using t = await createTestApp({ config: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
    const admin = await t.user();
    expect((await checksOf(t, admin)).byId["settings"]).toMatchObject({ state: "good" });
    receiver.status = 401;
    expect((await checksOf(t, admin)).byId["settings"]).toMatchObject({
      state: "attention",
      measured: expect.stringContaining("OTEL_EXPORTER_OTLP_HEADERS"),
    });
  });

  it("names an old backup before a new version changes the database, once", async () => {
    const database = await emptyDatabase(inject("cluster"));
    const dataDir = await mkdtemp(path.join(tmpdir(), "stillreel-upgrade-"));
    onTestFinished(async () => {
      await database.drop();
      await rm(dataDir, { recursive: true });
    });
    const loader = createPool(database.address, { max: 1, log: pino({ level: "silent" }) });
    await loader.query(await readFile(path.join(import.meta.dirname, "../../platform/db/fixtures/release-0011.sql"), "utf8"));
    await loader.end();
    const outputs: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const server = await startServerProcess({ dataDir, database: database.address });
      outputs.push(server.output());
      await server.stop();
    }
    expect(outputs.map((output) => output.includes("No backup is known. Run `npm run backup` before updates."))).toEqual([true, false]);
  }, 300_000);

  it("does not wait for a check that hangs, and reports one that fails", async () => {
    await using t = await createTestApp();
    const { storage } = t.ports;
    const hanging = { ...storage, put: () => new Promise<never>(() => {}), delete: async () => {} };
    const broken = { configured: true, check: () => Promise.reject(new Error("no route to mail.example")) };
    const ports = { ...t.ports, storage: hanging as never, mail: broken as never };
    const started = performance.now();
    const { checks } = await createHealthService(ports, 300).check("en");
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(checks.find(({ id }) => id === "store")).toMatchObject({ state: "problem", measured: expect.stringContaining("No answer") });
    expect(checks.find(({ id }) => id === "mail")).toMatchObject({ state: "problem", measured: expect.stringContaining("no route") });
    expect(checks.find(({ id }) => id === "database")?.state).toBe("good");
  });
});
