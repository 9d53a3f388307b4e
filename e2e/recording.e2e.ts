import { API_BASE } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClockSite, startClockSite } from "./support/clock-site.ts";
import { ClosedShadowRoot } from "./support/closed-shadow-root.ts";
import { readClipboard } from "./support/extension-world.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { playVideo } from "./support/play-video.ts";
import { darkestPixels } from "./support/recorded-pixels.ts";
import { readRecordedClock } from "./support/recorded-clock.ts";
import { itemCount, newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

let server: RunningServer;
let site: ClockSite;
let world: RecordingWorld;
/** Another user's browser, without an account. */
let viewer: Browser;
let person: Person;
let page: Page;

beforeAll(async () => {
  [server, site, viewer] = await Promise.all([startStoryServer(), startClockSite(), sharedBrowser()]);
  world = await startRecordingWorld(server.url, null);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop(), closeContexts(viewer)]);
  await server?.stop();
});
beforeEach(async () => {
  person = await registerPerson(server.url, "Rhea Reel");
  await signIn(world.context, server.url, person);
  // A failed test may leave a page open.
  await page?.close();
  await until("nothing is recorded", async () => {
    const state = await world.state();
    return state === null || state.phase === "idle" || state.phase === "done" || state.phase === "failed";
  });
  page = await world.openPage(site.url);
  await world.setUp();
});

/** Returns the status that a visitor with the link and without an account gets. */
async function statusForVisitors(link: string): Promise<number> {
  const slug = new URL(link).pathname.split("/").at(-1);
  return (await fetch(`${server.url}${API_BASE}/shared/${slug}`)).status;
}

/** Opens the link in a browser without an account, and waits until the video has played the given seconds. */
async function watchUntil(link: string, seconds: number): Promise<void> {
  const visitor = await viewer.newContext();
  try {
    const tab = await visitor.newPage();
    await tab.goto(link);
    await playVideo(tab.locator("video"), seconds);
  } finally {
    await visitor.close();
  }
}

test("a tab is recorded, the link is on the clipboard at the stop, and plays for a visitor without an account", async () => {
  await world.record(page);
  await expect.poll(() => newestVideo(person)).toMatchObject({ title: "Clock", stage: "recording" });
  const link = (await newestVideo(person))?.shareUrl ?? "";
  // Private until the recording stops.
  expect(await statusForVisitors(link)).toBe(404);
  await world.recorded(3_000);
  await expect.poll(() => world.badge()).toMatch(/^0:0[3-9]$/u);

  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  expect(await readClipboard(page)).toBe(link);
  await expect.poll(() => page.evaluate(() => document.querySelectorAll("stillreel-toast").length)).toBe(1);
  await expect.poll(() => world.badge()).toBe("");
  expect(await statusForVisitors(link)).toBe(200);
  await watchUntil(link, 2);

  const popup = await world.openPopup(page);
  await popup.waitForText("Start recording");
  await popup.evaluate('document.querySelector(".tabs input").click()');
  await popup.waitForText("Clock");
  const recent = await popup.evaluate('document.querySelector(".recent-item").href');
  expect(recent).toBe(`${server.url}/videos/${(await newestVideo(person))?.id}`);
  await popup.close();
});

test("R starts with the configured microphone and camera, however quickly it is pressed", async () => {
  await world.setUp({ microphone: { deviceId: null }, camera: { deviceId: null } });
  await world.inside.evaluate(() => chrome.storage.local.set({ popupTab: "capture" }));
  const popup = await world.openPopup(page);
  await popup.waitForText("Visible area");
  await popup.evaluate('dispatchEvent(new KeyboardEvent("keydown", { key: "r", cancelable: true }))');
  const state = await world.untilPhase("recording");
  await popup.close();
  expect(state).toMatchObject({ microphone: { muted: false }, camera: { on: true } });
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
});

test("a pause is not in the recording", async () => {
  await world.record(page);
  await world.recorded(1_500);
  await world.press(page, "Pause");
  await world.untilPhase("paused");
  const pausedAt = Date.now();
  await until("the pause has lasted", async () => Date.now() - pausedAt > 2_500);
  await world.press(page, "Resume");
  const before = await world.untilPhase("recording");
  if (before.phase !== "recording") throw new Error("It does not record.");
  await world.recorded(before.elapsedMs + 1_500);
  await world.press(page, "Stop and copy link");
  const end = await world.untilPhase("done");
  const item = await until("it is complete", async () => {
    const newest = await newestVideo(person);
    return newest?.stage !== "recording" && newest?.stage !== "uploading" && newest;
  });
  const { durationMs, early, last } = await readRecordedClock(viewer, await recordingOf(server.url, person, item.id), 1_440);
  expect(Math.abs(durationMs - (end.phase === "done" ? end.durationMs : 0))).toBeLessThan(500);
  expect(last - early - durationMs, "the clock ran on while the recording did not").toBeGreaterThan(1_500);
});

/** The bottom of the frame, where the toolbar is by default, on a bright page. */
const TOOLBAR = { x: 0.3, y: 0.85, width: 0.4, height: 0.15 };
/** Green value above which no pixel of a box belongs to the dark toolbar or to the countdown. */
const BRIGHT = 180;

/** Returns the bytes of the newest recording, once it is complete. */
async function newestRecording(): Promise<Buffer> {
  const item = await until("it is complete", async () => {
    const newest = await newestVideo(person);
    return newest?.stage !== "recording" && newest?.stage !== "uploading" && newest;
  });
  return recordingOf(server.url, person, item.id);
}

