// oxlint-disable-next-line no-restricted-imports -- the test starts the program that speaks
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTranscript, transcribe } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { type SpeechDouble, startSpeechService } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runJob } from "../../platform/jobs/index.ts";
import { soundWith, toneOf, uploadedVideo } from "./transcripts.fixture.ts";

const SECONDS = 25 * 60;
/** Some words at the places where pieces could be cut, and between them. */
const SECONDS_OF_WORDS = [3, 120.5, 300.25, 569.9, 571, 585.5, 599.6, 600.4, 901, 1185, 1199.8, 1201.1, 1493.3];
const SPOKEN = [
  "harbour",
  "lantern",
  "mountain",
  "river",
  "window",
  "garden",
  "silver",
  "thunder",
  "bottle",
  "candle",
  "forest",
  "pencil",
  "spaceship",
];

let service: SpeechDouble;
let t: TestApp;
let owner: TestUser;
let itemId: string;

/** Returns the samples of a WAV file at a rate, by linear interpolation. */
function samplesAt(wav: Buffer, rate: number): Int16Array {
  const from = wav.readUInt32LE(24);
  const at = wav.indexOf("data") + 8;
  const count = (wav.length - at) >> 1;
  return Int16Array.from({ length: Math.floor((count * rate) / from) }, (_, index) => {
    const position = (index * from) / rate;
    const [low, part] = [Math.floor(position), position % 1];
    const value = (offset: number): number => (low + offset < count ? wav.readInt16LE(at + (low + offset) * 2) : 0);
    return Math.round(value(0) * (1 - part) + value(1) * part);
  });
}

/** Returns the samples without silence at both ends. */
function trimmed(samples: Int16Array): Int16Array {
  const loud = (value: number): boolean => Math.abs(value) > 600;
  return samples.slice(samples.findIndex(loud), samples.findLastIndex(loud) + 1);
}

/** Returns a spoken word; a tone where there is no program that speaks. */
function spoken(word: string, index: number, folder: string): (rate: number) => Int16Array {
  if (!existsSync("/usr/bin/espeak-ng")) return (rate) => toneOf(index, rate);
  const path = join(folder, `${word}.wav`);
  execFileSync("/usr/bin/espeak-ng", ["-s", "170", "-w", path, word]);
  const wav = readFileSync(path);
  return (rate) => trimmed(samplesAt(wav, rate));
}

beforeAll(async () => {
  service = await startSpeechService();
  t = await createTestApp({ config: { TRANSCRIBE_URL: `${service.origin}/v1` } });
  owner = await t.user();
  const folder = mkdtempSync(join(tmpdir(), "stillreel-spoken-"));
  try {
    const placed = SPOKEN.map((word, index) => {
      const samples = spoken(word, index, folder);
      service.teach(word, samples(16_000));
      return { at: SECONDS_OF_WORDS[index]!, samples: samples(48_000) };
    });
    itemId = await uploadedVideo(t, owner, { seconds: SECONDS, rate: 1, sound: soundWith(SECONDS, placed) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
afterAll(async () => {
  await t.close();
  await service.close();
});

const get = async () => (await t.call(getTranscript, { params: { itemId } }, owner)).data();

/** Runs the queued job until its worker is stopped. */
async function runUntil(stopped: AbortSignal): Promise<void> {
  const job = t.modules.transcripts.jobs![0]!;
  const { rows } = await t.ports.pool.query<{ payload: unknown }>(
    `select job.payload from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = $1`,
    [job.definition.name],
  );
  await expect(runJob(job, rows[0]!.payload, stopped)).rejects.toThrow("stopped by a shutdown");
}

it("of 25 minutes is sent in pieces that cut no word; a killed worker's pieces are not sent again", { timeout: 240_000 }, async () => {
  await t.call(transcribe, { params: { itemId }, body: {} }, owner);
  // The worker is stopped while the second piece is being recognised.
  const stop = new AbortController();
  let recognised = 0;
  service.before = async () => {
    recognised += 1;
    if (recognised === 2) stop.abort();
  };
  await runUntil(stop.signal);
  service.before = null;
  const half = await get();
  expect(half.state).toBe("running");
  expect(half.progress).toBeGreaterThan(30);
  expect(half.segments.length).toBeGreaterThan(3);
  const [first] = service.pieces;

  // The stopped run may still be ending, and a process writes one transcript at a time.
  const transcript = await vi.waitFor(
    async () => {
      t.clock.advance(10_000);
      await t.runJobs();
      const now = await get();
      expect(now).toMatchObject({ state: "ready", language: "en" });
      return now;
    },
    { timeout: 120_000, interval: 200 },
  );
  const words = transcript.segments.flatMap((segment) => segment.words ?? []);
  expect(words.map(({ text }) => text.replace(".", ""))).toEqual(SPOKEN);
  words.forEach(({ start }, index) => expect(Math.abs(start - SECONDS_OF_WORDS[index]!), SPOKEN[index]).toBeLessThan(0.15));

  for (const piece of service.pieces) {
    expect(piece.seconds).toBeLessThanOrEqual(600);
    expect(piece.bytes).toBeLessThan(24 * 1024 ** 2);
  }
  // The first piece was sent once: the pieces after it add up to the rest of the sound.
  const sent = service.pieces.filter((piece) => piece.words.includes("harbour"));
  expect(sent).toEqual([first]);
  // The language of the first piece is that of the others.
  expect(first!.fields["language"]).toBeUndefined();
  expect(service.pieces.at(-1)!.fields["language"]).toBe("en");
});

it("is sent in smaller pieces to a service that refuses large ones", { timeout: 240_000 }, async () => {
  service.pieces.splice(0);
  service.failNext("/transcriptions", { kind: "status", status: 413 }, 1);
  await t.call(transcribe, { params: { itemId }, body: {} }, owner);
  await t.runJobs();
  const transcript = await get();
  expect(transcript.state).toBe("ready");
  const words = transcript.segments.flatMap((segment) => segment.words ?? []);
  expect(words.map(({ text }) => text.replace(".", ""))).toEqual(SPOKEN);
  for (const piece of service.pieces) expect(piece.seconds).toBeLessThanOrEqual(300);
});
