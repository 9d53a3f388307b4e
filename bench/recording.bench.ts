import { rm } from "node:fs/promises";
import path from "node:path";
import { launchBrowser } from "@stillreel/testing/browser";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import type { RecordingSetup } from "@stillreel/recorder/types";
import type { Browser, Page } from "playwright-core";
import { type ClockSite, startClockSite } from "../e2e/support/clock-site.ts";
import { type Person, registerPerson } from "../e2e/support/people.ts";
import { newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "../e2e/support/recording-world.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, ROOT, startServer } from "./support/server.ts";

/** Lengths of the recordings whose end is timed, and of the recording whose memory is measured before it ends, in seconds. */
const SHORT_S = 10;
const MINUTE_S = 60;
const LONG_S = 1_800;
/** Interval between memory measurements, in milliseconds. */
const MEMORY_EVERY_MS = 5_000;
/** Duration for which frames are counted, in seconds. */
const FRAMES_S = 20;
/** Number of rounds for each recorder. */
const FRAME_ROUNDS = 6;
const ROUNDS = 3;
/** Window size that gives a page of 1920×1080. */
const FULL_HD = "1920,1168";
const MIB = 1024 ** 2;

interface Scene {
  world: RecordingWorld;
  person: Person;
  site: ClockSite;
  viewer: Browser;
}

/** Opens a page of 1920×1080 that repaints with every frame. */
async function openFullHd({ world, site }: Scene, setup: Partial<RecordingSetup> = {}): Promise<Page> {
  const page = await world.openPage(site.url);
  await world.setUp({ resolution: 1080, frameRate: 30, ...setup });
  return page;
}

/** Plays the page's video as soon as it can be played, and records that time. Runs in every page that a visitor opens. */
function playAtOnce(): void {
  const checkFrame = (): void => {
    const element = document.querySelector("video");
    if (element?.paused && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      element.muted = true;
      void element.play().catch(() => undefined);
    }
    if (element && element.currentTime > 0) Object.assign(window, { playedAt: Date.now() });
    else requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

/** When a visitor opens the link: after it was copied, or before, so that the page waits for the video. */
type Visitor = "opens" | "waits";

interface End {
  /** Milliseconds from the click on Stop until the clipboard holds the link. */
  link: number;
  /** Milliseconds from the click on Stop until a visitor without an account plays all of the video. */
  played: number;
}

/** Records, stops, and times what follows. The visitor's video must have the length of the recording. */
async function timeOneEnd(scene: Scene, seconds: number, kind: Visitor, meanwhile: () => Promise<void> = async () => {}): Promise<End> {
  const { world, person, viewer } = scene;
  const page = await openFullHd(scene);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await world.record(page);
  const link = await until("the recording has a link", async () => {
    const newest = await newestVideo(person);
    return newest?.stage === "recording" && newest.shareUrl;
  });
  const visitor = await viewer.newContext();
  const tab = await visitor.newPage();
  await tab.addInitScript(playAtOnce);
  if (kind === "waits") await tab.goto(link);
  await until(
    `${seconds} s are recorded`,
    async () => {
      await meanwhile();
      const state = await world.state();
      return state?.phase === "recording" && state.elapsedMs >= seconds * 1_000;
    },
    (seconds + 60) * 1_000,
  );
  const stoppedAt = await world.press(page, "Stop and copy link");
  const copied = page.bringToFront().then(() =>
    page.evaluate(async (wanted) => {
      while ((await navigator.clipboard.readText()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 5));
      return Date.now();
    }, link),
  );
  const played = (async () => {
    if (kind === "opens") await tab.goto(link);
    const at = await tab.waitForFunction(() => (window as { playedAt?: number }).playedAt);
    return (await at.jsonValue()) ?? Number.NaN;
  })();
  const [copiedAt, playedAt] = await Promise.all([copied, played]);
  const length = await tab.evaluate(() => document.querySelector("video")?.duration ?? 0);
  if (length < seconds - 0.5) throw new Error(`Only ${length} of ${seconds} s could be played.`);
  await world.untilPhase("done");
  await visitor.close();
  await page.close();
  return { link: copiedAt - stoppedAt, played: playedAt - stoppedAt };
}

/** Formats the count and the slowest value as a note. */
const spread = (values: number[]): string => `${values.length} recordings, slowest ${Math.max(...values).toFixed(0)} ms`;

const linkFigure = (what: string, links: number[]): Figure => ({
  name: `stop → link copied, ${what}`,
  measured: `${median(links).toFixed(0)} ms`,
  target: "≤ 300 ms",
  pass: median(links) <= 300,
  note: spread(links),
});

const playedFigure = (what: string, kind: string, times: number[], note: string): Figure => ({
  name: `stop → plays for a signed-out visitor who ${kind}, ${what}`,
  measured: `${median(times).toFixed(0)} ms`,
  target: "≤ 1.5 s",
  pass: median(times) <= 1_500,
  note: `${spread(times)}; ${note}`,
});

async function benchEnds(scene: Scene): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [seconds, rounds] of [
    [SHORT_S, ROUNDS],
    [MINUTE_S, 1],
  ] as const) {
    const what = `${seconds} s of 1080p30`;
    const links: number[] = [];
    const timeRounds = async (kind: Visitor): Promise<number[]> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const end = await timeOneEnd(scene, seconds, kind);
        links.push(end.link);
        times.push(end.played);
      }
      return times;
    };
    const opens = await timeRounds("opens");
    const waits = seconds === SHORT_S ? await timeRounds("waits") : [];
    figures.push(
      linkFigure(what, links),
      playedFigure(what, "opens the link then", opens, "includes opening the link in a second browser"),
    );
    if (waits.length > 0) figures.push(playedFigure(what, "waits on its page", waits, "the page is notified and opens automatically"));
  }
  return figures;
}

