import { expect, it } from "vitest";
import { sizeText } from "./index.ts";

it("formats sizes by powers of 1024, with one digit below ten from megabytes on", () => {
  const KB = 1024;
  expect(
    [0, 1023, 1024, 9.6 * KB, 1023.4 * KB, 1023.6 * KB, 1.44 * KB ** 2, 9.96 * KB ** 2, 412 * KB ** 2, 10 * KB ** 3].map(sizeText),
  ).toEqual(["0 B", "1023 B", "1 KB", "10 KB", "1023 KB", "1 MB", "1.4 MB", "10 MB", "412 MB", "10 GB"]);
});
