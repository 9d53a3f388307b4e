import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

const checker = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All of axe's rules, or the one that a theme alone can break. */
export type AxeRules = "all" | "contrast";

/** Serious accessibility faults of a page as it stands, told so that they can be mended without running it again. */
export async function accessibilityFaults(page: Page, rules: AxeRules = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await checker);
  const found = await page.evaluate(
    (options) => (window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }).axe.run(options),
    // Whatever is right need not be described.
    { ...(rules === "contrast" ? { runOnly: ["color-contrast"] } : {}), resultTypes: ["violations"] },
  );
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`));
}
