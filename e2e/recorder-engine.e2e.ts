import { launchBrowser } from "@stillreel/testing/browser";
import { openRecorderPage } from "@stillreel/testing/recorder";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, type TestContext } from "vitest";
import { filmOf } from "./support/film.ts";
import { Studio } from "./support/studio.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Opens a recording setup for one test. Two tests run in parallel, because recording a small picture is mostly waiting. */
async function openStudio(onTestFinished: TestContext["onTestFinished"]): Promise<Studio> {
  const studio = await Studio.open(browser);
  onTestFinished(() => studio.close());
  return studio;
}

/** Writes the metadata of a recording again and again from a worker in the page, as the recorder does: in two slots, in turn. */
async function rewriteMetadata(id: string): Promise<void> {
  const code = `(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle("recordings")).getDirectoryHandle("${id}");
    const slots = await Promise.all(["meta-0", "meta-1"].map(async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle()));
    const read = (slot) => {
      const bytes = new Uint8Array(slot.getSize());
      slot.read(bytes, { at: 0 });
      return bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : { version: 0 };
    };
    let newest = slots.map(read).sort((a, b) => b.version - a.version)[0];
    setInterval(() => {
      newest = { ...newest, version: newest.version + 1 };
      const slot = slots[newest.version % 2];
      slot.truncate(0);
      slot.write(new TextEncoder().encode(JSON.stringify(newest)), { at: 0 });
      slot.flush();
    }, 3);
    postMessage("ready");
  })()`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  await new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
}

const gaps = (frames: number[]): number => Math.max(...frames.slice(1).map((time, index) => time - (frames[index] ?? 0)));

test.concurrent("what was recorded is on the server to the byte, with link and item from the first second on, and leaves this machine", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  const { id } = await on.startSending();
  expect(await on.state()).toMatchObject({
    itemId: on.upload().itemId,
    shareUrl: expect.stringContaining("/s/") as string,
    width: 640,
    height: 360,
  });
  expect(on.upload().metadata).toMatchObject({ type: "video", recording: "true", live: "false", fullFileName: "made-up.mp4" });
  await on.pass(2_500);
  const early = (await on.onDisk(id)) as Buffer;
  const stoppedAt = Date.now();
  const done = await on.stop();
  expect((on.upload().completedAt ?? Infinity) - stoppedAt).toBeLessThan(1_500);
  expect(on.upload().bytes.subarray(0, early.length).equals(early)).toBe(true);
  const film = await filmOf(on.upload().bytes);
  if (done.phase !== "done") throw new Error(JSON.stringify(done));
  expect(Math.abs(film.seconds - done.durationMs / 1_000)).toBeLessThan(0.3);
  expect(Math.abs((film.soundSeconds ?? 0) - film.seconds)).toBeLessThan(0.3);
  expect(film.keys).toBeGreaterThanOrEqual(3);
  expect(gaps(film.frames)).toBeLessThan(0.6);
  expect(done).toMatchObject({ reason: "stopped", progress: { trouble: null, server: done.progress.disk } });
  expect(Math.abs((await on.watch(on.upload().bytes, [1, 2])).duration - film.seconds)).toBeLessThan(0.3);
  await on.page.evaluate(() => window.studio.recorder.whenSettled());
  expect(await on.list()).toEqual([]);
  expect(await on.page.evaluate(() => window.studio.recorder.isBusy())).toBe(false);
});

test("a pause leaves no gap", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.start();
  await on.pass(1_000);
  await on.command({ do: "pause" });
  const paused = await on.state();
  await on.pass(2_000);
  expect(await on.state()).toMatchObject({ phase: "paused" });
  await on.command({ do: "resume" });
  await on.pass(1_000);
  const done = await on.stop();
  if (done.phase !== "done" || paused.phase !== "paused") throw new Error(done.phase);
  expect(done.durationMs).toBeLessThan(3_200);
  const film = await filmOf(on.upload().bytes);
  expect(Math.abs(film.seconds - done.durationMs / 1_000)).toBeLessThan(0.3);
  expect(Math.abs((film.soundSeconds ?? 0) - film.seconds)).toBeLessThan(0.3);
  expect(gaps(film.frames)).toBeLessThan(0.6);
});

