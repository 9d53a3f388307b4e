import { beforeEach, expect, test, vi } from "vitest";
import { changePreferences, storePreferences, readPreferences, readUnsent, settleUnsent } from "./preferences.ts";

/** Ana with a known account, and Ana with only a session. */
const ANA = { mark: "ana", marks: ["ana", "session:1"] };
const UNKNOWN = { mark: "session:1", marks: ["session:1"] };

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

test("a signed-out user has default preferences, and changes stay local", async () => {
  expect((await readPreferences()).afterCapture).toBe("editor");
  await changePreferences({ afterCapture: "link" }, null);
  expect((await readPreferences()).afterCapture).toBe("link");
  expect(await readUnsent(ANA.marks)).toEqual({});
});

test("unsent changes override the server's values until they are sent", async () => {
  await changePreferences({ stampDateAndUrl: true, theme: "dark" }, ANA);
  const server = { ...(await readPreferences()), stampDateAndUrl: false, theme: "light" as const, afterCapture: "copy" as const };
  expect(await storePreferences(server, ANA.marks, Date.now() + 1_000)).toMatchObject({
    stampDateAndUrl: true,
    theme: "dark",
    afterCapture: "copy",
  });
  const sent = await readUnsent(ANA.marks);
  // Changed again during the request.
  await changePreferences({ theme: "system" }, ANA);
  await settleUnsent(ANA.marks, sent);
  expect(await readUnsent(ANA.marks)).toEqual({ theme: "system" });
});

test("unsent changes of one user never apply to another user", async () => {
  await changePreferences({ theme: "dark" }, ANA);
  expect(await readUnsent(["ben"])).toEqual({});
  const server = { ...(await readPreferences()), theme: "light" as const };
  expect((await storePreferences(server, ["ben"], Date.now() + 1_000)).theme).toBe("light");
});

test("a response to an earlier request does not revert a later change", async () => {
  const before = await readPreferences();
  const askedAt = Date.now();
  await changePreferences({ afterCapture: "link" }, ANA);
  await settleUnsent(ANA.marks, { afterCapture: "link" });
  expect((await storePreferences({ ...before, theme: "dark" }, ANA.marks, askedAt)).afterCapture).toBe("link");
  expect((await readPreferences()).theme).toBe("dark");
});

test("changes from before the server named the session's user are sent all the same", async () => {
  await changePreferences({ theme: "dark" }, UNKNOWN);
  expect(await readUnsent(ANA.marks)).toEqual({ theme: "dark" });
  await changePreferences({ stampDateAndUrl: true }, ANA);
  expect(await readUnsent(ANA.marks)).toEqual({ theme: "dark", stampDateAndUrl: true });
  expect(await readUnsent(["ben", "session:2"])).toEqual({});
});
