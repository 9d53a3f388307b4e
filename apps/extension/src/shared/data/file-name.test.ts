import { FileName, Title } from "@stillreel/contract";
import { describe, expect, test } from "vitest";
import { downloadPath, fileNameOf, titleOf, withEnding } from "./file-name.ts";

const takenAt = new Date(2026, 2, 10, 14, 6, 9);
const named = (pattern: string, title: string, pageUrl: string | null = null): string => fileNameOf(pattern, { title, pageUrl, takenAt });

const NASTY = {
  "no title": "",
  "only spaces": "   ",
  "two dots": "..",
  "a path": "../../etc/passwd",
  "control characters": "a\u0000b\nc",
  "a direction override": "\u202Egnp.exe",
  "many joined emoji": "\uD83D\uDC69\u200D\uD83D\uDC67".repeat(300),
  "five thousand letters": "x".repeat(5_000),
  "a thousand letters of three bytes": "語".repeat(1_000),
  "reserved characters": 'CON: a|b?*<>"\\',
  "dots around": ".hidden.",
};

test.each(Object.entries(NASTY))("a page whose title is %s gets a title and a file name that the server and every disk take", (_, name) => {
  const title = titleOf(name, "https://site.example/path");
  expect(Title.safeParse(title).success).toBe(true);
  const fileName = named("{title}", title);
  expect(FileName.safeParse(fileName).success).toBe(true);
  expect(fileName.endsWith(".png")).toBe(true);
  expect(new TextEncoder().encode(fileName).length).toBeLessThanOrEqual(240);
  expect(fileName).not.toMatch(/^[. ]|[/\\:*?"<>|\u202e]/u);
});

test("a page without a title is named after its host", () => {
  expect(titleOf("", "https://site.example/path")).toBe("site.example");
  expect(titleOf(undefined, undefined)).toBe("Untitled");
});

test("an ordinary title stays as it is", () => {
  expect(titleOf("Totals – Q3", undefined)).toBe("Totals – Q3");
  expect(named("{title}", "Totals – Q3")).toBe("Totals – Q3.png");
});

describe("a file name by a pattern", () => {
  test("holds title, host, date and time", () => {
    expect(named("{host} {title} {date} {time}", "Totals", "https://site.example:8080/x")).toBe(
      "site.example Totals 2026-03-10 14.06.09.png",
    );
  });

  test("is never empty, and unknown words stay as they are", () => {
    expect(named("{host}", "Totals", null)).toBe("Totals.png");
    expect(named("{name}-{title}", "Totals")).toBe("{name}-Totals.png");
  });

  test("takes a title that resembles a pattern as it is", () => {
    expect(named("{title} x", "{date} $& {host}")).toBe("{date} $& {host} x.png");
  });

  test.each(["CON", "nul", "com1", "LPT9", "aux.backup"])("is not the device %s", (title) => {
    expect(named("{title}", title)).toBe(`_${title}.png`);
  });

  test("keeps a family of joined emoji whole", () => {
    expect(named("{title}", "👩‍👧 home")).toBe("👩‍👧 home.png");
  });
});

test("an ending is put in place of another, and only of an ending", () => {
  expect(withEnding("Totals.png", "pdf")).toBe("Totals.pdf");
  expect(withEnding("v1.2 notes", "jpg")).toBe("v1.2 notes.jpg");
});

test("a download is stored in its subfolder, and never outside of the folder for downloads", () => {
  expect(downloadPath("", "a.png")).toBe("a.png");
  expect(downloadPath("Shots/2026", "a.png")).toBe("Shots/2026/a.png");
  expect(downloadPath("/../..//x/./con", "a.png")).toBe("x/_con/a.png");
});