test.concurrent("a page that dies loses less than two seconds; another one recovers the rest", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.start();
  await on.pass(2_500);
  const before = await on.state();
  if (before.phase !== "recording") throw new Error(before.phase);
  await on.double.down();
  await on.pass(1_500);
  const last = await on.state();
  await on.die();
  await on.double.up();
  await on.reopen();
  const stored = await on.list();
  expect(stored).toHaveLength(1);
  if (last.phase !== "recording" || !stored[0]) throw new Error(last.phase);
  expect(stored[0]).toMatchObject({ id: before.id, state: "recording", itemId: on.upload().itemId });
  expect(last.elapsedMs - stored[0].durationMs).toBeLessThan(2_000);
  expect(await on.page.evaluate(() => window.studio.recordings.list("eve"))).toEqual([]);
  const disk = (await on.onDisk(before.id)) as Buffer;
  const refused = await on.page.evaluate(
    ([id, url]) => window.studio.recordings.recover(id, { destination: { url, userId: "eve" } }).catch((error: unknown) => String(error)),
    [before.id, on.double.url] as const,
  );
  expect(String(refused)).toContain("not-yours");
  const recovered = await on.recover(before.id);
  expect(recovered.itemId).toBe(on.upload().itemId);
  expect(on.upload().bytes.equals(disk)).toBe(true);
  expect(on.upload().length).toBe(disk.length);
  expect((await filmOf(disk)).seconds * 1_000).toBeGreaterThan(last.elapsedMs - 2_000);
  expect(await on.list()).toEqual([]);
});

test.concurrent("an interrupted recording is uploaded before the owner's decision, and stays open until it", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  const { id, disk } = await on.leaveUnsent();
  expect(await on.sendWaiting()).toBe(0);
  expect(on.upload().bytes.equals(disk)).toBe(true);
  expect(on.upload().length).toBeNull();
  expect(await on.list()).toMatchObject([{ id, state: "recording", bytes: disk.length, sentBytes: disk.length }]);
  const before = on.double.requests.length;
  await on.recover(id);
  expect(on.upload().length).toBe(disk.length);
  expect(on.double.requests.slice(before).filter(({ method }) => method === "PATCH")).toHaveLength(1);
  expect(on.upload().pieces.at(-1)).toBe(0);
  expect([await on.list(), await on.onDisk(id)]).toEqual([[], null]);
});

test.concurrent("during the upload it is offered too, and a recovery or discard takes it over immediately", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  const { id, disk } = await on.leaveUnsent();
  // Another page manages it, and the server does not respond to that page.
  const other = await openRecorderPage(on.context, on.double);
  on.double.mishaps.push(...Array.from({ length: 3 }, () => ({ kind: "status", status: 503 }) as const));
  const sending = on.sendWaiting(other);
  await expect.poll(() => on.double.mishaps.length).toBeLessThan(3);
  expect(await on.list()).toMatchObject([{ id, state: "recording" }]);
  on.double.mishaps.length = 0;
  await on.recover(id);
  expect(await sending).toBe(1);
  expect(on.upload().bytes.equals(disk)).toBe(true);
  expect(on.double.uploads.size).toBe(1);
  await other.close();
});

test.concurrent("it is listed also while another document writes its metadata", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  const { id } = await on.leaveUnsent();
  const [first] = await on.list();
  await on.page.evaluate(rewriteMetadata, id);
  for (let left = 60; left > 0; left -= 1) expect(await on.list()).toEqual([first]);
});

test.concurrent("a recording that the server has ended is not offered and is deleted here, unless the server lacks more than the allowed loss", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  const { id, disk } = await on.leaveUnsent(4_000);
  const arrived = on.upload().bytes;
  on.upload().length = arrived.length;
  expect(await on.sendWaiting()).toBe(1);
  expect(await on.list()).toHaveLength(1);
  Object.assign(on.upload(), { bytes: disk, length: disk.length });
  expect(await on.sendWaiting()).toBe(0);
  expect([await on.list(), await on.onDisk(id)]).toEqual([[], null]);
});

test("a still page goes on, a resized one keeps the picture's shape, and sharing that is ended ends as if stopped", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  await on.start({ microphone: null, systemSound: false });
  await on.page.evaluate(() => {
    window.studio.screen.isStill = true;
  });
  await on.pass(1_500);
  await on.page.evaluate(() => {
    window.studio.screen.resize(360, 640);
    window.studio.screen.isStill = false;
  });
  await on.pass(1_500);
  await on.page.evaluate(() => window.studio.screen.end());
  const done = await on.page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "share-ended" });
  const film = await filmOf(on.upload().bytes);
  expect(film).toMatchObject({ size: [640, 360], soundSeconds: null });
  expect(gaps(film.frames)).toBeLessThan(0.9);
  const { colours } = await on.watch(on.upload().bytes, [0.5]);
  expect(colours[0]).not.toBe("0,0,0");
});