/** Counts the frames a second that Chromium's own recorder produces for the same page in the same browser. */
async function framesOfMediaRecorder(scene: Scene): Promise<number> {
  const page = await openFullHd(scene);
  const inside = scene.world.inside;
  // The click on the icon gives the extension access to the tab, as it does for our recorder.
  const popup = await scene.world.openPopup(page);
  const streamId = await popup.evaluate<string>(
    "chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => chrome.tabCapture.getMediaStreamId({ targetTabId: tab.id }))",
  );
  await popup.close();
  const recording = await inside.evaluate(
    async ({ id, seconds }) => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { mandatory: { chromeMediaSource: "tab", chromeMediaSourceId: id, maxWidth: 1_920, maxHeight: 1_080, maxFrameRate: 30 } },
      } as unknown as MediaStreamConstraints);
      const parts: Blob[] = [];
      const recorder = new MediaRecorder(stream, { mimeType: "video/mp4;codecs=avc1.640028", videoBitsPerSecond: 5_000_000 });
      recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
      recorder.start(1_000);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
      recorder.stop();
      await stopped;
      for (const track of stream.getTracks()) track.stop();
      return new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
        reader.readAsDataURL(new Blob(parts));
      });
    },
    { id: streamId, seconds: FRAMES_S },
  );
  await page.close();
  return framesASecond(Buffer.from(recording, "base64"));
}

