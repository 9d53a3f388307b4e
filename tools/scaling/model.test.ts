import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { computeScaling } from "./model.mjs";
import { replaceScaling } from "./page.mjs";

const inputs = JSON.parse(readFileSync(new URL("./inputs.json", import.meta.url), "utf8")) as { people: number[] };
const rows = () => computeScaling(inputs);

test("the figures of 100 people are those of a calculation by hand", () => {
  const [row] = rows();
  // 100 people × 750 days × 1.1 items a day.
  expect(row?.stored.items).toBeCloseTo(82_500, 6);
  expect(row?.stored.rowBytes).toBeCloseTo(82_500 * 1642, 3);
  // 75,000 images, and 7,500 recordings of 5 minutes with 1.6 times their bytes.
  expect(row?.stored.storeBytes).toBeCloseTo(75_000 * 377_000 + 7_500 * 5 * 19_400_000 * 1.6, -3);
  expect(row?.requests.lists).toBeCloseTo((100 * 100 * 3) / 28_800, 9);
  expect(row?.encoding.minutes).toBeCloseTo(50, 9);
});

test("bytes and requests grow with the people, and the cost of a person does not", () => {
  const all = rows();
  expect(all.map(({ people }) => people)).toEqual(inputs.people);
  for (const [nth, row] of all.entries()) {
    const before = all[nth - 1];
    if (!before) continue;
    const factor = row.people / before.people;
    expect(row.stored.storeBytes / before.stored.storeBytes).toBeCloseTo(factor, 6);
    expect(row.encoding.hours / before.encoding.hours).toBeCloseTo(factor, 6);
    expect(row.money.perPerson).toBeLessThanOrEqual(before.money.perPerson * 1.000_1);
  }
});

test("a page without the marks is refused", () => {
  expect(() => replaceScaling("# Scaling\n", inputs)).toThrow("has no section");
});
