import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "./support/people.ts";
import { listScreens, type Screen } from "./support/screens.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

let server: RunningServer;
let browser: Browser;
let screens: Screen[];
let axe: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  screens = await listScreens(server.url);
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Serious findings of one screen, told so that they can be mended without running it again. */
async function findings(screen: Screen, colorScheme: "light" | "dark"): Promise<string[]> {
  // The checker is not the page's own script, so the page's policy may not stand in its way here.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme,
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  try {
    if (screen.person) await signIn(context, server.url, screen.person);
    const page = await context.newPage();
    await page.goto(server.url + screen.path);
    await page.getByRole(screen.landmark.role, { name: screen.landmark.name }).first().waitFor({ timeout: 15_000 });
    await page.evaluate(axe);
    const found = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run());
    return found.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${screen.name} (${colorScheme}) ${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`),
      );
  } catch (error) {
    return [`${screen.name} (${colorScheme}): ${String(error)}`];
  } finally {
    await context.close();
  }
}

test.each(["light", "dark"] as const)("no screen has a serious accessibility fault in the %s theme", async (colorScheme) => {
  const all: string[] = [];
  for (const screen of screens) all.push(...(await findings(screen, colorScheme)));
  expect(all).toEqual([]);
});
