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

/** The parts of axe in a page that are used here. */
interface Axe {
  run(options: object): Promise<{ violations: Finding[] }>;
  /** Not documented. Without it, all rules run. */
  _audit?: { rules: { id: string; impact: string | null }[] };
}

/** Returns the serious accessibility faults of a page, with the details to fix them without another run. */
export async function accessibilityFaults(page: Page, rules: AxeRules = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await checker);
  const found = await page.evaluate((onlyContrast) => {
    const { axe } = window as unknown as { axe: Axe };
    // Rules whose faults are less than serious take a fifth of the time.
    const lesser = (axe._audit?.rules ?? []).filter(({ impact }) => impact === "minor" || impact === "moderate");
    return axe.run({
      ...(onlyContrast ? { runOnly: ["color-contrast"] } : { rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])) }),
      // Passed rules need no details.
      resultTypes: ["violations"],
    });
  }, rules === "contrast");
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ""}`));
}
