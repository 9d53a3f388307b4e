import { launchBrowser } from "@stillreel/testing/browser";
import { type DoubleUpload, openRecorderPage, serveRecorderPage, startTusDouble, type TusDouble } from "@stillreel/testing/recorder";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { filmOf } from "./support/film.ts";

/** The engine on made-up screens in a real browser, against a server that can be told to misbehave. */
let browser: Browser;
let double: TusDouble;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  double = await startTusDouble();
  await serveRecorderPage(double);
  context = await browser.newContext();
  page = await openRecorderPage(context, double);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});
afterEach(async () => {
  await context.close();
  await double.stop();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

const upload = (): DoubleUpload => {
  const [first] = double.uploads.values();
  if (!first || double.uploads.size !== 1) throw new Error(`There are ${double.uploads.size} uploads.`);
  return first;
};
const pass = (ms: number): Promise<void> => page.waitForTimeout(ms);
const command = (what: Parameters<Window["studio"]["recorder"]["command"]>[0]): Promise<void> =>
  page.evaluate((asked) => window.studio.recorder.command(asked), what);
const state = () => page.evaluate(() => window.studio.recorder.state());
const start = (setup: Parameters<Window["studio"]["order"]>[0] = {}, given: Parameters<Window["studio"]["order"]>[1] = {}): Promise<void> =>
  page.evaluate(
    async ([chosen, further]) => {
      void window.studio.recorder.start(window.studio.order(chosen, further));
      await window.studio.until("recording");
    },
    [setup, given] as const,
  );
const stop = async () => {
  await command({ do: "stop" });
  return page.evaluate(() => window.studio.until("done"));
};

/** Plays a file in the browser; answers its length and the colours of its middle at some seconds. */
async function watch(bytes: Buffer, at: number[]): Promise<{ duration: number; colours: string[] }> {
  double.pages.set("/film.mp4", { type: "video/mp4", body: bytes });
  return page.evaluate(async (seconds) => {
    const film = await (await fetch(`/film.mp4?${Math.random()}`)).blob();
    const video = Object.assign(document.createElement("video"), { muted: true, src: URL.createObjectURL(film) });
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext("2d");
    await new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", resolve);
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
    });
    const colours: string[] = [];
    for (const second of seconds) {
      video.currentTime = second;
      await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      context?.drawImage(video, video.videoWidth / 2, video.videoHeight / 6, 1, 1, 0, 0, 1, 1);
      colours.push(String(context?.getImageData(0, 0, 1, 1).data.slice(0, 3)));
    }
    return { duration: video.duration, colours };
  }, at);
}

