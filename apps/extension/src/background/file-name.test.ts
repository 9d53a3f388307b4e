import { FileName, Title } from "@stillreel/contract";
import { expect, test } from "vitest";
import { fileNameOf, titleOf } from "./file-name.ts";

const NASTY = {
  "no title": "",
  "only spaces": "   ",
  "two dots": "..",
  "a path": "../../etc/passwd",
  "control characters": "a\u0000b\nc",
  "a direction override": "\u202Egnp.exe",
  "many joined emoji": "\uD83D\uDC69\u200D\uD83D\uDC67".repeat(300),
  "five thousand letters": "x".repeat(5_000),
  "reserved characters": 'CON: a|b?*<>"\\',
  "dots around": ".hidden.",
};

test.each(Object.entries(NASTY))("a page whose title is %s gets a title and a file name that the server takes", (_, name) => {
  const title = titleOf(name, "https://site.example/path");
  expect(Title.safeParse(title).success).toBe(true);
  const fileName = fileNameOf(title);
  expect(FileName.safeParse(fileName).success).toBe(true);
  expect(fileName.endsWith(".png")).toBe(true);
});

test("a page without a title is named after its host", () => {
  expect(titleOf("", "https://site.example/path")).toBe("site.example");
  expect(titleOf(undefined, undefined)).toBe("Untitled");
});

test("an ordinary title stays as it is", () => {
  expect(titleOf("Totals – Q3", undefined)).toBe("Totals – Q3");
  expect(fileNameOf("Totals – Q3")).toBe("Totals – Q3.png");
});
