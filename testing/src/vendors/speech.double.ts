import { json, multipartOf, text, startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from "./vendor-server.ts";

const FRAME_S = 0.02;
const RATE = 16_000;
const FRAME = FRAME_S * RATE;
/** Level above which a frame is sound, and the pause in frames after which another word begins. */
const LOUD = 300;
const PAUSE_FRAMES = 8;
const LIMIT_BYTES = 25 * 1024 ** 2;

/** A way in which the service answers with wrong times. */
export type Lie = "beyond" | "backwards" | "overlapping" | "null";

/** A piece of sound that the service received. */
export interface RecognisedPiece {
  seconds: number;
  bytes: number;
  fields: Record<string, string>;
  words: string[];
}

/**
 * An OpenAI-compatible speech service. It recognises the words that it was taught by their sound, and measures where they are, so that
 * borders of pieces and times can be checked.
 */
export interface SpeechDouble extends VendorServer {
  /** All pieces that were recognised, oldest first. */
  pieces: RecognisedPiece[];
  /** Teaches a word by its sound: 16-bit mono samples at 16 kHz. */
  teach(word: string, samples: Int16Array): void;
  /** Formats that the service knows; the others are refused with 400. */
  formats: Set<string>;
  /** Whether the answer has times of words. */
  givesWords: boolean;
  /** Key that requests must bring; null for none. */
  key: string | null;
  language: string;
  lie: Lie | null;
  /** Called before a piece is recognised; the answer waits for it. */
  before: (() => Promise<void>) | null;
}

interface Burst {
  start: number;
  end: number;
  features: [energy: number, crossings: number][];
}

/** Returns energy and zero crossings of each frame. */
function featuresOf(samples: Int16Array): [number, number][] {
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, index) => {
    let [sum, crossings] = [0, 0];
    for (let at = index * FRAME; at < (index + 1) * FRAME; at += 1) {
      sum += (samples[at] ?? 0) ** 2;
      if (at > 0 && (samples[at] ?? 0) >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings += 1;
    }
    return [Math.sqrt(sum / FRAME), crossings] as [number, number];
  });
}

/** Returns the parts that are loud. */
function burstsOf(samples: Int16Array): Burst[] {
  const features = featuresOf(samples);
  const bursts: Burst[] = [];
  let open: { from: number; last: number } | null = null;
  const close = (): void => {
    if (open === null) return;
    const { from, last } = open;
    bursts.push({ start: from * FRAME_S, end: (last + 1) * FRAME_S, features: features.slice(from, last + 1) });
    open = null;
  };
  features.forEach(([energy], index) => {
    if (open !== null && index - open.last > PAUSE_FRAMES) close();
    if (energy < LOUD) return;
    if (open === null) open = { from: index, last: index };
    else open.last = index;
  });
  close();
  return bursts;
}

/** Returns how different two sounds are, with small shifts of time. */
function distance(one: Burst["features"], other: Burst["features"]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let shift = -2; shift <= 2; shift += 1) {
    const length = Math.max(one.length, other.length);
    let sum = 0;
    for (let index = 0; index < length; index += 1) {
      const [energy = 0, crossings = 0] = one[index] ?? [];
      const [otherEnergy = 0, otherCrossings = 0] = other[index + shift] ?? [];
      sum += Math.abs(Math.log1p(energy) - Math.log1p(otherEnergy)) / 4 + Math.abs(crossings - otherCrossings) / 20;
    }
    best = Math.min(best, sum / length);
  }
  return best;
}

/** Reads a WAV file of 16-bit mono samples. @throws Error for anything else */
function samplesOf(wav: Buffer): Int16Array {
  const isWav = wav.toString("latin1", 0, 4) === "RIFF" && wav.toString("latin1", 8, 12) === "WAVE";
  if (!isWav || wav.readUInt16LE(20) !== 1 || wav.readUInt16LE(22) !== 1 || wav.readUInt32LE(24) !== RATE || wav.readUInt16LE(34) !== 16)
    throw new Error("Invalid file format.");
  const bytes = wav.subarray(44, 44 + wav.readUInt32LE(40));
  return new Int16Array(new Uint8Array(bytes).buffer);
}

const refusal = (status: number, message: string, type = "invalid_request_error"): VendorReply =>
  json(status, { error: { message, type, param: null, code: null } });