test.concurrent("the camera is in the video, can be switched, and the loss of camera and microphone is reported", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  await on.start({ camera: { deviceId: null }, bubble: { x: 0.5, y: 0.25, size: 0.3, shape: "round" } });
  expect(await on.state()).toMatchObject({ camera: { on: true }, microphone: { muted: false }, lost: [] });
  await expect
    .poll(() => on.page.evaluate(() => new Promise<string>((resolve) => window.studio.recorder.watchCamera(resolve))))
    .toMatch(/^data:image\/jpeg/u);
  await expect.poll(async () => ((await on.state()) as { microphone?: { level: number } }).microphone?.level ?? 0).toBeGreaterThan(0.3);
  await on.command({ do: "mute", muted: true });
  expect(await on.state()).toMatchObject({ microphone: { muted: true } });
  await on.command({ do: "camera", on: false });
  await expect.poll(() => on.state()).toMatchObject({ camera: { on: false } });
  await on.command({ do: "camera", on: true });
  await expect.poll(() => on.state()).toMatchObject({ camera: { on: true } });
  await on.page.evaluate(() => {
    window.studio.screen.unplug("camera");
    window.studio.screen.unplug("microphone");
  });
  await expect.poll(() => on.state()).toMatchObject({ phase: "recording", camera: { on: false }, lost: ["camera", "microphone"] });
  expect(await on.stop()).toMatchObject({ phase: "done" });
  expect((await filmOf(on.upload().bytes)).size).toEqual([640, 360]);
});

test.concurrent("of an area only the area is recorded, and a closed tab ends it", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.start(
    { source: "area", microphone: null, systemSound: false },
    { tab: { streamId: "made-up", width: 800, height: 600 }, area: { x: 0.25, y: 0.5, width: 0.5, height: 0.25 } },
  );
  await on.pass(1_500);
  await on.page.evaluate(() => window.studio.screen.unplug("camera"));
  expect(await on.page.evaluate(() => window.studio.until("done"))).toMatchObject({ phase: "done", reason: "tab-closed" });
  expect((await filmOf(on.upload().bytes)).size).toEqual([400, 150]);
});

test.concurrent("a browser without encoders for pages records with its own recorder", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.page.evaluate(() => {
    Object.assign(window, { VideoEncoder: undefined });
  });
  await on.start();
  await on.pass(3_000);
  expect(await on.stop()).toMatchObject({ phase: "done", reason: "stopped" });
  const film = await filmOf(on.upload().bytes);
  expect(film.seconds).toBeGreaterThan(2);
  expect(film.keys).toBeGreaterThanOrEqual(2);
});

/** Replaces the page's encoder by one of a machine that encodes 12 frames a second. */
function slowDown(): void {
  const Real = window.VideoEncoder;
  const perFrameMs = 1_000 / 12;
  window.VideoEncoder = class extends Real {
    private freeAt = 0;
    override get encodeQueueSize(): number {
      return Math.max(0, Math.ceil((this.freeAt - performance.now()) / perFrameMs));
    }
    override encode(frame: VideoFrame, options?: VideoEncoderEncodeOptions): void {
      this.freeAt = Math.max(this.freeAt, performance.now()) + perFrameMs;
      super.encode(frame, options);
    }
  };
}

test.concurrent("a machine that is too slow records fewer frames at a regular rate, and reports it", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.page.evaluate(slowDown);
  await on.start();
  expect(await on.state()).toMatchObject({ slow: false });
  await expect.poll(() => on.state(), { timeout: 10_000 }).toMatchObject({ slow: true });
  await on.pass(3_500);
  expect(await on.state()).toMatchObject({ phase: "recording", slow: true });
  await on.stop();
  const { frames, seconds } = await filmOf(on.upload().bytes);
  const late = frames.filter((time) => time > seconds - 3);
  expect(late.length / 3).toBeGreaterThan(6);
  expect(late.length / 3).toBeLessThan(16);
  expect(gaps(late)).toBeLessThan(0.4);
});

