import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeMark, endMark, type RecordingMark, readMark, takeEndedMark, writeMark } from "./recording-mark.ts";
import { parseSetup } from "../core/recording-setup.ts";

const mark = (key: string): RecordingMark => ({
  key,
  setup: parseSetup({}),
  tabId: 1,
  windowId: 1,
  area: null,
  bars: [],
  reportedLink: null,
  location: null,
  lost: null,
});

/** Simulates session storage with its asynchronous calls. */
beforeEach(() => {
  const stored = new Map<string, unknown>();
  const later = async <T>(work: () => T): Promise<T> => {
    await new Promise((resolve) => setImmediate(resolve));
    return work();
  };
  const session = {
    get: (key: string) => later(() => (stored.has(key) ? { [key]: stored.get(key) } : {})),
    set: (values: object) => later(() => Object.entries(values).forEach(([key, value]) => stored.set(key, value))),
    remove: (key: string) => later(() => stored.delete(key)),
  };
  vi.stubGlobal("chrome", { storage: { session } });
});
afterEach(() => vi.unstubAllGlobals());

test("the end of a recording never removes the mark of the next recording", async () => {
  await writeMark(mark("first"));
  const [ended] = await Promise.all([endMark("first"), writeMark(mark("second"))]);
  expect(ended).toBe(true);
  expect((await readMark())?.key).toBe("second");
  expect(await endMark("first")).toBe(false);
  expect((await readMark())?.key).toBe("second");
});

test("a change to the previous recording does not replace the mark of the next one", async () => {
  await writeMark(mark("first"));
  const [, changed] = await Promise.all([writeMark(mark("second")), changeMark("first", () => ({ reportedLink: "x" }))]);
  expect(changed).toBe(false);
  expect(await readMark()).toMatchObject({ key: "second", reportedLink: null });
});

test("two notes at the same time are both stored", async () => {
  await writeMark(mark("first"));
  await Promise.all([2, 3].map((tabId) => changeMark("first", ({ bars }) => ({ bars: [...bars, tabId] }))));
  expect((await readMark())?.bars).toEqual([2, 3]);
});

test("the mark of the last ended recording can be read once", async () => {
  await writeMark(mark("first"));
  await changeMark("first", () => ({ lost: "Bugs" }));
  await endMark("first");
  expect(await readMark()).toBeNull();
  expect(await takeEndedMark("another")).toBeNull();
  expect(await takeEndedMark("first")).toMatchObject({ key: "first", lost: "Bugs" });
  expect(await takeEndedMark("first")).toBeNull();
});
