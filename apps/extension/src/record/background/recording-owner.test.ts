import { afterEach, beforeEach, expect, test, vi } from "vitest";

let cookies: Record<string, string>;
let answer: () => Response;
const asked = vi.fn((_address: string) => Promise.resolve(answer()));

/** Simulates one of the browser's storage areas. */
function fakeArea() {
  const stored: Record<string, unknown> = {};
  return {
    get: async (name: string) => (name in stored ? { [name]: stored[name] } : {}),
    set: async (values: Record<string, unknown>) => void Object.assign(stored, values),
    remove: async (names: string[]) => names.forEach((name) => delete stored[name]),
  };
}

beforeEach(() => {
  vi.resetModules();
  asked.mockClear();
  cookies = {};
  answer = () => Response.json({ status: "success", data: { id: "bruno" } });
  vi.stubGlobal("chrome", {
    runtime: { getManifest: () => ({ homepage_url: "http://shots.example:8700/" }) },
    cookies: { get: async ({ name }: { name: string }) => (name in cookies ? { value: cookies[name] } : null) },
    storage: { local: fakeArea(), session: fakeArea() },
  });
  vi.stubGlobal("fetch", asked);
});
afterEach(() => vi.unstubAllGlobals());

const signIn = (session: string): void => void (cookies = { idToken: `id of ${session}`, refreshToken: session });
const owners = () => import("./recording-owner.ts");

test("recordings of an earlier session are found in a new one, which requests their owner from the server once", async () => {
  const { recordingMarks, areIncomplete } = await owners();
  signIn("first");
  expect(await recordingMarks()).toEqual(["bruno", expect.stringMatching(/^session:/u)]);
  signIn("second");
  const marks = await recordingMarks();
  expect(marks).toEqual(["bruno", expect.stringMatching(/^session:/u)]);
  expect(areIncomplete(marks)).toBe(false);
  await recordingMarks();
  expect(asked).toHaveBeenCalledTimes(2);
});

test("the account of an earlier session is known when its user returns", async () => {
  const { recordingMarks } = await owners();
  const { ownerNow } = await import("../../shared/data/owner.ts");
  signIn("first");
  await recordingMarks();
  answer = () => Response.json({ status: "success", data: { id: "olga" } });
  signIn("other");
  expect(await recordingMarks()).toContain("olga");
  signIn("first");
  expect((await ownerNow())?.mark).toBe("bruno");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("without an answer the marks are incomplete, and the next call asks again", async () => {
  const { recordingMarks, areIncomplete } = await owners();
  signIn("first");
  answer = () => new Response(null, { status: 503 });
  const marks = await recordingMarks();
  expect(marks).toEqual([expect.stringMatching(/^session:/u)]);
  expect(areIncomplete(marks)).toBe(true);
  answer = () => Response.json({ status: "success", data: { id: "bruno" } });
  expect(await recordingMarks()).toContain("bruno");
});

test("an answer that arrives after the session has changed is not stored for the old session", async () => {
  const { recordingMarks, recordingOwner } = await owners();
  signIn("first");
  answer = () => {
    signIn("second");
    return Response.json({ status: "success", data: { id: "olga" } });
  };
  expect((await recordingOwner())?.userId).toMatch(/^session:/u);
  signIn("first");
  answer = () => Response.json({ status: "success", data: { id: "bruno" } });
  expect(await recordingMarks()).toContain("bruno");
});

test("a signed-out user has no marks, and the server is not asked", async () => {
  const { recordingMarks, areIncomplete } = await owners();
  const marks = await recordingMarks();
  expect([marks, areIncomplete(marks)]).toEqual([[], false]);
  expect(asked).not.toHaveBeenCalled();
});
