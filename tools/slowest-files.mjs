// A reporter for Vitest: prints the ten test files that took longest, with their hooks and the loading of their code.
import { print } from "./runtime.mjs";

const COUNT = 10;

const durationOf = (module) => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
};

// eslint-disable-next-line import/no-default-export -- Vitest reads the default export
export default class SlowestFiles {
  onTestRunEnd(modules) {
    const files = modules.map((module) => ({ name: module.relativeModuleId, ms: durationOf(module) })).toSorted((a, b) => b.ms - a.ms);
    if (files.length < 2) return;
    print(`\nSlowest of ${files.length} files:`);
    for (const { name, ms } of files.slice(0, COUNT)) print(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  }
}
