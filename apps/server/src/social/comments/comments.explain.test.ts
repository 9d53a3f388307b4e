import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LIST_MENTIONS_STATEMENT, MENTIONABLE_STATEMENT, PEOPLE_STATEMENT } from "./mentions.repo.ts";
import { LIST_REACTIONS_STATEMENT } from "./reactions.repo.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it.each([LIST_REACTIONS_STATEMENT, LIST_MENTIONS_STATEMENT, PEOPLE_STATEMENT, MENTIONABLE_STATEMENT])(
  "$name uses only indexes",
  async ({ text }) => {
    const client = await t.ports.pool.connect();
    try {
      await client.query("begin; set local enable_seqscan = off");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toContain("Seq Scan");
      // An index scan without a condition reads the whole index, so it does not count as index access.
      for (const [scan] of plan.matchAll(/^.*(?:Index|Index Only) Scan using .*\n.*$/gmu)) expect(scan).toContain("Index Cond");
    } finally {
      await client.query("rollback");
      client.release();
    }
  },
);