test.concurrent("a configuration that is not available is refused with a message, and leaves no device open", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  const refuse = (name: string) =>
    on.page.evaluate(async (error) => {
      window.studio.refusal = error;
      await window.studio.recorder.start(window.studio.order({}));
      return window.studio.recorder.state();
    }, name);
  expect(await refuse("NotFoundError")).toMatchObject({ phase: "failed", failure: { code: "no-device", what: "microphone" } });
  expect(await refuse("NotAllowedError")).toMatchObject({ phase: "failed", failure: { code: "not-allowed", what: "microphone" } });
  expect(await on.page.evaluate(() => window.studio.recorder.isBusy())).toBe(false);
  expect(on.double.uploads.size).toBe(0);
});

test.concurrent("after a restart, the first attempt is deleted everywhere; after a discard, everything is", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.start();
  await expect.poll(() => on.double.uploads.size).toBe(1);
  const first = on.upload().id;
  await on.command({ do: "restart" });
  await on.page.evaluate(() => window.studio.until("recording"));
  await expect.poll(() => [...on.double.uploads.keys()].filter((id) => id !== first).length).toBe(1);
  await expect.poll(() => on.double.uploads.has(first)).toBe(false);
  await on.pass(1_200);
  await on.command({ do: "discard" });
  await expect.poll(() => on.double.uploads.size).toBe(0);
  expect(await on.state()).toEqual({ phase: "idle" });
  await on.page.evaluate(() => window.studio.recorder.whenSettled());
  expect(await on.list()).toEqual([]);
});

test.concurrent("a full disk ends the recording, and the recorded part is uploaded", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.reopen("?noise=200&disk=900000");
  await on.start();
  const done = await on.page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "storage-full" });
  await expect.poll(() => on.upload().completedAt).not.toBeNull();
  expect((await filmOf(on.upload().bytes)).seconds).toBeGreaterThan(0.9);
});

test.concurrent("a browser without storage quota ends the recording, whatever it reports about its writes", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.reopen("?noise=200");
  const cdp = await on.context.newCDPSession(on.page);
  const { usage } = await cdp.send("Storage.getUsageAndQuota", { origin: on.double.url });
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: on.double.url, quotaSize: usage + 1_200_000 });
  await on.start();
  const done = await on.page.evaluate(() => window.studio.until("done"));
  expect(done).toMatchObject({ phase: "done", reason: "storage-full" });
  await expect.poll(() => on.upload().completedAt).not.toBeNull();
  const { seconds } = await filmOf(on.upload().bytes);
  if (done.phase === "done") expect(Math.abs(seconds - done.durationMs / 1_000)).toBeLessThan(0.6);
  expect(seconds).toBeGreaterThan(0.4);
});

test.concurrent("a recording that is stopped while the server is unreachable is stored, and sent when the server is back", async ({
  onTestFinished,
}) => {
  const on = await openStudio(onTestFinished);
  await on.page.evaluate(async () => {
    void window.studio.recorder.start(window.studio.order({ countdown: 3 }));
    await window.studio.until("countdown");
  });
  await on.pass(1_000);
  await on.double.down();
  await on.page.evaluate(() => window.studio.until("recording"));
  await on.pass(2_000);
  const done = await on.stop();
  expect(done).toMatchObject({ phase: "done", itemId: null, progress: { trouble: "offline", server: { bytes: 0 } } });
  expect(await on.page.evaluate(() => window.studio.recorder.isBusy())).toBe(true);
  await on.double.up();
  await on.page.evaluate(() => window.studio.recorder.whenSettled());
  expect(on.upload().completedAt).not.toBeNull();
  expect(await on.state()).toMatchObject({ phase: "done", itemId: on.upload().itemId, progress: { trouble: null } });
});

test.concurrent("a cancel or a stop before the start creates nothing", async ({ onTestFinished }) => {
  const on = await openStudio(onTestFinished);
  await on.page.evaluate(async () => {
    void window.studio.recorder.start(window.studio.order({ countdown: 3 }));
    await window.studio.until("countdown");
    window.studio.recorder.command({ do: "stop" });
  });
  expect(await on.state()).toEqual({ phase: "idle" });
  await on.page.evaluate(() => window.studio.recorder.whenSettled());
  expect(on.double.uploads.size).toBe(0);
  expect(await on.list()).toEqual([]);
});
