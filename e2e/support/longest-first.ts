import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more. Started last, one of them would run alone while the other workers are idle. */
const LONG = ["screens.e2e.ts", "full-page-fixtures.e2e.ts", "extension-captures.e2e.ts", "extension-save-targets.e2e.ts"];

/** Order of the browser test files: the long ones first, then as Vitest orders them. A fresh clone has no durations of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
