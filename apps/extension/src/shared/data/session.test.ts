import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readTokens, rememberIdToken } from "./session.ts";

/** Simulates the browser APIs that the session mirror uses. */
function fakeBrowser() {
  const cookies = new Map<string, string>();
  const stored = new Map<string, unknown>();
  const list = (names: string | string[]): string[] => (typeof names === "string" ? [names] : names);
  return {
    cookies,
    stored,
    chrome: {
      runtime: { getManifest: () => ({ homepage_url: "http://shots.example:8700/" }) },
      cookies: {
        get: ({ name, url }: { name: string; url: string }) =>
          Promise.resolve(url === "http://shots.example:8700/" && cookies.has(name) ? { value: cookies.get(name) } : null),
      },
      storage: {
        session: {
          get: (names: string | string[]) =>
            Promise.resolve(
              Object.fromEntries(
                list(names)
                  .filter((name) => stored.has(name))
                  .map((name) => [name, stored.get(name)]),
              ),
            ),
          set: (values: Record<string, unknown>) =>
            Promise.resolve(Object.entries(values).forEach(([name, value]) => stored.set(name, value))),
          remove: (names: string | string[]) => Promise.resolve(list(names).forEach((name) => stored.delete(name))),
        },
      },
    },
  };
}

let browser: ReturnType<typeof fakeBrowser>;

beforeEach(() => {
  browser = fakeBrowser();
  vi.stubGlobal("chrome", browser.chrome);
});
afterEach(() => vi.unstubAllGlobals());

function portalSignsIn(idToken: string, refreshToken: string): void {
  browser.cookies.set("idToken", idToken).set("refreshToken", refreshToken);
}

test("no user is signed in without the portal's cookies", async () => {
  expect(await readTokens()).toBeNull();
});

test("the portal's session is taken over", async () => {
  portalSignsIn("id-1", "refresh-1");
  expect(await readTokens()).toEqual({ idToken: "id-1", refreshToken: "refresh-1" });
});

test("a fresh idToken from the server outlives the cookie's stale one, until the portal gets a newer cookie", async () => {
  portalSignsIn("id-1", "refresh-1");
  await readTokens();
  await rememberIdToken("refresh-1", "id-2");
  expect(await readTokens()).toEqual({ idToken: "id-2", refreshToken: "refresh-1" });
  portalSignsIn("id-3", "refresh-1");
  expect(await readTokens()).toEqual({ idToken: "id-3", refreshToken: "refresh-1" });
});

test("signing out in the portal forgets the session and all that was shown for it", async () => {
  portalSignsIn("id-1", "refresh-1");
  await readTokens();
  browser.stored.set("account", { displayName: "Mira" }).set("recent", [{ title: "Secret" }]);
  browser.cookies.clear();
  expect(await readTokens()).toBeNull();
  expect([...browser.stored.keys()]).toEqual([]);
});

test("the sign-in of another account removes the data of the first account, and late responses for the first are ignored", async () => {
  portalSignsIn("id-1", "refresh-1");
  await readTokens();
  browser.stored.set("recent", [{ title: "Secret" }]);
  portalSignsIn("id-9", "refresh-9");
  expect(await readTokens()).toEqual({ idToken: "id-9", refreshToken: "refresh-9" });
  expect(browser.stored.has("recent")).toBe(false);
  await rememberIdToken("refresh-1", "id-late");
  expect(await readTokens()).toEqual({ idToken: "id-9", refreshToken: "refresh-9" });
});
