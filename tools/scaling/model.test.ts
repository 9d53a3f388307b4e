import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMeasured, type ScalingInputs } from "./benchmarks.mjs";
import { computeScaling } from "./model.mjs";
import { replaceScaling } from "./page.mjs";
import { renderSteps } from "./steps.mjs";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
const given = JSON.parse(read("./inputs.json")) as ScalingInputs;
const benchmarks = read("../../docs/benchmarks.md");
const inputs = readMeasured(given, benchmarks);
const value = (name: string) => inputs.measured[name]?.value ?? Number.NaN;
const rows = () => computeScaling(inputs);

test("the figures of 100 people are those of a calculation by hand", () => {
  const [row] = rows();
  // 100 people × 750 days × 1.1 items a day.
  expect(row?.stored.items).toBeCloseTo(82_500, 6);
  expect(row?.stored.rowBytes).toBeCloseTo(82_500 * 1642, 3);
  // 75,000 images, and 7,500 recordings of 5 minutes with 1.6 times their bytes.
  const images = 75_000 * value("imageBytes");
  expect(row?.stored.storeBytes).toBeCloseTo(images + 7_500 * 5 * value("videoBytesPerMinute") * 1.6, -3);
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

test("measured figures follow their rows of the benchmarks", () => {
  const faster = benchmarks.replace(
    /^\| listing 50 of 100,000 pictures, 16 in parallel \| \d+\/s/mu,
    "| listing 50 of 100,000 pictures, 16 in parallel | 4321/s",
  );
  expect(readMeasured(given, faster).measured["listsPerSecond"]?.value).toBe(4321);
  // Rows of other parts are not read.
  const elsewhere = benchmarks.replace("## listing", "## lists");
  expect(() => readMeasured(given, elsewhere)).toThrow("listsPerSecond: docs/benchmarks.md has no such row");
});

test("every figure is a positive number with a source", () => {
  for (const [name, entry] of Object.entries(inputs.measured)) {
    expect(entry.value, name).toBeGreaterThan(0);
    expect(entry.from, name).toMatch(/\S/u);
  }
});

test("a page without the marks is refused", () => {
  expect(() => replaceScaling("# Scaling\n", inputs)).toThrow("has no section");
});

test("each step has figures of its number of people", () => {
  const all = rows();
  const steps = renderSteps(all);
  expect(steps.split("\n").length).toBeGreaterThan(10);
  expect(steps).not.toMatch(/undefined|NaN/u);
  expect(() => renderSteps(all.slice(1))).toThrow("no row for 100 people");
});
