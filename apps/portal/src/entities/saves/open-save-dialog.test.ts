import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SaveDraft } from "./open-save-dialog.ts";

const draft: SaveDraft = { subjects: [], provider: "drive", name: null, format: null, shareable: null };

/** Returns the module as a page has it that was just loaded. */
async function newPage() {
  vi.resetModules();
  const module = await import("./open-save-dialog.ts");
  const dialogs = await import("../../platform/dialogs.ts");
  return { ...module, names: () => dialogs.openDialogs.current().map(({ name }) => name) };
}

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a stored dialog is opened by the next page, once", async () => {
  const before = await newPage();
  before.storeDraft(draft);
  const after = await newPage();
  after.reopenDraft();
  expect(after.names()).toEqual(["save-to"]);
  expect((await newPage()).names()).toEqual([]);
});

test("the page that stored it does not open it, even when its layer is mounted late", async () => {
  const before = await newPage();
  before.storeDraft(draft);
  before.reopenDraft();
  expect(before.names()).toEqual([]);
  const after = await newPage();
  after.reopenDraft();
  expect(after.names()).toEqual(["save-to"]);
});

test("nothing is opened after the page stayed", async () => {
  const page = await newPage();
  page.storeDraft(draft);
  page.dropDraft();
  page.reopenDraft();
  expect(page.names()).toEqual([]);
});
