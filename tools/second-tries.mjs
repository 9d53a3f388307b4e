// A reporter for Vitest: lists the tests that only passed when they were repeated. Each is a fault of the test or the product.
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
