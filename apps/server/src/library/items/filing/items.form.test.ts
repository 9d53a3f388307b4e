import { FILE_NAME_MAX } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { fileNameFor, parseReplacement } from "./items.form.ts";

describe("a picture's file name", () => {
  it.each([
    ["shot.jpg", "image/png", "shot.png"],
    ["shot.JPEG", "image/png", "shot.png"],
    ["shot.jpeg", "image/jpeg", "shot.jpeg"],
    ["a.b.webp", "image/gif", "a.b.gif"],
    ["shot.png", "image/png", "shot.png"],
    ["shot", "image/png", "shot"],
    ["report.pdf", "image/png", "report.pdf"],
    [".png", "image/webp", ".webp"],
    ["shot.png", "video/mp4", "shot.png"],
  ])("%s as %s is %s", (name, type, expected) => {
    expect(fileNameFor(name, type)).toBe(expected);
  });

  it("is shortened to the maximum length", () => {
    const longest = `${"x".repeat(FILE_NAME_MAX - 4)}.png`;
    expect(fileNameFor(longest, "image/webp")).toBe(`${"x".repeat(FILE_NAME_MAX - 5)}.webp`);
  });
});

describe("the fields of a replacement", () => {
  const parse = (fields: Record<string, string>) => parseReplacement(new Map(Object.entries({ refName: "r", ...fields })));

  it("are undefined or null when they are missing or empty", () => {
    const open = { refName: "r", location: undefined, keepOriginal: undefined, baseVersion: null, markers: undefined };
    expect(parse({})).toEqual(open);
    expect(parse({ location: "", keepOriginal: " ", baseVersion: "", markers: "" })).toEqual(open);
  });

  it("are parsed from text", () => {
    const id = "018f0000-0000-7000-8000-000000000000";
    expect(parse({ location: id, keepOriginal: "false", baseVersion: "12", markers: "null" })).toEqual({
      refName: "r",
      location: id,
      keepOriginal: false,
      baseVersion: 12,
      markers: null,
    });
    expect(parse({ location: "root" }).location).toBeNull();
  });
});
