// Child process of the video port: reads one task, runs it, responds and exits. It ends with its parent, because its standard input closes.
import { open } from "node:fs/promises";
import { VideoError, type VideoProbe } from "../video.port.ts";
import { sniffVideo } from "./sniff-video.ts";
import type { VideoAnswer, VideoTask } from "./video-tasks.ts";

async function firstLine(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  return new Promise((resolve) => {
    process.stdin.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
    process.stdin.on("end", () => process.exit(1));
  });
}

async function probe(path: string): Promise<VideoProbe> {
  const file = await open(path, "r");
  const head = Buffer.alloc(4096);
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close());
  const mimeType = sniffVideo(head.subarray(0, bytesRead));
  if (mimeType === null) throw new VideoError("not-video", "Its first bytes are those of no video.");
  if (mimeType === "video/x-msvideo") return (await import("./avi-header.ts")).probeAvi(path);
  const { probeVideo } = await import("./mediabunny.tasks.ts");
  return probeVideo(path, mimeType);
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
