import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createComment, login } from "@stillreel/contract";
import { createTestApp, emptyDatabase, expectError, failServerProcess } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { z } from "zod";
import { defineJob, handles } from "../ports/jobs.port.ts";
import { createLogger } from "./logger.ts";

const CANARY = "canary4711";

function captured(): { lines: string[]; log: ReturnType<typeof createLogger> } {
  const lines: string[] = [];
  return { lines, log: createLogger("trace", { write: (line) => void lines.push(line) }) };
}

test("S23: a failed statement of a request is logged without its parameters", async () => {
  const { lines, log } = captured();
  await using t = await createTestApp({ ports: { log } });
  const anna = await t.user();
  const image = await t.image(anna);
  await t.ports.pool.query(`alter table comments add constraint no_canary check (text not like '%${CANARY}%')`);
  const body = { text: `A secret: ${CANARY}\n    at forged (line.ts:1:1)` };
  expectError(await t.call(createComment, { params: { itemId: image.id }, query: {}, body }, anna), "internal");
  await t.ports.pool.query(`alter table users add constraint no_canary check (email not like '%${CANARY}%')`);
  const registration = { email: `${CANARY}@example.test`, password: "correct horse 7", username: CANARY };
  const refused = await t.app.inject({ method: "POST", url: "/api/v1/auth/register", payload: registration });
  expectError(refused, "internal");
  expectError(await t.call(login, { body: { email: `${CANARY}@example.test`, password: CANARY } }), "wrong-password");

  const failures = lines.filter((line) => line.includes("request failed"));
  expect(failures).toHaveLength(2);
  for (const line of failures) expect(line).toContain("no_canary");
  expect(lines.join("")).not.toContain(CANARY);
});

test("S23: a failed statement of a job is logged and stored without its parameters", async () => {
  const { lines, log } = captured();
  const failing = defineJob({ name: "probe.fail", payload: z.object({}), attempts: 1, timeoutMs: 5_000 });
  const handle = handles(failing, async () => {
    await t.ports.db.execute(sql`select ${CANARY}::text::uuid`);
    return "done";
  });
  await using t = await createTestApp({ ports: { log }, modules: { probe: { jobs: [handle] } } });
  await t.startWorker();
  await t.ports.jobs.enqueue(t.ports.db, failing, {});
  await vi.waitFor(
    async () => {
      const { rows } = await t.ports.pool.query<{ last_error: string }>(
        "select last_error from graphile_worker._private_jobs where last_error is not null and locked_at is null",
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.last_error).toContain("22P02");
      expect(rows[0]?.last_error).not.toContain(CANARY);
    },
    { timeout: 10_000 },
  );
  expect(lines.filter((line) => line.includes("job failed"))).toHaveLength(1);
  expect(lines.join("")).not.toContain(CANARY);
});

test("S23: a failed start names the reason, and neither parameters nor the password of the database", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "stillreel-start-"));
  try {
    const { host, user, database: name } = database.address;
    const client = new pg.Client(database.address);
    await client.connect();
    await client.query("create table users (id int)");
    await client.end();
    const DATABASE_URL = `postgres://${user}:${CANARY}@localhost/${name}?host=${encodeURIComponent(host)}`;
    const { output, code } = await failServerProcess({ dataDir, database: database.address, env: { DATABASE_URL } });
    expect(code).toBe(1);
    expect(output).toContain('relation "users" already exists');
    expect(output).not.toContain("params:");
    expect(output).not.toContain(CANARY);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});
