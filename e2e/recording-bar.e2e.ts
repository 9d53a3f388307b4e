import { FAKE_DEVICES } from "@stillreel/testing/browser";
import type { Page, Worker } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CaptureSite, startCaptureSite } from "./support/capture-site.ts";
import { ClosedShadowRoot } from "./support/closed-shadow-root.ts";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { differingPixels, storedCaptures, storedCount, workerOf } from "./support/stored-captures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

/** A small setup, because these tests check the page and not the film. No user is signed in, so it stays on this machine. */
const SETUP = {
  source: "tab",
  microphone: { deviceId: null },
  camera: null,
  bubble: { x: 0.2, y: 0.6, size: 0.18, shape: "round" },
  systemSound: false,
  resolution: 480,
  frameRate: 15,
  countdown: 0,
  live: false,
  showClicks: true,
};
type Setup = Partial<Record<keyof typeof SETUP, unknown>>;

let server: RunningServer;
let site: CaptureSite;
let world: ExtensionWorld;
let worker: Worker;
let page: Page;
let bar: ClosedShadowRoot;

beforeAll(async () => {
  [server, site] = await Promise.all([startStoryServer(), startCaptureSite()]);
  world = await startExtensionWorld(server.url, FAKE_DEVICES, { allowsDevices: true });
  worker = await workerOf(world.context);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
  await server?.stop();
});
beforeEach(() => worker.evaluate(() => chrome.storage.local.remove("recordingBar")));

/** Ends the recording of every test, so that the next one starts without a recording. */
afterEach(async () => {
  await worker.evaluate(() => chrome.runtime.connect({ name: "recorder" }).postMessage({ do: "discard" }));
  await over();
  await page.close();
});

/** Opens a page to be recorded. */
async function open(path: string): Promise<void> {
  page = await world.context.newPage();
  await page.goto(site.url + path);
  bar = new ClosedShadowRoot(page, "stillreel-recording");
}

/** Sends a message about the active tab to the worker, as the popup does. */
async function messageOf(name: "record.start" | "capture.start", wish: object): Promise<string> {
  const [tab] = await worker.evaluate(() => chrome.tabs.query({ active: true, lastFocusedWindow: true }));
  const request = { tabId: tab?.id, windowId: tab?.windowId, ...wish };
  return `chrome.runtime.sendMessage(${JSON.stringify({ to: "background", name, request })})`;
}

/** Sends a command to the worker as the popup does. Opening the popup is the click that grants access to the active tab. */
async function ask(name: "record.start" | "capture.start", wish: object): Promise<void> {
  const popup = await world.openPopup(page);
  await popup.evaluate(`void ${await messageOf(name, wish)}`);
  await popup.close();
}

const start = (setup: Setup = {}): Promise<void> => ask("record.start", { setup: { ...SETUP, ...setup } });

const textOf = async (name: string): Promise<string> => (await bar.byClass(name))?.text ?? "";
const seconds = async (): Promise<number> => {
  const [, minutes = "0", rest = "0"] = /(\d+):(\d\d)/u.exec(await textOf("time")) ?? [];
  return Number(minutes) * 60 + Number(rest);
};
const running = (): Promise<void> => expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(0);
const count = (): Promise<number> => page.locator("stillreel-recording").count();

/** Waits until the recording has ended: the page has no overlay, and the worker has no recording. */
async function over(): Promise<void> {
  await expect.poll(count, { timeout: 15_000 }).toBe(0);
  await expect.poll(() => worker.evaluate(async () => (await chrome.storage.session.get("recording"))["recording"] ?? null)).toBe(null);
}

/** Shows the bar, which may be hidden: the pointer enters the bottom edge from outside. */
async function callBar(): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const enter = async (): Promise<boolean> => {
    if ((await bar.byClass("bar"))?.isSeen) return true;
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.move(width / 2, height - 60);
    await page.mouse.move(width / 2, height - 20);
    return false;
  };
  await expect.poll(enter).toBe(true);
}

/** Discards the recording with the bar's button and its confirmation. */
async function discard(): Promise<void> {
  await callBar();
  await bar.press("Discard");
  await expect.poll(async () => (await bar.byName("Keep recording"))?.isFocused).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await over();
}

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

