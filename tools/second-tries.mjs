// A reporter for Vitest: names the tests that passed only when they were run again. Each is a fault to be looked for, in the test or in the product.
import { say } from "./runtime.mjs";

// eslint-disable-next-line import/no-default-export -- Vitest reads the default export
export default class SecondTries {
  onTestRunEnd(modules) {
    const tests = [...modules].flatMap(({ children }) => [...children.allTests()]);
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    if (flaky.length === 0) return;
    say(`\nPassed only when run again:`);
    for (const test of flaky) {
      say(`  ${test.module.relativeModuleId}: ${test.fullName}`);
      for (const { message, stacks } of test.result().errors ?? []) {
        const at = stacks?.at(-1);
        say(`    ${message.split("\n")[0]}${at ? ` (line ${at.line})` : ""}`);
      }
    }
  }
}
