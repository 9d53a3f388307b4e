import { expect, test } from "vitest";
import { elide, stampAddress, stampDate } from "./stamp.ts";

const widthOf = (text: string): number => [...text].length;

test("the date reads as in the settings, with Latin digits in every language", () => {
  const takenAt = new Date(2026, 10, 21, 14, 6);
  expect(stampDate(takenAt, "en")).toBe("Nov 21, 2026, 14:06");
  expect(stampDate(takenAt, "ar")).toMatch(/2026.*14:06/u);
});

test("an address is shown as host and readable path, without query and fragment", () => {
  expect(stampAddress("https://shop.example/a%C3%A9/b/?token=secret#part")).toBe("shop.example/aé/b");
  expect(stampAddress("https://shop.example/%FF")).toBe("shop.example/%FF");
  expect(stampAddress("https://shop.example/%E2%80%AEgpj.exe")).toBe("shop.example/gpj.exe");
  expect(stampAddress("chrome://settings/")).toBe("");
  expect(stampAddress(null)).toBe("");
});

test("a long text is shortened in the middle, and omitted when there is no space", () => {
  expect(elide("shop.example/aisle", 30, widthOf)).toBe("shop.example/aisle");
  expect(elide("shop.example/aisle/nine", 11, widthOf)).toBe("shop./nine".slice(0, 5) + "…" + "/nine");
  expect(elide("shop", 0, widthOf)).toBe("");
});