describe("the bar", () => {
  test("pauses and resumes, confirms before it discards, and leaves the page unchanged", async () => {
    await open("/plain");
    const before = await page.content();
    await start();
    await running();
    await callBar();
    expect((await bar.byName("Start over"))?.tooltip).toBe("");
    const over = await bar.byName("Start over");
    await page.mouse.move((over?.x ?? 0) + 20, (over?.y ?? 0) + 20);
    await expect.poll(async () => (await bar.byName("Start over"))?.tooltip).toBe("Start over");
    await bar.press("Pause");
    await expect.poll(async () => (await bar.byName("Resume"))?.isSeen).toBe(true);
    expect(await textOf("kept")).toMatch(/\d:\d\d recorded/u);
    await bar.press("Discard");
    await expect.poll(() => textOf("ask")).toContain("Discard this recording?");
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await bar.byName("Resume"))?.isSeen).toBe(true);
    await bar.press("Resume");
    // It is hidden although the pointer is over it.
    await expect.poll(async () => (await bar.byClass("bar"))?.isSeen).toBe(false);
    await callBar();
    expect((await bar.byName("Pause"))?.isSeen).toBe(true);
    await discard();
    expect(await page.content()).toBe(before);
  });

  test("is hidden from a recorded tab's video when it is not used, and is shown by pointer or keyboard", async () => {
    await open("/plain");
    await start();
    await running();
    expect((await bar.byClass("bar"))?.isSeen, "it is hidden from the start").toBe(false);
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.move(width / 2, height - 40);
    expect((await bar.byClass("bar"))?.isSeen, "a pointer at the bottom of the page uses the page").toBe(false);
    await callBar();
    await page.mouse.move(300, 200);
    await expect.poll(async () => (await bar.byClass("bar"))?.isSeen, { timeout: 6_000 }).toBe(false);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(async () => (await bar.byClass("bar"))?.isSeen).toBe(true);
    await discard();
  });

  test("is restored at its last position and size", async () => {
    await open("/plain");
    await start();
    await running();
    await callBar();
    await bar.press("Collapse toolbar");
    await bar.drag("Move the toolbar. Arrow keys move it too.", -300, -400);
    const put = await bar.byClass("bar");
    await bar.press("Expand toolbar");
    await bar.press("Collapse toolbar");
    await page.mouse.move(put?.x ?? 0, put?.y ?? 0);
    await bar.press("Stop and copy link");
    await over();
    await start();
    await running();
    const again = await bar.byClass("bar");
    expect([again?.x, again?.y, again?.width].map((value) => Math.round(value ?? 0))).toEqual(
      [put?.x, put?.y, put?.width].map((value) => Math.round(value ?? 0)),
    );
    await callBar();
    await bar.press("Stop and copy link");
    await over();
  });

  test("belongs to the next recording when that starts immediately after the last one, repeatedly", async () => {
    await open("/plain");
    await start();
    await running();
    for (const end of ["stop", "discard"]) {
      const popup = await world.openPopup(page);
      const begin = await messageOf("record.start", { setup: SETUP });
      const answer = await popup.evaluate(
        `(chrome.runtime.connect({ name: "recorder" }).postMessage({ do: ${JSON.stringify(end)} }), ${begin})`,
      );
      await popup.close();
      expect(answer).toEqual({ ok: true, reply: { ok: true } });
      await running();
      expect(await count()).toBe(1);
      await callBar();
    }
    await discard();
  });

  test("is in no capture of the page during the recording", async () => {
    await open("/plain");
    const own = await page.screenshot();
    await worker.evaluate(() => chrome.storage.local.set({ preferences: { afterCapture: "copy" } }));
    await start();
    await running();
    await callBar();
    const positionBefore = await bar.byClass("bar");
    const before = await storedCount(worker);
    await ask("capture.start", { kind: "visible", seconds: 3, isWhole: false });
    await expect.poll(() => storedCount(worker), { timeout: 20_000 }).toBe(before + 1);
    expect(differingPixels((await storedCaptures(worker, 1))[0]?.png as Buffer, own)).toBe(0);
    await callBar();
    // The width of its text changes each second, so its middle may be off by some pixels.
    const positionAfter = await bar.byClass("bar");
    expect(Math.abs((positionAfter?.x ?? 0) - (positionBefore?.x ?? 0)), "it comes back where it stood").toBeLessThan(20);
    expect(positionAfter?.y).toBe(positionBefore?.y);
    await discard();
  });

  test("reports that the recorder is gone, and that the recording is stored", async () => {
    await open("/plain");
    await start();
    await running();
    await worker.evaluate(() => chrome.offscreen.closeDocument());
    await expect.poll(() => textOf("ask"), { timeout: 15_000 }).toContain("Your recording so far is saved.");
    await expect.poll(async () => (await bar.byName("Close"))?.isSeen).toBe(true);
    await bar.press("Close");
    await expect.poll(count).toBe(0);
  });
});

