import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "../../..");
const FOLDERS = ["packages/contract/src", "apps/server/src"];
/** A pattern that needs quadratic time takes several hundred milliseconds for a text of this length, a linear one about one. */
const LENGTH = 20_000;
const MAX_MS = 50;
/** Repeated parts and ends of the texts: the characters on which patterns of names, addresses, paths and markup branch. */
const PARTS = [
  "a",
  "A",
  "0",
  "é",
  "-",
  "_",
  "/",
  ".",
  "@",
  " ",
  "\n",
  "=",
  ",",
  ":",
  "<",
  "%",
  "\\",
  '"',
  "(",
  "[",
  "a.",
  "a-",
  "a@",
  "0.",
  "\t ",
  "../",
];
const ENDS = ["", "!", "\n", "\0"];

/** Slow patterns that never see a text of a client, and what they see. */
const ALLOWED: Record<string, string> = {
  "apps/server/src/platform/config/config.ts /\\/+$/u": "settings of the operator",
  "apps/server/src/platform/ports/storage/s3-settings.ts /\\/+$/u": "settings of the operator",
  "apps/server/src/platform/db/statement.ts /^\\s*--.*\\n/gmu": "statements of the server",
  "apps/server/src/web/pages/page-assets.ts /\\s*([{};,])\\s*/gu": "style sheets of the server",
};

interface Pattern {
  name: string;
  source: string;
  flags: string;
}

/** Returns the regular expressions in the code of a file. */
function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } | null };
    if (regex) found.push({ name: `${file} /${regex.pattern}/${regex.flags}`, source: regex.pattern, flags: regex.flags });
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, readFileSync(path.join(ROOT, file), "utf8")).program.body);
  return found;
}

const isCode = (file: string): boolean => file.endsWith(".ts") && !file.endsWith(".test.ts");
const PATTERNS = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter(isCode)
    .map((file) => path.join(folder, file)),
).flatMap(patternsOf);

/** Returns the milliseconds for one text, the faster of two attempts. */
function durationOf({ source, flags }: Pattern, text: string): number {
  const attempts = [0, 1].map(() => {
    const pattern = new RegExp(source, flags);
    const startedAt = performance.now();
    if (pattern.global) text.replaceAll(pattern, "");
    else pattern.test(text);
    return performance.now() - startedAt;
  });
  return Math.min(...attempts);
}

/** Returns the first text for which the pattern is too slow, or null. */
function slowText(pattern: Pattern): string | null {
  for (const part of PARTS)
    for (const end of ENDS)
      if (durationOf(pattern, part.repeat(LENGTH / part.length) + end) > MAX_MS)
        return `${JSON.stringify(part)} repeated, then ${JSON.stringify(end)}`;
  return null;
}

it("S26: no pattern of the contract or the server is slow for a long text", { timeout: 60_000 }, () => {
  expect(PATTERNS.length).toBeGreaterThan(100);
  const slow = PATTERNS.filter(({ name }) => !(name in ALLOWED)).flatMap((pattern) => {
    const text = slowText(pattern);
    return text === null ? [] : [`${pattern.name}: ${text}`];
  });
  expect(slow).toEqual([]);
});

it("S26: every exception is a pattern of the code that is really slow", () => {
  for (const name of Object.keys(ALLOWED)) {
    const pattern = PATTERNS.find((each) => each.name === name);
    expect(pattern && slowText(pattern), name).toBeTruthy();
  }
});
