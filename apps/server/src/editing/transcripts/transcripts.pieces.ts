import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { SpeechSound } from "../../media/media/index.ts";

// Pieces of a long sound, cut in pauses of the speech. Services accept about 25 MB, and some of them only ten minutes.

const SAMPLE_BYTES = 2;
/** Longest piece in seconds, and in bytes of its file. */
export const PIECE_MAX_S = 600;
const PIECE_MAX_BYTES = 24 * 1024 ** 2;
/** Shortest limit in seconds, when a service refuses longer pieces. */
export const PIECE_MIN_S = 30;
/** Part of a piece, at its end, in which the quietest time is searched, and the most seconds of it. */
const SEARCHED = { part: 0.2, maxS: 30 } as const;
/** Frames of 20 ms, and the number of frames on both sides that count too: a word has short pauses too. */
const FRAME_S = 0.02;
const AROUND = 8;
/** Level below which a piece has no speech: -54 dB. */
const SILENCE = 64;
const WAV_HEADER_BYTES = 44;

/** Positions of a piece in samples. */
export interface Piece {
  from: number;
  to: number;
}

async function readSamples(file: FileHandle, from: number, to: number): Promise<Int16Array> {
  const samples = new Int16Array(Math.max(0, to - from));
  const { bytesRead } = await file.read(samples, 0, samples.byteLength, from * SAMPLE_BYTES);
  return samples.subarray(0, Math.floor(bytesRead / SAMPLE_BYTES));
}

/** Returns the index of the quietest frame. Of several equal ones, the one in the middle of the last run. */
function quietestFrame(samples: Int16Array, frame: number): number {
  const energies = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    let sum = 0;
    for (let at = index * frame; at < (index + 1) * frame; at += 1) sum += (samples[at] ?? 0) ** 2;
    return sum;
  });
  const smooth = energies.map((_, index) =>
    energies.slice(Math.max(0, index - AROUND), index + AROUND + 1).reduce((sum, energy) => sum + energy, 0),
  );
  const least = smooth.reduce((low, energy) => Math.min(low, energy), Number.POSITIVE_INFINITY);
  const last = smooth.lastIndexOf(least);
  let first = last;
  while (first > 0 && smooth[first - 1] === least) first -= 1;
  return Math.round((first + last) / 2);
}

/** Returns the piece that begins at a sample. It ends at the quietest time near the limit. */
export async function nextPiece({ path, count, rate }: SpeechSound, from: number, maxS: number): Promise<Piece> {
  const most = Math.min(Math.floor(maxS * rate), Math.floor((PIECE_MAX_BYTES - WAV_HEADER_BYTES) / SAMPLE_BYTES));
  if (count - from <= most) return { from, to: count };
  const searched = Math.floor(Math.min(SEARCHED.maxS * rate, most * SEARCHED.part));
  const start = from + most - searched;
  const file = await open(path, "r");
  try {
    const frame = Math.floor(FRAME_S * rate);
    const samples = await readSamples(file, start, from + most);
    return { from, to: start + quietestFrame(samples, frame) * frame + Math.floor(frame / 2) };
  } finally {
    await file.close();
  }
}

/** Returns whether a piece is loud enough for speech. */
export async function hasSound({ path }: SpeechSound, { from, to }: Piece): Promise<boolean> {
  const bytes = createReadStream(path, { start: from * SAMPLE_BYTES, end: to * SAMPLE_BYTES - 1, highWaterMark: 1024 ** 2 });
  for await (const chunk of bytes as AsyncIterable<Buffer>)
    for (let at = 0; at + 1 < chunk.length; at += SAMPLE_BYTES) if (Math.abs(chunk.readInt16LE(at)) > SILENCE) return true;
  return false;
}

/** Returns the header of a WAV file of 16-bit mono samples. */
function wavHeader(bytes: number, rate: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** Returns samples as a WAV file. */
export const wavOf = (samples: Buffer, rate: number): Buffer => Buffer.concat([wavHeader(samples.length, rate), samples]);

/** Writes a piece as a WAV file and returns its path. */
export async function writePiece({ path, folder, rate }: SpeechSound, { from, to }: Piece): Promise<string> {
  const target = join(folder, "piece.wav");
  const output = createWriteStream(target);
  output.write(wavHeader((to - from) * SAMPLE_BYTES, rate));
  await pipeline(createReadStream(path, { start: from * SAMPLE_BYTES, end: to * SAMPLE_BYTES - 1 }), output);
  return target;
}
