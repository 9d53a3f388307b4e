import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { LocalRecording } from "@stillreel/recorder/types";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClockSite, startClockSite } from "./support/clock-site.ts";
import { readClipboard } from "./support/extension-world.ts";
import { startHoldingProxy } from "./support/holding-proxy.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { EARLY_S, readRecordedClock, type RecordedClock } from "./support/recorded-clock.ts";
import { newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

/** Maximum loss of a recording when any process is killed. */
const LOSS_MAX_MS = 2_000;
/** The recorder abandons a request without response after 30 s, and repeats it after at most 8 s. */
const COMPLETE_MAX_MS = 60_000;
/** Recorded time before a process is killed. */
const BEFORE_MS = 2_000;

let server: RunningServer;
let site: ClockSite;
/** Browser that plays the result, without extension and account. */
let viewer: Browser;
/** The browser of all tests that do not kill it and need no separate address. */
let world: RecordingWorld;

beforeAll(async () => {
  [server, site, viewer] = await Promise.all([startServer(), startClockSite(), sharedBrowser()]);
  world = await startRecordingWorld(server.url, null);
});
afterAll(async () => {
  await Promise.all([world?.close(), closeContexts(viewer), site?.stop()]);
  await server?.stop();
});

/** Records the clock until there is enough data to lose. */
async function recordIn(own: RecordingWorld, person: Person, serverUrl = server.url): Promise<Page> {
  await signIn(own.context, serverUrl, person);
  const page = await own.openPage(site.url);
  await own.setUp();
  await own.record(page);
  await own.recorded(BEFORE_MS);
  return page;
}

/** Returns the server's data of a user's newest recording, once it is complete. */
async function recordedClock(person: Person): Promise<RecordedClock> {
  const item = await until(
    "the recording is complete",
    async () => {
      const newest = await newestVideo(person);
      return newest && newest.stage !== "recording" && newest.stage !== "uploading" && newest;
    },
    COMPLETE_MAX_MS,
  );
  return readRecordedClock(viewer, await recordingOf(server.url, person, item.id), 1_440);
}

/** Expects a recording up to `end` without a gap, except for the allowed loss. */
function expectWhole({ early, last, durationMs }: RecordedClock, end: number): void {
  expect(end - last, "lost at the end").toBeLessThanOrEqual(LOSS_MAX_MS);
  expect(last, "nothing after the end").toBeLessThanOrEqual(end + 500);
  expect(Math.abs(last - early - (durationMs - EARLY_S * 1_000)), "the clock on the page and the recording's own").toBeLessThan(
    LOSS_MAX_MS,
  );
}

/** Returns the recordings that the extension offers to recover. */
async function storedIn(inside: Page): Promise<LocalRecording[]> {
  const answer: { reply?: LocalRecording[] } = await inside.evaluate(() =>
    chrome.runtime.sendMessage({ to: "background", name: "record.stored", request: {} }),
  );
  return answer.reply ?? [];
}

/** Returns the number of bytes of a recording that the server reports. */
async function arrivedBytes({ tokens }: Person, recordingId: string): Promise<number> {
  const name = Buffer.from(recordingId.replaceAll("-", ""), "hex").toString("base64url");
  const answer = await fetch(`${server.url}/uploads/${name}`, { method: "HEAD", headers: { "tus-resumable": "1.0.0", ...tokens } });
  expect(answer.headers.get("upload-length")).toBeNull();
  return Number(answer.headers.get("upload-offset"));
}

test("the worker dies: the recording, badge, popup and link continue", async () => {
  const person = await registerPerson(server.url, "Wanda Worker");
  const page = await recordIn(world, person);
  await world.killWorker();
  await world.recorded(BEFORE_MS + 2_000);
  await expect.poll(() => world.badge()).toMatch(/^0:0\d$/u);
  await world.killWorker();
  const end = await world.press(page, "Stop");
  await expect.poll(() => readClipboard(page)).toBe((await newestVideo(person))?.shareUrl);
  const clock = await recordedClock(person);
  expectWhole(clock, end);
  expect(clock.durationMs).toBeGreaterThan(BEFORE_MS + 2_000);
  await expect.poll(() => world.badge()).toBe("");
});

test("the recording page is killed: the page shows it immediately, and Recover restores all but the last seconds", async () => {
  const person = await registerPerson(server.url, "Olive Offscreen");
  const page = await recordIn(world, person);
  const end = Date.now();
  await world.killOffscreen();
  await expect.poll(() => world.badge()).toBe("!");
  await expect.poll(() => page.evaluate(() => document.querySelectorAll("stillreel-toast").length)).toBe(1);
  const popup = await world.openPopup(page);
  await popup.waitForText("Recover recording (0:0");
  await popup.click("Recover");
  await popup.waitForText("Link copied");
  expect(await popup.text()).not.toContain("Recover recording");
  await popup.close();
  expect(await readClipboard(page)).toBe((await newestVideo(person))?.shareUrl);
  expectWhole(await recordedClock(person), end);
  await expect.poll(() => world.badge()).toBe("");
});

test("the recorded tab is closed: the recording ends as with Stop", async () => {
  const person = await registerPerson(server.url, "Tom Tab");
  const page = await recordIn(world, person);
  const other = await world.openPage(site.url);
  const end = Date.now();
  await page.close();
  await expect.poll(() => readClipboard(other)).toBe((await newestVideo(person))?.shareUrl);
  expectWhole(await recordedClock(person), end);
});

test("the whole browser is killed: the next one offers the recording to its owner only", async () => {
  const person = await registerPerson(server.url, "Bruno Browser");
  const profile = await mkdtemp(path.join(os.tmpdir(), "stillreel-killed-"));
  let again: RecordingWorld | undefined;
  try {
    const killed = await startRecordingWorld(server.url, null, profile);
    await recordIn(killed, person);
    const end = Date.now();
    await killed.killBrowser();

    again = await startRecordingWorld(server.url, await registerPerson(server.url, "Nils Next"), profile);
    const page = await again.openPage(site.url);
    const others = await again.openPopup(page);
    await others.waitForText("Start recording");
    expect(await others.evaluate("chrome.runtime.sendMessage({ to: 'background', name: 'record.stored', request: {} })")).toEqual({
      ok: true,
      reply: [],
    });
    expect(await others.text()).not.toContain("Recover recording");
    await others.close();

    await signIn(again.context, server.url, person);
    const popup = await again.openPopup(page);
    await popup.waitForText("Recover recording (0:0");
    await popup.click("Recover");
    await popup.waitForText("Link copied");
    await popup.close();
    expect(await readClipboard(page)).toBe((await newestVideo(person))?.shareUrl);
    expectWhole(await recordedClock(person), end);
  } finally {
    await again?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("the browser dies with unsent seconds: they are uploaded at its next start, and Recover ends the recording", async () => {
  const person = await registerPerson(server.url, "Ursula Unsent");
  const profile = await mkdtemp(path.join(os.tmpdir(), "stillreel-unsent-"));
  const proxy = await startHoldingProxy(server.url);
  let again: RecordingWorld | undefined;
  try {
    const killed = await startRecordingWorld(proxy.url, null, profile);
    await recordIn(killed, person, proxy.url);
    proxy.cut();
    await killed.recorded(BEFORE_MS + 3_000);
    const end = Date.now();
    await killed.killBrowser();
    proxy.release();

    again = await startRecordingWorld(proxy.url, person, profile);
    const { inside } = again;
    const stored = await until("all that is kept has arrived", async () => {
      const [first] = await storedIn(inside);
      return first && first.sentBytes === first.bytes && first;
    });
    expect(stored).toMatchObject({ state: "recording", itemId: (await newestVideo(person))?.id });
    expect(await arrivedBytes(person, stored.id)).toBe(stored.bytes);
    expect((await newestVideo(person))?.stage).toBe("recording");
    await expect.poll(() => again?.badge()).toBe("!");

    const page = await again.openPage(site.url);
    const popup = await again.openPopup(page);
    await popup.waitForText("Recover recording (0:0");
    await popup.click("Recover");
    await popup.waitForText("Link copied");
    await popup.close();
    expect(await readClipboard(page)).toBe((await newestVideo(person))?.shareUrl);
    expectWhole(await recordedClock(person), end);
    expect(await storedIn(inside)).toEqual([]);
  } finally {
    await again?.close();
    await proxy.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("the network is interrupted: the recording continues, and no part is missing", async () => {
  const person = await registerPerson(server.url, "Nora Network");
  const proxy = await startHoldingProxy(server.url);
  const own = await startRecordingWorld(proxy.url, null);
  try {
    const page = await recordIn(own, person, proxy.url);
    proxy.cut();
    await until("the recorder notices", async () => {
      const state = await own.state();
      return state?.phase === "recording" && state.progress.trouble === "offline";
    });
    await own.recorded(BEFORE_MS + 3_000);
    proxy.release();
    await until("it is well again", async () => {
      const state = await own.state();
      return state?.phase === "recording" && state.progress.trouble === null;
    });
    const end = await own.press(page, "Stop");
    expectWhole(await recordedClock(person), end);
  } finally {
    await own.close();
    await proxy.stop();
  }
});

test("the server is interrupted: the recording continues, and no part is missing", async () => {
  const person = await registerPerson(server.url, "Sami Server");
  const page = await recordIn(world, person);
  await server.kill();
  await world.recorded(BEFORE_MS + 2_000);
  // Stopped while the server is unreachable: the link was already known and is copied.
  const end = await world.press(page, "Stop");
  await expect.poll(() => readClipboard(page)).toContain("/s/");
  await server.resume();
  expectWhole(await recordedClock(person), end);
  expect((await newestVideo(person))?.shareUrl).toBe(await readClipboard(page));
});