test("neither the toolbar nor a skipped countdown is in the video, and the toolbar of a pause neither", async () => {
  await world.setUp({ countdown: 5 });
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  await popup.close();
  await world.untilPhase("countdown");
  const bar = new ClosedShadowRoot(page, "stillreel-recording");
  await expect.poll(async () => (await bar.byClass("count"))?.isSeen).toBe(true);
  await page.keyboard.press("Space");
  await world.untilPhase("recording");
  await world.recorded(1_500);
  await world.press(page, "Pause");
  const paused = await world.untilPhase("paused");
  await expect.poll(async () => (await bar.byName("Resume"))?.isSeen).toBe(true);
  await bar.press("Resume");
  const pausedMs = paused.phase === "paused" ? paused.elapsedMs : 0;
  await world.untilPhase("recording");
  await world.recorded(pausedMs + 1_500);
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  const darkest = await darkestPixels(viewer, await newestRecording(), TOOLBAR, pausedMs + 1_000);
  expect(darkest.length, "frames").toBeGreaterThan(10);
  expect(
    darkest.filter((green) => green < BRIGHT),
    `darkest pixels: ${darkest.join(" ")}`,
  ).toEqual([]);
});

test("a discarded recording exists nowhere", async () => {
  await world.record(page);
  await expect.poll(async () => (await newestVideo(person))?.stage).toBe("recording");
  const link = (await newestVideo(person))?.shareUrl ?? "";
  const popup = await world.openPopup(page);
  await popup.click("Discard");
  await popup.waitForText("Discard this recording?");
  await popup.click("Keep recording");
  expect((await world.state())?.phase).toBe("recording");
  await popup.click("Discard");
  await popup.waitForText("Discard this recording?");
  // The first button opens the confirmation, which has the second one.
  await popup.evaluate('document.querySelector(".danger-button").click()');
  await popup.waitForText("Start recording");
  expect(await popup.text()).not.toContain("Recover recording");
  await popup.close();
  await expect.poll(() => itemCount(person)).toBe(0);
  expect(await statusForVisitors(link)).toBe(404);
  await expect.poll(() => world.badge()).toBe("");
});

test("a restart deletes the first attempt, and ends with another link", async () => {
  await world.record(page);
  await expect.poll(async () => (await newestVideo(person))?.stage).toBe("recording");
  const before = await newestVideo(person);
  await world.recorded(2_000);
  await world.inside.evaluate(() => chrome.runtime.connect({ name: "recorder" }).postMessage({ do: "restart" }));
  await until("another recording runs", async () => {
    const state = await world.state();
    return state?.phase === "recording" && state.itemId !== null && state.itemId !== before?.id;
  });
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  await expect.poll(() => itemCount(person)).toBe(1);
  const after = await newestVideo(person);
  expect(after?.id).not.toBe(before?.id);
  expect(await readClipboard(page)).toBe(after?.shareUrl);
  expect(await statusForVisitors(before?.shareUrl ?? "")).toBe(404);
});

test("a live recording can be watched", async () => {
  await world.setUp({ live: true });
  await world.record(page);
  await expect.poll(async () => (await newestVideo(person))?.live).toBe(true);
  const link = (await newestVideo(person))?.shareUrl ?? "";
  await world.recorded(3_000);
  expect(await statusForVisitors(link)).toBe(200);
  await watchUntil(link, 2);
  expect((await world.state())?.phase).toBe("recording");
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
});

test("a recording without sign-in is stored on this machine, and belongs to the next user who signs in and sends it", async () => {
  await world.context.clearCookies();
  const popup = await world.openPopup(page);
  await popup.waitForText("Signed out: the recording stays on this device.");
  await popup.click("Start recording");
  await world.untilPhase("recording");
  await popup.close();
  await world.recorded(2_000);
  await world.press(page, "Stop");
  await world.untilPhase("done");
  expect(await itemCount(person)).toBe(0);

  const popupAfter = await world.openPopup(page);
  await popupAfter.waitForText("is only on this device");
  expect(await popupAfter.text()).toContain("Download");
  await popupAfter.close();
  await signIn(world.context, server.url, person);
  const again = await world.openPopup(page);
  await again.click("Send");
  await again.waitForText("Link copied");
  await again.close();
  expect(await readClipboard(page)).toBe((await newestVideo(person))?.shareUrl);
});

test("a protected page cannot be recorded; the popup says so and offers the screen", async () => {
  const closed = await world.openPage("chrome://version");
  const popup = await world.openPopup(closed);
  await popup.click("Start recording");
  await popup.waitForText("Your browser doesn't allow recording this page");
  await popup.click("Record the screen");
  expect(await popup.evaluate('document.querySelectorAll(".source input")[1].checked')).toBe(true);
  await popup.close();
  await closed.close();
});

test("the popup scrolls as a whole and always shows the button to start, in a low window too", async () => {
  await world.setUp({ microphone: { deviceId: null }, camera: { deviceId: null } });
  const popup = await world.openPopupTab();
  await popup.getByRole("button", { name: "More" }).click();
  await popup.getByText("Frame rate").waitFor();
  await popup.setViewportSize({ width: 360, height: 420 });
  const scrollers = await popup.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY))
      .map((each) => each.className),
  );
  expect(scrollers).toEqual([]);
  const start = popup.getByRole("button", { name: "Start recording" });
  const bottoms = [(await start.boundingBox())!];
  await popup.mouse.move(180, 200);
  await popup.mouse.wheel(0, 4000);
  await expect
    .poll(() => popup.evaluate(() => Math.ceil(scrollY + innerHeight - document.documentElement.scrollHeight)))
    .toBeGreaterThanOrEqual(0);
  bottoms.push((await start.boundingBox())!);
  for (const { y, height } of bottoms) expect(y + height).toBeLessThanOrEqual(420);
  expect(await popup.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await popup.close();
});
