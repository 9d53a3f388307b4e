import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changePreferences } from "./preferences.ts";
import { chooseTarget, loseTarget, readTarget } from "./save-targets.ts";

// The client reads the server's address when it is loaded.
vi.hoisted(() => vi.stubGlobal("chrome", { runtime: { getManifest: () => ({ homepage_url: "http://shots.example:8700/" }) } }));

/** Simulates a storage area. */
function fakeArea() {
  const stored = new Map<string, unknown>();
  const list = (names: string | string[]): string[] => [names].flat();
  return {
    get: async (names: string | string[]) =>
      Object.fromEntries(list(names).flatMap((name) => (stored.has(name) ? [[name, stored.get(name)]] : []))),
    set: async (values: Record<string, unknown>) =>
      Object.entries(structuredClone(values)).forEach(([name, value]) => stored.set(name, value)),
    remove: async (names: string | string[]) => list(names).forEach((name) => stored.delete(name)),
  };
}

const cookies = new Map<string, string>();

beforeEach(() => {
  cookies.set("idToken", "id").set("refreshToken", "refresh");
  vi.stubGlobal("chrome", {
    runtime: { getManifest: () => ({ homepage_url: "http://shots.example:8700/" }) },
    cookies: { get: async ({ name }: { name: string }) => (cookies.has(name) ? { value: cookies.get(name) } : null) },
    storage: { local: fakeArea(), session: fakeArea() },
  });
});
afterEach(() => vi.unstubAllGlobals());

const setDefault = (defaultWorkspaceId: string | null) => changePreferences({ defaultWorkspaceId }, null);
const lumen = { workspaceId: "w1", name: "Lumen", folderId: null, folderName: null };
const kinds = ["capture", "recording"] as const;
const spaceOf = async (kind: (typeof kinds)[number]): Promise<string | null> => (await readTarget(kind))?.workspaceId ?? null;

test("without a choice, captures and recordings go to the default workspace, otherwise to the personal library", async () => {
  for (const kind of kinds) expect(await spaceOf(kind)).toBeNull();
  await setDefault("w2");
  for (const kind of kinds) expect(await readTarget(kind)).toMatchObject({ workspaceId: "w2", folderId: null });
  cookies.clear();
  for (const kind of kinds) expect(await spaceOf(kind)).toBeNull();
});

test("a choice has priority over the default workspace, also that of the personal library, until the default changes", async () => {
  await setDefault("w2");
  await chooseTarget("capture", lumen);
  expect([await spaceOf("capture"), await spaceOf("recording")]).toEqual(["w1", "w2"]);
  await chooseTarget("capture", null);
  expect(await spaceOf("capture")).toBeNull();
  await setDefault("w3");
  expect(await spaceOf("capture")).toBe("w3");
});

test("a default workspace that is closed is not used again, until another one is chosen", async () => {
  await setDefault("w1");
  await chooseTarget("recording", { ...lumen, workspaceId: "w4" });
  await loseTarget({ workspaceId: "w1", folderId: null });
  expect([await spaceOf("capture"), await spaceOf("recording")]).toEqual([null, "w4"]);
  await setDefault("w2");
  expect(await spaceOf("capture")).toBe("w2");
});
