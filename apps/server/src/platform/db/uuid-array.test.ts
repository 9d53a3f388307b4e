import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { uuidArray } from "./uuid-array.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it.each([0, 1, 3, 2_000])("is read by the database as the %i ids that it was made of", async (count) => {
  const ids = Array.from({ length: count }, () => t.ports.ids.id());
  const { rows } = await t.ports.pool.query<{ ids: string[]; size: number }>(
    "select $1::uuid[]::text[] as ids, coalesce(array_length($1::uuid[], 1), 0) as size",
    [uuidArray(ids)],
  );
  expect(rows).toEqual([{ ids, size: count }]);
});
