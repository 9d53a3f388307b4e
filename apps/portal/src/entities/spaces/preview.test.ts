import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Module from "./preview.ts";

const VIC = { workspaceId: "w", memberId: "vic", name: "Vic" };

/** Evaluates the module again, as a reload does. */
async function reload(): Promise<typeof Module> {
  vi.resetModules();
  return import("./preview.ts");
}
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("a preview continues after a reload until it is ended", async () => {
  (await reload()).setPreview(VIC);
  const reloaded = await reload();
  expect(reloaded.previewedIn("w")).toBe("vic");
  reloaded.setPreview(null);
  expect((await reload()).isPreviewing()).toBe(false);
});

test("a page outside of the library ends a preview, also for the next reload", async () => {
  (await reload()).setPreview(VIC);
  const reloaded = await reload();
  expect(reloaded.endPreviewOutside("/w/w/all")).toBe(false);
  expect(reloaded.endPreviewOutside("/images")).toBe(true);
  expect((await reload()).isPreviewing()).toBe(false);
});

test("without storage, a reload ends the preview", async () => {
  const blocked = (): never => {
    throw new Error("blocked");
  };
  vi.stubGlobal("sessionStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
  const preview = await reload();
  preview.setPreview(VIC);
  expect(preview.isPreviewing()).toBe(true);
  expect((await reload()).isPreviewing()).toBe(false);
});
