import { mkdir, rm, stat } from "node:fs/promises";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createVideos } from "@stillreel/server/platform/ports/video/index.ts";
import type { VideoOperation } from "@stillreel/server/platform/ports/video.port.ts";
import { copyOperation, planPlayback, playbackOperation } from "@stillreel/server/media/media/media.video.plan.ts";
import pino from "pino";
import { type Taken, watchChildren } from "./support/children.ts";
import { recordedFilm, vp9Film, writeFilm } from "./support/films.ts";
import { median } from "./support/load.ts";
import { longRecording } from "./support/long-recording.ts";
import { form } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { beginRecording } from "./support/recordings.ts";
import { type BenchServer, productCommand, register, ROOT, startServer } from "./support/server.ts";

const SECONDS = 60;
const ROUNDS = 3;
const WATCH_MS = 50;
const LONG_S = 3 * 3_600;
/** Size of one upload request. */
const PIECE_BYTES = 8 * 1024 * 1024;
const POLLS = 5;
/** Timeout of every step. */
const WAIT_MAX_MS = 15 * 60_000;

type Headers = Record<string, string>;

interface Run extends Taken {
  seconds: number;
}

/** Runs one operation as the server runs it. */
async function timed(folder: string, run: () => Promise<void>): Promise<Run> {
  const children = watchChildren(folder);
  const began = performance.now();
  await run();
  return { seconds: (performance.now() - began) / 1000, ...children.stop() };
}

interface Made {
  readyS: number;
  wholeS: number;
}

