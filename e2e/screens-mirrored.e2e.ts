import { expect, test } from "vitest";
import { lookAround } from "./support/looks.ts";
import { listScreens } from "./support/screens.ts";
import { setStage } from "./support/stage.ts";

/** For all screens, on a busy machine. */
const TIMEOUT_MS = 300_000;

const stage = setStage();

test(
  "every screen stands without errors and fits from right to left; also when it is loaded narrow and dark",
  async () => {
    const { server, browser } = stage;
    const faults = await lookAround(browser, server.url, await listScreens(server.url), {
      language: "ar",
      looks: [
        { name: "dark-m-rtl", width: 390, height: 844, colorScheme: "dark", hasVariants: true },
        { name: "light-m-rtl", width: 390, height: 844, colorScheme: "light", hasVariants: true },
        { name: "light-rtl", width: 1440, height: 900, colorScheme: "light" },
      ],
    });
    expect(faults).toEqual([]);
  },
  TIMEOUT_MS,
);
