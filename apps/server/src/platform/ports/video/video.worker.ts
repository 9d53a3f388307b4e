// Child process of the video port: reads one task, runs it, responds and exits. It ends with its parent, because its standard input closes.
import { open } from "node:fs/promises";
import { firstLine } from "../confinement/first-line.ts";
import { type SoundProbe, VideoError, type VideoProbe } from "../video.port.ts";
import { sniffSound } from "./sniff-sound.ts";
import { sniffVideo } from "./sniff-video.ts";
import type { VideoAnswer, VideoTask } from "./video-tasks.ts";

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  const head = Buffer.alloc(4096);
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close());
  return head.subarray(0, bytesRead);
}

async function probe(path: string): Promise<VideoProbe> {
  const mimeType = sniffVideo(await headOf(path));
  if (mimeType === null) throw new VideoError("not-video", "Its first bytes are those of no video.");
  if (mimeType === "video/x-msvideo") return (await import("./avi-header.ts")).probeAvi(path);
  const { probeVideo } = await import("./mediabunny.tasks.ts");
  return probeVideo(path, mimeType);
}

async function probeSound(path: string): Promise<SoundProbe> {
  const mimeType = sniffSound(await headOf(path));
  if (mimeType === null) throw new VideoError("not-video", "Its first bytes are those of no sound.");
  return (await import("./mediabunny.sound.ts")).probeSound(path, mimeType);
}

/** Interval of progress lines. */
const REPORT_MS = 1_000;
let reportedAt = 0;
function report(seconds: number): void {
  if (performance.now() - reportedAt < REPORT_MS) return;
  reportedAt = performance.now();
  process.stdout.write(`progress ${Math.max(0, seconds).toFixed(3)}\n`);
}

async function run(task: VideoTask): Promise<VideoAnswer> {
  if (task.kind === "probe") return { ok: true, probe: await probe(task.path) };
  if (task.kind === "probe-sound") return { ok: true, sound: await probeSound(task.path) };
  if (task.kind === "outline") return { ok: true, outline: await (await import("./mediabunny.outline.ts")).outlineVideo(task) };
  if (task.kind === "join") {
    await (await import("./mediabunny.join.ts")).joinVideos(task);
    return { ok: true, probe: await probe(task.to) };
  }
  if (task.kind === "compose") await (await import("./node-av.compose.ts")).composeByLibrary(task.compositions, report);
  if (task.kind === "remux") await (await import("./mediabunny.tasks.ts")).remuxVideo(task.from, task.to, task.container);
  if (task.kind === "convert") await (await import("./node-av.tasks.ts")).convertByLibrary(task.operation, report);
  if (task.kind === "self-test") await (await import("./node-av.tasks.ts")).testLibrary(task.folder);
  return { ok: true };
}

function failure(error: unknown): VideoAnswer {
  const { code, message } = error as NodeJS.ErrnoException;
  // A system error may be temporary and is distinguished from a file error.
  if (typeof code === "string" && /^E[A-Z]+$/u.test(code)) throw error;
  return error instanceof VideoError ? { ok: false, code: error.code, message } : { ok: false, code: "damaged", message: String(message) };
}

const answer = await run(JSON.parse(await firstLine()) as VideoTask).catch(failure);
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
