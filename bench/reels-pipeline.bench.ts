import { mkdir, rm, stat } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createVideos } from "@stillreel/server/ports/video/index.ts";
import type { VideoOperation } from "@stillreel/server/ports/video.port.ts";
import { copyOperation, planPlayback, playbackOperation } from "@stillreel/server/modules/media/media.video.plan.ts";
import pino from "pino";
import { recordedFilm, vp9Film, writeFilm } from "./support/films.ts";
import { median } from "./support/load.ts";
import { form } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";

const SECONDS = 60;
const ROUNDS = 3;
const WATCH_MS = 50;
/** Nothing here takes longer. */
const PATIENCE_MS = 15 * 60_000;

/** The most memory that processes working in a folder had at any one time, in MB: those of one piece of work. */
function watchMemory(folder: string): { stop(): number } {
  let peakKb = 0;
  const look = (): void => {
    let sumKb = 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/u.test(name))) {
      try {
        if (Number(pid) === process.pid || !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder)) continue;
        sumKb += Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
      } catch {
        // It ended between listing and reading.
      }
    }
    peakKb = Math.max(peakKb, sumKb);
  };
  const timer = setInterval(look, WATCH_MS);
  return {
    stop() {
      clearInterval(timer);
      return peakKb / 1024;
    },
  };
}

/** Runs one operation as the server runs it. */
async function timed(folder: string, run: () => Promise<void>): Promise<{ seconds: number; peakMb: number }> {
  const memory = watchMemory(folder);
  const began = performance.now();
  await run();
  return { seconds: (performance.now() - began) / 1000, peakMb: memory.stop() };
}

interface Made {
  readyS: number;
  wholeS: number;
}

/** Uploads a film to the server, and waits until it plays everywhere, and until nothing is left to be made. */
async function through(url: string, headers: Record<string, string>, bytes: Buffer, name: string): Promise<Made> {
  const sent = form(bytes, name);
  const created = await fetch(`${url}/api/v1/workspace/personal/files/video`, {
    method: "POST",
    headers: { ...headers, ...sent.headers },
    body: new Uint8Array(sent.body),
  });
  const { data } = (await created.json()) as { data: { id: string } };
  if (created.status !== 201) throw new Error(`The upload answered ${created.status}: ${JSON.stringify(data)}`);
  const began = performance.now();
  let readyS: number | null = null;
  while (performance.now() - began < PATIENCE_MS) {
    const answer = await fetch(`${url}/api/v1/workspace/personal/files/video/${data.id}`, { headers });
    const item = ((await answer.json()) as { data: { stage: string; progress: number | null; failure: string | null } }).data;
    if (item.stage === "failed") throw new Error(`The server gave up: ${item.failure}`);
    const seconds = (performance.now() - began) / 1000;
    if (item.stage === "ready") readyS ??= seconds;
    if (readyS !== null && item.progress === null) return { readyS, wholeS: seconds };
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
  throw new Error("The server did not finish.");
}

/** What videos cost behind their upload: the MP4 that plays everywhere, copied and encoded; and the whole way through the server. */
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
    const sounded: { seconds: number; peakMb: number }[] = [];
    const copied: { seconds: number; peakMb: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // With sound that every browser plays nothing is encoded at all.
      sounded.push(await convert(copyOperation(probe, recorded, output, plan.audio)));
      const universal = await videos.probe(output);
      copied.push(await convert(copyOperation(universal, output, `${output}.copy`, "copy")));
    }
    const encoded = await convert(playbackOperation(await videos.probe(vp9), vp9, output));
    const { headers } = await register(server.url, "pipeline@bench.example");
    const recording = await through(server.url, headers, readFileSync(recorded), "recorded.mp4");
    const film = await through(server.url, headers, readFileSync(vp9), "film.webm");
    const remuxS = median(copied.map(({ seconds }) => seconds));
    const soundS = median(sounded.map(({ seconds }) => seconds));
    const note = `${SECONDS} s of 1080p30, ${((await stat(vp9)).size / 1e6).toFixed(0)} MB, by ${engine ?? "nothing"}`;
    return [
      { name: "MP4 of a VP9 recording", measured: `${encoded.seconds.toFixed(1)} s`, target: "≤ 60 s", pass: encoded.seconds <= 60, note },
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
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