/** Counts the frames a second of a recording, packet by packet. */
async function framesASecond(recording: Buffer): Promise<number> {
  const input = new Input({ source: new BufferSource(recording), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("The recording has no picture.");
  const { packetCount } = await track.computePacketStats();
  return packetCount / (await track.computeDuration());
}

/** Counts the frames a second of our recorder in the file that the server has at the end. */
async function framesOfOurs(scene: Scene): Promise<number> {
  const { world, person } = scene;
  const page = await openFullHd(scene);
  await world.record(page);
  await until(
    "frames are counted",
    async () => {
      const state = await world.state();
      return state?.phase === "recording" && state.elapsedMs >= FRAMES_S * 1_000;
    },
    (FRAMES_S + 60) * 1_000,
  );
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  await page.close();
  // Processing on the server must not use the CPU during the next measurement.
  const item = await until(
    "the server has made everything of it",
    async () => {
      const newest = await newestVideo(person);
      return newest?.stage === "ready" && newest.progress === null ? newest : null;
    },
    300_000,
  );
  return framesASecond(await recordingOf(world.serverUrl, person, item.id));
}

/** Measures both recorders in turns, each equally often first and second, because the machine's load changes every minute. */
async function benchFrames(scene: Scene): Promise<Figure> {
  const dropped = (rate: number): number => Math.max(0, 1 - rate / 30) * 100;
  const ours: number[] = [];
  const floor: number[] = [];
  const measure = {
    ours: async () => ours.push(dropped(await framesOfOurs(scene))),
    floor: async () => floor.push(dropped(await framesOfMediaRecorder(scene))),
  };
  for (let round = 0; round < FRAME_ROUNDS; round += 1) {
    for (const who of round % 2 === 0 ? (["floor", "ours"] as const) : (["ours", "floor"] as const)) await measure[who]();
  }
  const list = (values: number[]): string => values.map((value) => value.toFixed(1)).join(", ");
  return {
    name: "dropped frames, 1080p30 of a tab that is painted with every frame",
    measured: `${median(ours).toFixed(1)} %`,
    floor: `${median(floor).toFixed(1)} % by Chromium's MediaRecorder`,
    target: "≤ floor + 0.5 %",
    pass: median(ours) <= median(floor) + 0.5,
    note: `medians of ${FRAME_ROUNDS} in turns, ${FRAMES_S} s each, H.264: ${list(ours)} against ${list(floor)}`,
  };
}

/** Measures one long recording: the memory of its page while it runs, and its end. */
async function benchLong(scene: Scene): Promise<Figure[]> {
  const minutes = Math.round(LONG_S / 60);
  const samples: number[] = [];
  const end = await timeOneEnd(scene, LONG_S, "opens", async () => {
    samples.push(await scene.world.extensionMemory());
    await new Promise((resolve) => setTimeout(resolve, MEMORY_EVERY_MS));
  });
  // Code and buffers are loaded once, in the first half minute.
  const settled = samples.slice(6);
  const third = Math.max(1, Math.floor(settled.length / 3));
  const growth = (median(settled.slice(-third)) - median(settled.slice(0, third))) / MIB;
  const what = `${minutes} min of 1080p30`;
  return [
    linkFigure(what, [end.link]),
    playedFigure(what, "opens the link then", [end.played], "includes opening the link in a second browser; the target is for 10 min"),
    {
      name: `memory of the recording page over ${what}`,
      measured: `${growth >= 0 ? "+" : ""}${growth.toFixed(0)} MB`,
      target: "± 20 MB",
      pass: Math.abs(growth) <= 20,
      note: `median of the last third against the first; ${(median(settled) / MIB).toFixed(0)} MB of the process that hosts it`,
    },
  ];
}

/** Measures recordings of a tab with the real extension in real Chromium, uploaded to a real server. */
export const benchRecording = (port: number): Promise<Figure[]> =>
  onStage(port, async (scene) => [...(await benchEnds(scene)), await benchFrames(scene)]);

/** Measures the same for a recording of half an hour. */
export const benchRecordingLong = (port: number): Promise<Figure[]> => onStage(port, benchLong);

async function onStage(port: number, measure: (scene: Scene) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = path.join(ROOT, `.cache/bench/recording-${port}`);
  await rm(folder, { recursive: true, force: true });
  const url = `http://localhost:${port}`;
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: url } });
  const [site, viewer] = await Promise.all([startClockSite(), launchBrowser()]);
  let world: RecordingWorld | undefined;
  try {
    const person = await registerPerson(url, "Bench");
    world = await startRecordingWorld(url, person, undefined, [`--window-size=${FULL_HD}`]);
    return await measure({ world, person, site, viewer });
  } finally {
    await world?.close();
    await Promise.all([site.stop(), viewer.close()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
