import { expect, test } from "vitest";
import { problemOfName } from "./folder-name.ts";
import type { FolderView } from "./folders.queries.ts";

const siblings = [{ id: "f1", name: "Bug  Reports" }] as FolderView[];

test.each([
  ["", "folder.nameMissing"],
  ["   ", "folder.nameMissing"],
  ["\u200b\u200b", "folder.nameMissing"],
  ["bug reports", "folder.nameTaken"],
  [" BUG REPORTS ", "folder.nameTaken"],
  ["x".repeat(36), "folder.nameTooLong"],
  ["safe\u202eexe.gnp", "folder.nameForbidden"],
  ["one\ntwo", "folder.nameForbidden"],
])("%j is refused: %s", (name, problem) => {
  expect(problemOfName(name, siblings)).toBe(problem);
});

test("a name has at most 35 grapheme clusters, and the folder's current name is no duplicate", () => {
  expect(problemOfName("👩‍👩‍👧‍👦".repeat(35), siblings)).toBeNull();
  expect(problemOfName("👩‍👩‍👧‍👦".repeat(36), siblings)).toBe("folder.nameTooLong");
  expect(problemOfName("Bug reports", siblings, "f1")).toBeNull();
  expect(problemOfName("🎬", siblings)).toBeNull();
});
