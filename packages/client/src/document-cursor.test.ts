import { afterEach, expect, test, vi } from "vitest";
import { documentCursor } from "./document-cursor.ts";

afterEach(() => void vi.restoreAllMocks());

const documentWith = (serverTiming: unknown): void =>
  void vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ serverTiming }] as unknown as PerformanceEntryList);

test("the cursor of the document is the description of its entry", () => {
  documentWith([
    { name: "db", duration: 3, description: "" },
    { name: "live", duration: 0, description: "0123456789abcdef.5" },
  ]);
  expect(documentCursor()).toBe("0123456789abcdef.5");
});

test("a document without the entry, and a browser that hides it, have no cursor", () => {
  for (const serverTiming of [[], undefined, [{ name: "live", duration: 0, description: "" }]]) {
    documentWith(serverTiming);
    expect(documentCursor()).toBeUndefined();
  }
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  expect(documentCursor()).toBeUndefined();
});
