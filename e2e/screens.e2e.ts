import { expect, test } from "vitest";
import { lookAround } from "./support/looks.ts";
import { listScreens } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

/** For all screens, on a busy machine. */
const TIMEOUT_MS = 300_000;

const stage = setStage();

test(
  "every screen stands without errors and fits, wide and narrow, light and dark",
  async () => {
    const { server, browser } = stage;
    const faults = await lookAround(browser, server.url, await listScreens(server.url), {
      looks: [
        { name: "light", width: 1440, height: 900, colorScheme: "light", hasVariants: true },
        { name: "dark", width: 1440, height: 900, colorScheme: "dark" },
        { name: "light-m", width: 390, height: 844, colorScheme: "light" },
        { name: "dark-m", width: 390, height: 844, colorScheme: "dark", hasVariants: true },
      ],
    });
    expect(faults).toEqual([]);
  },
  TIMEOUT_MS,
);