/** The page goes as it does when its process is killed. */
async function die(): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await Promise.race([cdp.send("Page.crash").catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  await page.close();
}

/** Records while the server is away for the last seconds, and dies of it; another page is there then, and the server again. */
async function leaveUnsent(): Promise<{ id: string; disk: Buffer }> {
  await start();
  await expect.poll(async () => (await state()).phase === "recording" && upload().bytes.length > 0).toBe(true);
  const running = await state();
  if (running.phase !== "recording") throw new Error(running.phase);
  await double.down();
  await pass(4_000);
  await die();
  await double.up();
  page = await openRecorderPage(context, double);
  const disk = Buffer.from(await page.evaluate((id) => window.studio.bytesOf(id), running.id), "base64");
  expect(disk.length).toBeGreaterThan(upload().bytes.length);
  return { id: running.id, disk };
}

const list = () => page.evaluate(() => window.studio.kept.list("ada"));
const sendWaiting = (on = page): Promise<number> =>
  on.evaluate((url) => window.studio.kept.sendWaiting({ url, userId: "ada" }), double.url);
const recover = (id: string) =>
  page.evaluate(([kept, url]) => window.studio.kept.recover(kept, { destination: { url, userId: "ada" } }), [id, double.url] as const);
const onDisk = (id: string): Promise<boolean> =>
  page.evaluate(
    (kept) =>
      window.studio.bytesOf(kept).then(
        () => true,
        () => false,
      ),
    id,
  );

const gaps = (frames: number[]): number => Math.max(...frames.slice(1).map((time, index) => time - (frames[index] ?? 0)));

test("what was recorded is on the server to the byte, with link and item from the first second on, and leaves this machine", async () => {
  await start();
  await expect.poll(async () => (await state()).phase === "recording" && upload().bytes.length > 0).toBe(true);
  expect(await state()).toMatchObject({
    itemId: upload().itemId,
    shareUrl: expect.stringContaining("/s/") as string,
    width: 640,
    height: 360,
  });
  expect(upload().metadata).toMatchObject({ type: "video", recording: "true", live: "false", fullFileName: "made-up.mp4" });
  await pass(4_000);
  const id = await page.evaluate(() => {
    const now = window.studio.recorder.state();
    return "id" in now ? now.id : "";
  });
  const early = Buffer.from(await page.evaluate((which) => window.studio.bytesOf(which), id), "base64");
  const stoppedAt = Date.now();
  const done = await stop();
  expect((upload().completedAt ?? Infinity) - stoppedAt).toBeLessThan(1_500);
  expect(upload().bytes.subarray(0, early.length).equals(early)).toBe(true);
  const film = await filmOf(upload().bytes);
  if (done.phase !== "done") throw new Error(JSON.stringify(done));
  expect(Math.abs(film.seconds - done.durationMs / 1_000)).toBeLessThan(0.3);
  expect(Math.abs((film.soundSeconds ?? 0) - film.seconds)).toBeLessThan(0.3);
  expect(film.keys).toBeGreaterThanOrEqual(4);
  expect(gaps(film.frames)).toBeLessThan(0.6);
  expect(done).toMatchObject({ reason: "stopped", kept: { trouble: null, server: done.kept.disk } });
  expect(Math.abs((await watch(upload().bytes, [1, 3])).duration - film.seconds)).toBeLessThan(0.3);
  await page.evaluate(() => window.studio.recorder.whenSettled());
  expect(await page.evaluate(() => window.studio.kept.list("ada"))).toEqual([]);
  expect(await page.evaluate(() => window.studio.recorder.isBusy())).toBe(false);
});

test("a pause leaves no gap", async () => {
  await start();
  await pass(1_500);
  await command({ do: "pause" });
  const paused = await state();
  await pass(2_500);
  expect(await state()).toMatchObject({ phase: "paused" });
  await command({ do: "resume" });
  await pass(1_500);
  const done = await stop();
  if (done.phase !== "done" || paused.phase !== "paused") throw new Error(done.phase);
  expect(done.durationMs).toBeLessThan(4_200);
  const film = await filmOf(upload().bytes);
  expect(Math.abs(film.seconds - done.durationMs / 1_000)).toBeLessThan(0.3);
  expect(Math.abs((film.soundSeconds ?? 0) - film.seconds)).toBeLessThan(0.3);
  expect(gaps(film.frames)).toBeLessThan(0.6);
});

test("a page that dies loses less than two seconds; another one recovers the rest", async () => {
  await start();
  await pass(5_000);
  const before = await state();
  if (before.phase !== "recording") throw new Error(before.phase);
  await double.down();
  await pass(1_500);
  const last = await state();
  await die();
  await double.up();
  page = await openRecorderPage(context, double);
  const kept = await list();
  expect(kept).toHaveLength(1);
  if (last.phase !== "recording" || !kept[0]) throw new Error(last.phase);
  expect(kept[0]).toMatchObject({ id: before.id, state: "recording", itemId: upload().itemId });
  expect(last.elapsedMs - kept[0].durationMs).toBeLessThan(2_000);
  expect(await page.evaluate(() => window.studio.kept.list("eve"))).toEqual([]);
  const disk = Buffer.from(await page.evaluate((id) => window.studio.bytesOf(id), before.id), "base64");
  const refused = await page.evaluate(
    ([id, url]) => window.studio.kept.recover(id, { destination: { url, userId: "eve" } }).catch((error: unknown) => String(error)),
    [before.id, double.url] as const,
  );
  expect(String(refused)).toContain("not-yours");
  const recovered = await recover(before.id);
  expect(recovered.itemId).toBe(upload().itemId);
  expect(upload().bytes.equals(disk)).toBe(true);
  expect(upload().length).toBe(disk.length);
  expect((await filmOf(disk)).seconds * 1_000).toBeGreaterThan(last.elapsedMs - 2_000);
  expect(await page.evaluate(() => window.studio.kept.list("ada"))).toEqual([]);
});

test("what was cut off goes up before anybody says anything, and stays open until somebody does", async () => {
  const { id, disk } = await leaveUnsent();
  expect(await sendWaiting()).toBe(0);
  expect(upload().bytes.equals(disk)).toBe(true);
  expect(upload().length).toBeNull();
  expect(await list()).toMatchObject([{ id, state: "recording", bytes: disk.length, sentBytes: disk.length }]);
  const before = double.requests.length;
  await recover(id);
  expect(upload().length).toBe(disk.length);
  expect(double.requests.slice(before).filter(({ method }) => method === "PATCH")).toHaveLength(1);
  expect(upload().pieces.at(-1)).toBe(0);
  expect([await list(), await onDisk(id)]).toEqual([[], false]);
});

test("while it goes up it is offered all the same, and whoever recovers or discards it gets it at once", async () => {
  const { id, disk } = await leaveUnsent();
  // Another page looks after it, and the server does not answer it.
  const other = await openRecorderPage(context, double);
  double.mishaps.push(...Array.from({ length: 3 }, () => ({ kind: "status", status: 503 }) as const));
  const sending = sendWaiting(other);
  await expect.poll(() => double.mishaps.length).toBeLessThan(3);
  expect(await list()).toMatchObject([{ id, state: "recording" }]);
  double.mishaps.length = 0;
  await recover(id);
  expect(await sending).toBe(1);
  expect(upload().bytes.equals(disk)).toBe(true);
  expect(double.uploads.size).toBe(1);
  await other.close();
});

test("what the server has ended by itself is offered no more, and leaves this machine; unless more than a moment of it is missing there", async () => {
  const { id, disk } = await leaveUnsent();
  const arrived = upload().bytes;
  upload().length = arrived.length;
  expect(await sendWaiting()).toBe(1);
  expect(await list()).toHaveLength(1);
  Object.assign(upload(), { bytes: disk, length: disk.length });
  expect(await sendWaiting()).toBe(0);
  expect([await list(), await onDisk(id)]).toEqual([[], false]);
});

test("a still page goes on, a resized one keeps the picture's shape, and sharing that is ended ends as if stopped", async () => {
  await start({ microphone: null, systemSound: false });
  await page.evaluate(() => {
    window.studio.screen.isStill = true;
  });
  await pass(2_500);
  await page.evaluate(() => {
    window.studio.screen.resize(360, 640);
    window.studio.screen.isStill = false;
  });
  await pass(1_500);
  await page.evaluate(() => window.studio.screen.end());
  const done = await page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "share-ended" });
  const film = await filmOf(upload().bytes);
  expect(film).toMatchObject({ size: [640, 360], soundSeconds: null });
  expect(gaps(film.frames)).toBeLessThan(0.9);
  const { colours } = await watch(upload().bytes, [0.5]);
  expect(colours[0]).not.toBe("0,0,0");
});