const clock = (seconds: number, comma: string): string => {
  const total = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}${comma}${String(total % 1000).padStart(3, "0")}`;
};

interface Word {
  word: string;
  start: number;
  end: number;
}

/** Groups words into segments: at pauses of more than a second. */
function segmentsOf(words: readonly Word[]): { start: number; end: number; text: string }[] {
  const segments: { start: number; end: number; text: string }[] = [];
  for (const { word, start, end } of words) {
    const last = segments.at(-1);
    if (last && start - last.end <= 1) [last.end, last.text] = [end, `${last.text} ${word}`];
    else segments.push({ start, end, text: ` ${word}` });
  }
  // Speech models write sentences.
  return segments.map((segment) => ({ ...segment, text: `${segment.text}.` }));
}

const LIES: Record<Lie, (time: number) => number | null> = {
  beyond: (time) => time + 10_000,
  backwards: (time) => -time - 50,
  overlapping: (time) => Math.floor(time / 4) * 3,
  null: () => null,
};

/** Starts the service. */
// oxlint-disable-next-line max-lines-per-function -- the parts share the state of the double
export async function startSpeechService(): Promise<SpeechDouble> {
  const vocabulary = new Map<string, Burst["features"]>();
  const pieces: RecognisedPiece[] = [];

  function recognise(samples: Int16Array): Word[] {
    return burstsOf(samples).map(({ start, end, features }) => {
      const known = [...vocabulary].map(([word, other]) => ({ word, far: distance(features, other) }));
      const best = known.toSorted((one, other) => one.far - other.far)[0];
      return { word: best?.word ?? "sound", start, end };
    });
  }

  function answerIn(format: string, words: readonly Word[], seconds: number): VendorReply {
    const lied = double.lie === null ? (time: number) => time : LIES[double.lie];
    const segments = segmentsOf(words).map((segment, id) => ({ id, ...segment, start: lied(segment.start), end: lied(segment.end) }));
    const whole = segments.map((segment) => segment.text.trim()).join(" ");
    if (format === "srt" || format === "vtt") {
      const comma = format === "srt" ? "," : ".";
      const blocks = segments.map(
        ({ start, end, text: spoken }, index) =>
          `${index + 1}\n${clock(start ?? 0, comma)} --> ${clock(end ?? 0, comma)}\n${spoken.trim()}\n`,
      );
      return text(200, format === "srt" ? blocks.join("\n") : ["WEBVTT\n", ...blocks].join("\n"));
    }
    if (format === "json") return json(200, { text: whole });
    const timed = words.map((word) => ({ ...word, start: lied(word.start), end: lied(word.end) }));
    return json(200, {
      task: "transcribe",
      language: double.language,
      duration: seconds,
      text: whole,
      segments,
      ...(double.givesWords ? { words: timed } : {}),
    });
  }

  async function answer(request: VendorRequest): Promise<VendorReply> {
    if (request.path !== "/v1/audio/transcriptions") return refusal(404, `Invalid URL (POST ${request.path})`);
    if (double.key !== null && request.headers.authorization !== `Bearer ${double.key}`)
      return refusal(401, `Incorrect API key provided: ${request.headers.authorization?.slice(7) ?? ""}.`);
    if (request.length > LIMIT_BYTES) return refusal(413, "Maximum content size limit (26214400) exceeded");
    const { files, fields } = await multipartOf(request);
    const [file] = files;
    const format = fields["response_format"] ?? "json";
    if (fields["model"] === undefined) return refusal(400, "you must provide a model parameter");
    if (!double.formats.has(format)) return refusal(400, `response_format '${format}' is not compatible with model '${fields["model"]}'.`);
    if (file?.field !== "file") return refusal(400, "you must provide a file");
    await double.before?.();
    const samples = samplesOf(file.bytes);
    const words = recognise(samples);
    const seconds = samples.length / RATE;
    pieces.push({ seconds, bytes: file.bytes.length, fields, words: words.map(({ word }) => word) });
    return answerIn(format, words, seconds);
  }

  const server = await startVendorServer(answer);
  const double: SpeechDouble = {
    ...server,
    pieces,
    teach(word, samples) {
      const [burst] = burstsOf(samples);
      if (burst) vocabulary.set(word, burst.features);
    },
    formats: new Set(["verbose_json", "srt", "vtt", "json"]),
    givesWords: true,
    key: null,
    language: "english",
    lie: null,
    before: null,
  };
  return double;
}
