import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { video } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { composeByLibrary } from "./node-av.compose.ts";
import { convertByLibrary } from "./node-av.tasks.ts";

const LIMITS = { wallMs: 0, cpuS: 0, fileBytes: 0 };
const H264 = { encoder: "libx264", options: { preset: "veryfast" }, grid: 30, keyEvery: 1, frames: null } as const;
const ROUNDS_MAX = 20;

let folder: string;
let source: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stillreel-waits-"));
  source = join(folder, "source.mp4");
  writeFileSync(source, await video({ seconds: 6, rate: 30, width: 640, height: 360 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns how often the event loop is asked for another round: each one is processor time that the encoder lacks. */
async function roundsOf(work: () => Promise<void>): Promise<number> {
  const rounds = vi.spyOn(globalThis, "setImmediate");
  onTestFinished(() => rounds.mockRestore());
  await work();
  return rounds.mock.calls.length;
}

it("waits for the encoder without using processor time while it composes", { timeout: 120_000 }, async () => {
  const rounds = await roundsOf(() =>
    composeByLibrary(
      [
        {
          inputs: [{ path: source, mimeType: "video/mp4", start: 0, end: null, at: 0, rotation: 0, tracks: { video: true, audio: false } }],
          graph: "[0:v]scale=1280:720,format=yuv420p[v]",
          outputs: [{ path: join(folder, "composed.mp4"), format: "mp4", options: {}, video: H264, audio: null }],
          seconds: 6,
          limits: LIMITS,
        },
      ],
      () => undefined,
    ),
  );
  expect(rounds).toBeLessThan(ROUNDS_MAX);
});

it("waits for the encoder without using processor time while it converts", { timeout: 120_000 }, async () => {
  const rounds = await roundsOf(() =>
    convertByLibrary({
      input: { path: source, mimeType: "video/mp4", start: 0, rotation: 0, keyFramesOnly: false },
      outputs: [
        {
          path: join(folder, "converted.mp4"),
          format: "mp4",
          options: {},
          video: { ...H264, graph: "scale=1280:720,format=yuv420p" },
          audio: null,
        },
      ],
      maxSeconds: 60,
      limits: LIMITS,
    }),
  );
  expect(rounds).toBeLessThan(ROUNDS_MAX);
});