test("the camera is in the picture, goes and comes, and its loss and the microphone's are told", async () => {
  await start({ camera: { deviceId: null }, bubble: { x: 0.5, y: 0.25, size: 0.3, shape: "round" } });
  expect(await state()).toMatchObject({ camera: { on: true }, microphone: { muted: false }, lost: [] });
  await expect
    .poll(() => page.evaluate(() => new Promise<string>((resolve) => window.studio.recorder.watchCamera(resolve))))
    .toMatch(/^data:image\/jpeg/u);
  await expect.poll(async () => ((await state()) as { microphone?: { level: number } }).microphone?.level ?? 0).toBeGreaterThan(0.3);
  await command({ do: "mute", muted: true });
  expect(await state()).toMatchObject({ microphone: { muted: true } });
  await command({ do: "camera", on: false });
  await expect.poll(state).toMatchObject({ camera: { on: false } });
  await command({ do: "camera", on: true });
  await expect.poll(state).toMatchObject({ camera: { on: true } });
  await page.evaluate(() => {
    window.studio.screen.unplug("camera");
    window.studio.screen.unplug("microphone");
  });
  await expect.poll(state).toMatchObject({ phase: "recording", camera: { on: false }, lost: ["camera", "microphone"] });
  expect(await stop()).toMatchObject({ phase: "done" });
  expect((await filmOf(upload().bytes)).size).toEqual([640, 360]);
});

test("of an area only the area is recorded, and a closed tab ends it", async () => {
  await start(
    { source: "area", microphone: null, systemSound: false },
    { tab: { streamId: "made-up", width: 800, height: 600 }, area: { x: 0.25, y: 0.5, width: 0.5, height: 0.25 } },
  );
  await pass(1_500);
  await page.evaluate(() => window.studio.screen.unplug("camera"));
  expect(await page.evaluate(() => window.studio.until("done"))).toMatchObject({ phase: "done", reason: "tab-closed" });
  expect((await filmOf(upload().bytes)).size).toEqual([400, 150]);
});

