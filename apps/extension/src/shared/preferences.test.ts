import { beforeEach, expect, test, vi } from "vitest";
import { changePreferences, keepPreferences, readPreferences, readUnsent, settleUnsent } from "./preferences.ts";

let stored: Record<string, unknown>;

beforeEach(() => {
  stored = {};
  vi.stubGlobal("chrome", {
    storage: {
      local: {
        get: async (name: string) => (name in stored ? { [name]: stored[name] } : {}),
        set: async (values: Record<string, unknown>) => void Object.assign(stored, structuredClone(values)),
        remove: async (name: string) => void delete stored[name],
      },
    },
  });
});

test("who is signed out has defaults, and changes that stay on the machine", async () => {
  expect((await readPreferences()).afterCapture).toBe("editor");
  await changePreferences({ afterCapture: "link" }, null);
  expect((await readPreferences()).afterCapture).toBe("link");
  expect(await readUnsent("ana")).toEqual({});
});

test("what was changed while the server was away stays above what it says, until it was sent", async () => {
  await changePreferences({ stampDateAndUrl: true, theme: "dark" }, "ana");
  const server = { ...(await readPreferences()), stampDateAndUrl: false, theme: "light" as const, afterCapture: "copy" as const };
  expect(await keepPreferences(server, "ana", Date.now() + 1_000)).toMatchObject({
    stampDateAndUrl: true,
    theme: "dark",
    afterCapture: "copy",
  });
  const sent = await readUnsent("ana");
  // Changed once more while that was on its way.
  await changePreferences({ theme: "system" }, "ana");
  await settleUnsent("ana", sent);
  expect(await readUnsent("ana")).toEqual({ theme: "system" });
});

test("one person's unsent changes never become another's", async () => {
  await changePreferences({ theme: "dark" }, "ana");
  expect(await readUnsent("ben")).toEqual({});
  const server = { ...(await readPreferences()), theme: "light" as const };
  expect((await keepPreferences(server, "ben", Date.now() + 1_000)).theme).toBe("light");
});

test("an answer that was on its way while something was changed does not take the change back", async () => {
  const before = await readPreferences();
  const askedAt = Date.now();
  await changePreferences({ afterCapture: "link" }, "ana");
  await settleUnsent("ana", { afterCapture: "link" });
  expect((await keepPreferences({ ...before, theme: "dark" }, "ana", askedAt)).afterCapture).toBe("link");
  expect((await readPreferences()).theme).toBe("dark");
});
