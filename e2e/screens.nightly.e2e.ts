import { beforeAll, expect, test } from "vitest";
import { testScreens } from "./support/appearances.ts";
import { layoutShift } from "./support/layout-shift.ts";
import type { Screen } from "./support/screen.ts";
import { createWindows, forEachScreen, listScreens, settle } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

/** Timeout for all screens on a busy machine. */
const TIMEOUT_MS = 420_000;

/** Limit of the cumulative layout shift of a page. */
const SHIFT_MAX = 0.02;

const WIDE = { width: 1440, height: 900 } as const;
const NARROW = { width: 390, height: 844 } as const;

const stage = setStage({});
let screens: Screen[];

// Only the first account of a server is its administrator: a second list would have none.
beforeAll(async () => {
  screens = await listScreens(stage.server.url);
});

test(
  "every screen opens without errors, fits, and has no serious accessibility fault: wide and narrow, light and dark, also mirrored",
  { timeout: TIMEOUT_MS },
  async () => {
    const { server, browser } = stage;
    const faults = await testScreens(browser, server.url, screens, [
      {
        language: "en",
        appearances: [
          { name: "light", ...WIDE, colorScheme: "light", hasVariants: true, axe: "all" },
          { name: "dark", ...WIDE, colorScheme: "dark", hasVariants: true, axe: "contrast" },
          { name: "light-m", ...NARROW, colorScheme: "light" },
          { name: "dark-m", ...NARROW, colorScheme: "dark", hasVariants: true },
        ],
      },
      // Loaded narrow and dark.
      {
        language: "en-XB",
        appearances: [
          { name: "dark-m-rtl", ...NARROW, colorScheme: "dark", hasVariants: true },
          { name: "light-m-rtl", ...NARROW, colorScheme: "light", hasVariants: true },
          { name: "light-rtl", ...WIDE, colorScheme: "light" },
        ],
      },
    ]);
    expect(faults).toEqual([]);
  },
);

test.each([
  ["wide", WIDE],
  ["narrow", NARROW],
] as const)("no %s page moves while it loads", { timeout: TIMEOUT_MS }, async (_name, size) => {
  const { server, browser } = stage;
  // Screens that need an action are shown over a page that is in the list itself.
  const pages = screens.filter(({ prepare }) => prepare === undefined);
  const faults = await forEachScreen(
    pages,
    () => createWindows(browser, server.url),
    async (windows, screen) => {
      const page = await windows.open(screen, { ...size, colorScheme: "light" }, "en", { console: () => {}, error: () => {} });
      await settle(page, screen);
      const shift = await layoutShift(page);
      return shift > SHIFT_MAX ? [`${screen.name}: ${shift.toFixed(3)}`] : [];
    },
  );
  expect(faults).toEqual([]);
});