test("a browser without encoders of its own for pages still records, by its recorder", async () => {
  await page.evaluate(() => {
    Object.assign(window, { VideoEncoder: undefined });
  });
  await start();
  await pass(3_000);
  expect(await stop()).toMatchObject({ phase: "done", reason: "stopped" });
  const film = await filmOf(upload().bytes);
  expect(film.seconds).toBeGreaterThan(2);
  expect(film.keys).toBeGreaterThanOrEqual(2);
});

test("a set-up that cannot be had is refused in words, with nothing left open", async () => {
  const refuse = (name: string) =>
    page.evaluate(async (error) => {
      window.studio.refusal = error;
      await window.studio.recorder.start(window.studio.order({}));
      return window.studio.recorder.state();
    }, name);
  expect(await refuse("NotFoundError")).toMatchObject({ phase: "failed", failure: { code: "no-device", what: "microphone" } });
  expect(await refuse("NotAllowedError")).toMatchObject({ phase: "failed", failure: { code: "not-allowed", what: "microphone" } });
  expect(await page.evaluate(() => window.studio.recorder.isBusy())).toBe(false);
  expect(double.uploads.size).toBe(0);
});

test("begun anew, the first try is gone everywhere; discarded, all is", async () => {
  await start();
  await expect.poll(() => double.uploads.size).toBe(1);
  const first = upload().id;
  await command({ do: "restart" });
  await page.evaluate(() => window.studio.until("recording"));
  await expect.poll(() => [...double.uploads.keys()].filter((id) => id !== first).length).toBe(1);
  await expect.poll(() => double.uploads.has(first)).toBe(false);
  await pass(1_200);
  await command({ do: "discard" });
  await expect.poll(() => double.uploads.size).toBe(0);
  expect(await state()).toEqual({ phase: "idle" });
  await page.evaluate(() => window.studio.recorder.whenSettled());
  expect(await page.evaluate(() => window.studio.kept.list("ada"))).toEqual([]);
});

test("a full disk ends the recording, and what there is arrives", async () => {
  await page.close();
  page = await openRecorderPage(context, double, "?noise=200&disk=900000");
  await start();
  const done = await page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "storage-full" });
  await expect.poll(() => upload().completedAt).not.toBeNull();
  expect((await filmOf(upload().bytes)).seconds).toBeGreaterThan(0.9);
});

test("a browser that gives no more room ends the recording, whatever it says about what it took", async () => {
  await page.close();
  page = await openRecorderPage(context, double, "?noise=200");
  const cdp = await context.newCDPSession(page);
  const { usage } = await cdp.send("Storage.getUsageAndQuota", { origin: double.url });
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: double.url, quotaSize: usage + 1_200_000 });
  await start();
  const done = await page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "storage-full" });
  await expect.poll(() => upload().completedAt).not.toBeNull();
  const { seconds } = await filmOf(upload().bytes);
  if (done.phase === "done") expect(Math.abs(seconds - done.durationMs / 1_000)).toBeLessThan(0.6);
  expect(seconds).toBeGreaterThan(0.4);
});

test("stopped while the server is away it is kept, and sent when the server is back", async () => {
  await page.evaluate(async () => {
    void window.studio.recorder.start(window.studio.order({ countdown: 3 }));
    await window.studio.until("countdown");
  });
  await pass(1_000);
  await double.down();
  await page.evaluate(() => window.studio.until("recording"));
  await pass(2_000);
  const done = await stop();
  expect(done).toMatchObject({ phase: "done", itemId: null, kept: { trouble: "offline", server: { bytes: 0 } } });
  expect(await page.evaluate(() => window.studio.recorder.isBusy())).toBe(true);
  await double.up();
  await page.evaluate(() => window.studio.recorder.whenSettled());
  expect(upload().completedAt).not.toBeNull();
  expect(await state()).toMatchObject({ phase: "done", itemId: upload().itemId, kept: { trouble: null } });
});

test("cancelled and stopped before it began nothing is made", async () => {
  await page.evaluate(async () => {
    void window.studio.recorder.start(window.studio.order({ countdown: 3 }));
    await window.studio.until("countdown");
    window.studio.recorder.command({ do: "stop" });
  });
  expect(await state()).toEqual({ phase: "idle" });
  await page.evaluate(() => window.studio.recorder.whenSettled());
  expect(double.uploads.size).toBe(0);
  expect(await page.evaluate(() => window.studio.kept.list("ada"))).toEqual([]);
});
