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

/** All rules of axe, or only the rule that depends on the theme. */
export type AxeRules = "all" | "contrast";

/** Returns the serious accessibility faults of a page, with the details to fix them without another run. */
export async function accessibilityFaults(page: Page, rules: AxeRules = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await checker);
  const found = await page.evaluate(
    (options) => (window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }).axe.run(options),
    // Passed rules need no details.
    { ...(rules === "contrast" ? { runOnly: ["color-contrast"] } : {}), resultTypes: ["violations"] },
  );
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`));
}
