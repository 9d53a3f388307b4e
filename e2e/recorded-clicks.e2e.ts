import { type EditEffectOf, getEdits, getPointer, type PointerTrack } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClockSite, startClockSite } from "./support/clock-site.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { EARLY_S, readRecordedClock } from "./support/recorded-clock.ts";
import { newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

let server: RunningServer;
let site: ClockSite;
let world: RecordingWorld;
/** Decodes recordings. */
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
  person = await registerPerson(server.url, "Cleo Click");
  await signIn(world.context, server.url, person);
  await page?.close();
  page = await world.openPage(site.url);
});

const sizeOfPage = (): Promise<{ width: number; height: number }> => page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
const elapsedMs = async (): Promise<number> => {
  const state = await world.state();
  return state && "elapsedMs" in state ? state.elapsedMs : 0;
};

/** Clicks in the page. Returns between which seconds of the recording that was. */
async function click(x: number, y: number): Promise<{ from: number; to: number }> {
  await page.mouse.move(x - 20, y - 10, { steps: 4 });
  const from = await elapsedMs();
  await page.mouse.click(x, y);
  // The state is published several times a second: the first one that is published after the click is not before it.
  const published = await elapsedMs();
  const to = await until("the recorder published its state", async () => {
    const now = await elapsedMs();
    return now > published && now;
  });
  return { from: from / 1_000, to: to / 1_000 };
}

/** Stops the recording. Returns the id of the video and its recorded pointer. */
async function stop(): Promise<{ itemId: string; track: PointerTrack }> {
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  const item = await until("the video is ready", async () => {
    const newest = await newestVideo(person);
    return newest?.stage === "ready" && newest;
  });
  return { itemId: item.id, track: await person.client.call(getPointer, { params: { itemId: item.id } }) };
}

const zoomsOf = async (itemId: string): Promise<EditEffectOf<"zoom">[]> =>
  (await person.client.call(getEdits, { params: { itemId } })).document.effects as EditEffectOf<"zoom">[];

test("clicks in a recorded tab are offered as zooms at their seconds, and a zoom follows the pointer", async () => {
  await world.setUp();
  await world.record(page);
  const { width, height } = await sizeOfPage();
  await world.recorded(1_500);
  const first = await click(0.25 * width, 0.25 * height);
  await page.keyboard.type("secret");
  await world.press(page, "Pause");
  await world.untilPhase("paused");
  await page.mouse.click(0.5 * width, 0.5 * height);
  await world.press(page, "Resume");
  await world.untilPhase("recording");
  await world.recorded(first.to * 1_000 + 5_000);
  const second = await click(0.75 * width, 0.7 * height);
  await world.recorded(second.to * 1_000 + 1_000);
  const { itemId, track } = await stop();

  expect(track.clicks).toHaveLength(2);
  for (const [index, { from, to }] of [first, second].entries()) {
    const [at = -1, x = -1, y = -1] = track.clicks[index] ?? [];
    expect(at).toBeGreaterThanOrEqual(from - 0.05);
    expect(at).toBeLessThanOrEqual(to + 0.5);
    expect(x).toBeCloseTo(index === 0 ? 0.25 : 0.75, 2);
    expect(y).toBeCloseTo(index === 0 ? 0.25 : 0.7, 2);
  }
  expect(track.moves.length).toBeGreaterThan(2);
  expect(JSON.stringify(track)).toMatch(/^\{"moves":\[[\d[\],.]*\],"clicks":\[[\d[\],.]*\]\}$/u);

  const editor = await world.openPage(`${server.url}/videos/${itemId}/edit`);
  await editor.getByText("2 clicks were recorded.").waitFor();
  await editor.getByRole("button", { name: "Suggest zooms" }).click();
  await editor.getByRole("button", { name: "Add 2 zooms" }).click();
  await editor.getByText("Draft saved").waitFor();
  await expect.poll(async () => (await zoomsOf(itemId)).length).toBe(2);
  const zooms = await zoomsOf(itemId);
  expect(zooms[0]?.start).toBeCloseTo(Math.max(0, (track.clicks[0]?.[0] ?? 0) - 1), 2);
  expect(zooms[1]?.start).toBeCloseTo((track.clicks[1]?.[0] ?? 0) - 1, 2);

  await editor.getByRole("button", { name: /^Zoom 2/u }).click();
  const follow = editor.getByRole("switch", { name: "Follow the pointer" });
  await follow.focus();
  await editor.keyboard.press("Space");
  await expect.poll(async () => (await zoomsOf(itemId))[1]?.followsPointer).toBe(true);
  expect((await zoomsOf(itemId))[1]?.keys?.length).toBeGreaterThan(1);
  await editor.close();
});

test("a click is at the second at which the video shows it", async () => {
  await world.setUp();
  await world.record(page);
  const { width, height } = await sizeOfPage();
  await world.recorded(2_500);
  await page.evaluate(() => addEventListener("pointerdown", () => (document.title = String(Date.now()))));
  const { to } = await click(0.5 * width, 0.5 * height);
  await world.recorded(to * 1_000 + 1_500);
  const clickedAt = Number(await page.title());
  const { itemId, track } = await stop();
  // The page paints its clock, so that every frame says when it was painted.
  const { early } = await readRecordedClock(viewer, await recordingOf(server.url, person, itemId), width);
  expect(track.clicks).toHaveLength(1);
  expect(Math.abs((track.clicks[0]?.[0] ?? 0) - (EARLY_S + (clickedAt - early) / 1_000))).toBeLessThan(0.6);
});

test("in a recorded area, positions are relative to it, and nothing outside of it is stored", async () => {
  await world.setUp({ source: "area" });
  const popup = await world.openPopup(page);
  await popup.click("Start recording");
  await popup.close();
  await page.locator("stillreel-part").waitFor({ state: "attached" });
  const area = { x: 200, y: 100, width: 400, height: 300 };
  await page.mouse.move(area.x, area.y);
  await page.mouse.down();
  await page.mouse.move(area.x + 100, area.y + 100);
  await page.mouse.move(area.x + area.width, area.y + area.height);
  await page.mouse.up();
  await page.keyboard.press("Enter");
  await world.untilPhase("recording");
  await world.recorded(1_000);
  await page.mouse.click(area.x + area.width + 100, area.y + 10);
  await click(area.x + 0.25 * area.width, area.y + 0.5 * area.height);
  const { track } = await stop();
  expect(track.clicks).toHaveLength(1);
  expect(track.clicks[0]?.[1]).toBeCloseTo(0.25, 1);
  expect(track.clicks[0]?.[2]).toBeCloseTo(0.5, 1);
});

test("clicks survive a crash of the recording", async () => {
  await world.setUp();
  await world.record(page);
  const { width, height } = await sizeOfPage();
  await world.recorded(1_000);
  const { to } = await click(0.5 * width, 0.5 * height);
  await world.recorded(to * 1_000 + 2_500);
  await world.killOffscreen();
  await expect.poll(() => world.badge()).toBe("!");
  const popup = await world.openPopup(page);
  await popup.waitForText("Recover recording (0:0");
  await popup.click("Recover");
  await popup.waitForText("Link copied");
  await popup.close();
  const item = await until("the video is complete", async () => {
    const newest = await newestVideo(person);
    return newest && newest.stage !== "recording" && newest.stage !== "uploading" && newest;
  });
  const track = await person.client.call(getPointer, { params: { itemId: item.id } });
  expect(track.clicks).toHaveLength(1);
  expect(track.clicks[0]?.[1]).toBeCloseTo(0.5, 2);
});