describe("before the start", () => {
  test("the camera view is visible and can be moved during the countdown", async () => {
    await open("/plain");
    await start({ countdown: 5, camera: { deviceId: null } });
    await expect.poll(async () => (await bar.byClass("bubble"))?.isSeen, { timeout: 15_000 }).toBe(true);
    await expect.poll(async () => (await bar.byClass("heard"))?.isSeen).toBe(true);
    const before = await bar.byClass("bubble");
    await bar.drag("Your camera. Arrow keys move it, plus and minus change its size.", 300, -100);
    await expect.poll(async () => (await bar.byClass("bubble"))?.x).toBeGreaterThan((before?.x ?? 0) + 250);
    expect((await bar.byClass("face"))?.isSeen, "it is counted down all the while").toBe(true);
    await running();
    expect((await bar.byClass("bubble"))?.x).toBeGreaterThan((before?.x ?? 0) + 250);
    await discard();
  });

  test("the countdown is over the page, Space starts immediately, and Esc cancels it", async () => {
    await open("/plain");
    await start({ countdown: 5 });
    await expect.poll(() => textOf("count"), { timeout: 15_000 }).toMatch(/Recording this tab with microphone/u);
    await page.keyboard.press("Space");
    await running();
    await discard();
    await start({ countdown: 5 });
    await expect.poll(() => textOf("face"), { timeout: 15_000 }).toMatch(/[1-5]/u);
    await page.keyboard.press("Escape");
    await over();
  });

  test("a part of the tab is chosen and framed from outside, and the bar stays outside of it", async () => {
    await open("/plain");
    await start({ source: "area" });
    await page.locator("stillreel-part").waitFor({ state: "attached" });
    await drag([200, 120], [600, 420]);
    await page.keyboard.press("Enter");
    await running();
    const frame = await bar.byClass("frame");
    expect([frame?.x, frame?.y].map((value) => Math.round(value ?? 0))).toEqual([196, 116]);
    expect([frame?.width, frame?.height].map((value) => Math.round(value ?? 0))).toEqual([408, 308]);
    await page.mouse.move(300, 200);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await bar.byClass("bar"))?.isSeen).toBe(true);
    await discard();
  });
});

describe("on the page", () => {
  test("lines are drawn without events for the page, until Esc ends the drawing", async () => {
    await open("/hungry");
    await start();
    await running();
    await callBar();
    await bar.press("Draw");
    await expect.poll(async () => (await bar.byClass("tools"))?.isSeen).toBe(true);
    await page.evaluate(() => Object.assign(window, { pressed: 0 }));
    await page.evaluate(() =>
      document.body.addEventListener("pointerdown", () => ((window as unknown as { pressed: number }).pressed += 1)),
    );
    const empty = (await bar.byClass("sheet"))?.picture;
    await drag([120, 90], [420, 300]);
    await expect.poll(async () => (await bar.byClass("sheet"))?.picture).not.toBe(empty);
    const pressed = (): Promise<number> => page.evaluate(() => (window as unknown as { pressed: number }).pressed);
    expect(await pressed()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await bar.byClass("sheet"))?.picture).toBe(empty);
    await page.keyboard.press("Escape");
    await page.mouse.click(120, 90);
    expect(await pressed()).toBe(1);
    await discard();
  });

  test("the camera view is at the same position as in the video, and a drag moves both", async () => {
    await open("/plain");
    await start({ camera: { deviceId: null } });
    await running();
    await expect.poll(async () => (await bar.byClass("bubble"))?.isSeen, { timeout: 10_000 }).toBe(true);
    const view = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    const middle = async (): Promise<[number, number]> => {
      const box = await bar.byClass("bubble");
      return box ? [(box.x + box.width / 2) / view.width, (box.y + box.height / 2) / view.height] : [0, 0];
    };
    const [x, y] = await middle();
    expect(x).toBeCloseTo(0.2, 1);
    expect(y).toBeCloseTo(0.6, 1);
    await bar.drag("Your camera. Arrow keys move it, plus and minus change its size.", 0.4 * view.width, -0.2 * view.height);
    // The recorder's state after the button was released must stay.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const [movedX, movedY] = await middle();
    expect(movedX).toBeCloseTo(x + 0.4, 1);
    expect(movedY).toBeCloseTo(y - 0.2, 1);
    await callBar();
    await bar.press("Turn camera off");
    await expect.poll(async () => (await bar.byClass("bubble"))?.isSeen ?? false).toBe(false);
    await discard();
  });
});