/** Waits until a video is playable in every browser and no processing is left. */
async function made(url: string, headers: Headers, itemId: string): Promise<Made> {
  const began = performance.now();
  let readyS: number | null = null;
  while (performance.now() - began < WAIT_MAX_MS) {
    const answer = await fetch(`${url}/api/v1/workspace/personal/files/video/${itemId}`, { headers });
    const item = ((await answer.json()) as { data: { stage: string; progress: number | null; failure: string | null } }).data;
    if (item.stage === "failed") throw new Error(`The server gave up: ${item.failure}`);
    const seconds = (performance.now() - began) / 1000;
    if (item.stage === "ready") readyS ??= seconds;
    if (readyS !== null && item.progress === null) return { readyS, wholeS: seconds };
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
  throw new Error("The server did not finish.");
}

/** Measures the same after an upload. */
async function through(url: string, headers: Headers, bytes: Buffer, name: string): Promise<Made> {
  const sent = form(bytes, name);
  const created = await fetch(`${url}/api/v1/workspace/personal/files/video`, {
    method: "POST",
    headers: { ...headers, ...sent.headers },
    body: new Uint8Array(sent.body),
  });
  const { data } = (await created.json()) as { data: { id: string } };
  if (created.status !== 201) throw new Error(`The upload answered ${created.status}: ${JSON.stringify(data)}`);
  return made(url, headers, data.id);
}

interface Long {
  mb: number;
  seconds: number;
  /** Milliseconds. */
  playlistMs: number;
  answeredMs: number;
  playableMs: number;
  /** Maximum growth of the server's process while the recording was uploaded and listed, in MB. */
  grownMb: number;
  made: Made & Taken;
}

/** Measures a recording of three hours, from its first byte until no processing is left. */
async function threeHours(server: BenchServer, headers: Headers, folder: string): Promise<Long> {
  const film = await longRecording(path.join(folder, "seed.mp4"), LONG_S);
  const upload = await beginRecording(server.url, headers, { isLive: true });
  const before = server.nodePssMb();
  let most = before;
  let waiting: Buffer[] = [];
  const sendWaiting = async (more?: Headers): Promise<void> => {
    await upload.append(Buffer.concat(waiting), more);
    waiting = [];
    most = Math.max(most, server.nodePssMb());
  };
  let previous: Buffer | null = null;
  for (const piece of film.pieces()) {
    if (previous) waiting.push(previous);
    previous = piece;
    if (waiting.reduce((sum, one) => sum + one.length, 0) > PIECE_BYTES) await sendWaiting();
  }
  await sendWaiting();
  const playlist = async (as: Headers): Promise<string> =>
    (await fetch(`${server.url}/api/v1/items/${upload.itemId}/stream/live.m3u8?share=${upload.slug}`, { headers: as })).text();
  const times: number[] = [];
  for (let poll = 0; poll < POLLS; poll += 1) {
    const asked = performance.now();
    const text = await playlist(headers);
    times.push(performance.now() - asked);
    if (text.split("#EXTINF").length < film.seconds - 60) throw new Error("The playlist lacks most of the recording.");
  }
  most = Math.max(most, server.nodePssMb());
  const children = watchChildren(path.join(folder, "data", "work"));
  waiting = previous ? [previous] : [];
  const began = performance.now();
  await sendWaiting({ "upload-length": String(upload.offset() + waiting.reduce((sum, one) => sum + one.length, 0)) });
  const answeredMs = performance.now() - began;
  // Requested by a new visitor: permissions of earlier visitors are cached for three seconds.
  if (!(await playlist({})).includes("#EXT-X-ENDLIST")) throw new Error("A recording that was stopped has no end.");
  const playableMs = performance.now() - began;
  const result = await made(server.url, headers, upload.itemId);
  const taken = children.stop();
  return {
    mb: upload.offset() / 1e6,
    seconds: film.seconds,
    playlistMs: median(times),
    answeredMs,
    playableMs,
    grownMb: most - before,
    made: { ...result, ...taken },
  };
}

function longFigures({ mb, seconds, playlistMs, answeredMs, playableMs, grownMb, made: done }: Long): Figure[] {
  const what = `${(seconds / 3600).toFixed(1)} h`;
  return [
    {
      name: `recording of ${what}: stop → last request answered, → a visitor has all of it`,
      measured: `${answeredMs.toFixed(0)} ms, ${playableMs.toFixed(0)} ms`,
      target: "≤ 1500 ms",
      pass: playableMs <= 1_500,
      note: `${mb.toFixed(0)} MB, 320×180 and AAC, fragments of a second`,
    },
    {
      name: `recording of ${what}: its playlist while it grows`,
      measured: `${playlistMs.toFixed(0)} ms`,
      target: "≤ 500 ms",
      pass: playlistMs <= 500,
      note: `median of ${POLLS}, ${Math.round(seconds)} parts`,
    },
    {
      name: `recording of ${what}: the server's memory while it comes in`,
      measured: `+${grownMb.toFixed(0)} MB`,
      target: "≤ 150 MB",
      pass: grownMb <= 150,
    },
    {
      name: `recording of ${what}: bytes there → everything made`,
      measured: `${done.wholeS.toFixed(0)} s`,
      target: "",
      pass: null,
      note: `plays everywhere after ${done.readyS.toFixed(0)} s; ${done.cpuS.toFixed(0)} s of processor time`,
    },
    {
      name: `recording of ${what}: memory of the processes that make it`,
      measured: `${done.peakMb.toFixed(0)} MB`,
      target: "≤ 1200 MB",
      pass: done.peakMb <= 1_200,
    },
  ];
}

function conversionFigures(encoded: Run, remuxS: number, soundS: number, note: string): Figure[] {
  return [
    {
      name: "MP4 of a VP9 recording",
      measured: `${encoded.seconds.toFixed(1)} s, ${encoded.cpuS.toFixed(0)} s of processor time`,
      target: "≤ 60 s",
      pass: encoded.seconds <= 60,
      note,
    },
    {
      name: "memory of the process that encodes it",
      measured: `${encoded.peakMb.toFixed(0)} MB`,
      target: "≤ 1200 MB",
      pass: encoded.peakMb <= 1_200,
    },
    {
      name: "MP4 of a recording, copied",
      measured: `${remuxS.toFixed(2)} s`,
      target: "≤ 1 s",
      pass: remuxS <= 1,
      note: "60 s of 1080p30",
    },
    { name: "the same with its Opus encoded to AAC", measured: `${soundS.toFixed(2)} s`, target: "", pass: null },
  ];
}

function serverFigures(recording: { readyS: number; wholeS: number }, film: { readyS: number; wholeS: number }): Figure[] {
  return [
    { name: "recording: bytes there → plays everywhere", measured: `${recording.readyS.toFixed(1)} s`, target: "", pass: null },
    {
      name: "recording: bytes there → everything made",
      measured: `${recording.wholeS.toFixed(1)} s`,
      target: "",
      pass: null,
      note: "storyboard, waveform, 720 and 480 lines",
    },
    {
      name: "VP9 WebM: bytes there → plays",
      measured: `${film.readyS.toFixed(1)} s`,
      target: "",
      pass: null,
      note: "in a WebM; the MP4 follows",
    },
    { name: "VP9 WebM: bytes there → everything made", measured: `${film.wholeS.toFixed(1)} s`, target: "", pass: null },
  ];
}

/** Measures the processing of an uploaded video: the universal MP4 by copy and by encoding, and the whole pipeline in the server. */
export async function benchReelsPipeline(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/reels-pipeline");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const [vp9, recorded] = [path.join(folder, "vp9.webm"), path.join(folder, "recorded.mp4")];
  await writeFilm(recorded, recordedFilm(SECONDS));
  await writeFilm(vp9, vp9Film(SECONDS));
  const videos = createVideos({ ffmpegPath: process.env.FFMPEG_PATH, log: pino({ level: "silent" }) });
  const engine = await videos.engine();
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: path.join(folder, "data") } });
  try {
    const output = path.join(folder, "result.mp4");
    const convert = (operation: VideoOperation) => timed(folder, () => videos.convert(operation));
    const probe = await videos.probe(recorded);
    const plan = planPlayback(probe);
    if (plan.kind !== "copy") throw new Error(`A recording would be ${plan.kind}.`);
    const sounded: Run[] = [];
    const copied: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Nothing is encoded when every browser can play the audio.
      sounded.push(await convert(copyOperation(probe, recorded, output, plan.audio)));
      const universal = await videos.probe(output);
      copied.push(await convert(copyOperation(universal, output, `${output}.copy`, "copy")));
    }
    const encoded = await convert(playbackOperation(await videos.probe(vp9), vp9, output));
    const { headers } = await register(server.url, "pipeline@bench.example");
    const recording = await through(server.url, headers, readFileSync(recorded), "recorded.mp4");
    const film = await through(server.url, headers, readFileSync(vp9), "film.webm");
    const long = await threeHours(server, headers, folder);
    const remuxS = median(copied.map(({ seconds }) => seconds));
    const soundS = median(sounded.map(({ seconds }) => seconds));
    const note = `${SECONDS} s of 1080p30, ${((await stat(vp9)).size / 1e6).toFixed(0)} MB, by ${engine ?? "nothing"}`;
    return [...conversionFigures(encoded, remuxS, soundS, note), ...serverFigures(recording, film), ...longFigures(long)];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
