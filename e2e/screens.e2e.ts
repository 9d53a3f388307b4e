import { expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { testScreens } from "./support/appearances.ts";
import { registerPerson } from "./support/people.ts";
import { listScreens } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

/** Timeout for all screens on a busy machine. */
const TIMEOUT_MS = 420_000;

const WIDE = { width: 1440, height: 900 } as const;
const NARROW = { width: 390, height: 844 } as const;

const stage = setStage({});

// `screens.nightly.e2e.ts` checks every appearance of every screen, also of the variants, and loads them narrow, dark and mirrored.
test(
  "every screen opens without errors, fits, and has no serious accessibility fault: wide and light, narrow, dark and mirrored",
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { server, browser } = stage;
    const faults = await testScreens(browser, server.url, await listScreens(server.url), [
      { language: "en", appearances: [{ name: "light", ...WIDE, colorScheme: "light", hasVariants: true, axe: "all" }] },
      { language: "en-XB", isTurned: true, appearances: [{ name: "dark-m-rtl", ...NARROW, colorScheme: "dark", axe: "all" }] },
    ]);
    expect(faults).toEqual([]);
  },
);

test("a language without texts is shown in English, in its direction only when the query asks for it", async () => {
  const { server, browser } = stage;
  const page = await openAs(browser, server.url, await registerPerson(server.url, "Rana Right"));
  await page.goto(`${server.url}/images?lng=en-XB`);
  await page.getByRole("heading", { name: "Take your first still" }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe("rtl");
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^en/u);
  await page.goto(`${server.url}/images`);
  await page.getByRole("heading", { name: "Take your first still" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^en/u);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe("ltr");
  await page.context().close();
});
