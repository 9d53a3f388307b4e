import { expect, test } from "vitest";
import { browserName, systemName } from "./capture-facts.ts";

test("a browser is called by the name that people know", () => {
  expect(
    browserName([
      { brand: "Not;A=Brand", version: "8" },
      { brand: "Chromium", version: "156" },
      { brand: "Google Chrome", version: "156" },
    ]),
  ).toBe("Google Chrome 156");
  expect(
    browserName([
      { brand: "Chromium", version: "156" },
      { brand: "Not)A;Brand", version: "24" },
    ]),
  ).toBe("Chromium 156");
  expect(browserName([])).toBeUndefined();
});

test("systems are named with their marketed version", () => {
  expect(systemName("Windows", "15.0.0")).toBe("Windows 11");
  expect(systemName("Windows", "10.0.0")).toBe("Windows 10");
  expect(systemName("macOS", "15.2.0")).toBe("macOS 15.2");
  expect(systemName("Linux", "")).toBe("Linux");
});
