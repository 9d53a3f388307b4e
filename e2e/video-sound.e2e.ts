import type { EditSource } from "@stillreel/contract";
import { launchBrowser } from "@stillreel/testing/browser";
import { video } from "@stillreel/testing/video";
import type { VideoEditor } from "@stillreel/video-editor/core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStagePage, serveStage, type StageServer } from "./support/video-stage.ts";

/** What the page offers to tests. */
declare const bench: { editor: VideoEditor; source: EditSource };

const SECONDS = 12;
const RATE = 30;
/** Difference between preview and render, in seconds. The render has each sound at its sample (`render.test.ts`). */
const EXACT_S = 0.02;
/** Eleven clips: ten cuts, at times that are no starts of frames. */
const CLIPS = Array.from({ length: 11 }, (_, index) => ({ start: index + 0.213, end: index + 0.877 }));

/** What the page played: where each element began, and where the last volume that was scheduled for it ends, in seconds of the source. */
interface Played {
  starts: number[];
  ends: number[];
}

let browser: Browser;
let server: StageServer;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    video({ width: 320, height: 180, rate: RATE, seconds: SECONDS, fastStart: true }).then(serveStage),
  ]);
  const facts = { width: 320, height: 180, duration: SECONDS, frameRate: RATE };
  page = await openStagePage(browser, server, { facts, viewport: { width: 1_000, height: 700 } });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Records when sound begins and is scheduled to end. Runs in the page. */
function listen(): void {
  const result: Played = { starts: [], ends: [] };
  Object.assign(globalThis, { result });
  const played: HTMLMediaElement[] = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function start(this: HTMLMediaElement) {
    played.push(this);
    result.starts.push(this.currentTime);
    result.ends.push(Number.NaN);
    return Reflect.apply(play, this, []);
  };
  const context = new Promise<BaseAudioContext>((resolve) => {
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function link(this: AudioNode, ...given: unknown[]) {
      resolve(this.context);
      return Reflect.apply(connect, this, given) as never;
    } as typeof connect;
  });
  let known: BaseAudioContext | null = null;
  void context.then((found) => (known = found));
  const ramp = AudioParam.prototype.linearRampToValueAtTime;
  AudioParam.prototype.linearRampToValueAtTime = function schedule(this: AudioParam, value: number, at: number) {
    // The last volume of a clip is silence, from the end of the clip on.
    const playing = played.at(-1);
    if (playing && known) result.ends[result.ends.length - 1] = playing.currentTime + at - known.currentTime;
    return Reflect.apply(ramp, this, [value, at]);
  };
}

test("the preview's sound begins and ends within 20 ms of the render's, after ten cuts", { timeout: 180_000 }, async () => {
  await page.evaluate(listen);
  await page.evaluate((clips) => {
    const { editor } = bench;
    editor.change({ ...editor.getState().document, clips });
    editor.seek(clips[0]!.start);
  }, CLIPS);
  // Browsers start sound after a press or key.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction((count) => {
    const { result } = globalThis as unknown as { result: Played };
    return result.starts.length >= count && !bench.editor.getState().isPlaying;
  }, CLIPS.length);
  const { starts, ends } = await page.evaluate(() => (globalThis as unknown as { result: Played }).result);
  expect(starts).toHaveLength(CLIPS.length);
  for (const [index, { start, end }] of CLIPS.entries()) {
    expect(Math.abs(starts[index]! - start), `start of clip ${index}`).toBeLessThan(EXACT_S);
    expect(Math.abs(ends[index]! - end), `end of clip ${index}`).toBeLessThan(EXACT_S);
  }
});
