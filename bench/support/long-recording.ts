import { readFile, rm } from "node:fs/promises";
import { type FilmRecipe, writeFilm } from "./films.ts";

const RATE = 5;
/** A piece has a whole number of frames (0.2 s) and of AAC frames (1024 / 48000 s), so that the next one follows without a gap. */
const PIECE_S = 16;
/** Length of the first fragment, in seconds. Its audio starts with the encoder's own delay. */
const LEAD_S = 1;

/** Recipe of the repeated film: small images and AAC, in fragments of one second. */
const seed: FilmRecipe = {
  format: "mp4",
  video: { encoder: "libx264", options: { preset: "ultrafast", b: "100000", g: String(RATE) } },
  audio: "aac",
  width: 320,
  height: 180,
  rate: RATE,
  seconds: LEAD_S + PIECE_S + 3,
  options: { movflags: "+frag_keyframe+empty_moov+default_base_moof", brand: "iso5" },
};

interface Box {
  type: string;
  at: number;
  end: number;
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const end = at + bytes.readUInt32BE(at);
    found.push({ type: bytes.toString("latin1", at + 4, at + 8), at, end });
    at = end;
  }
  return found;
}

/** Finds the offsets of the timestamps of a fragment's tracks. */
function timesIn(bytes: Buffer, moof: Box): { at: number; isLong: boolean }[] {
  const tracks = boxesIn(bytes, moof.at + 8, moof.end).filter(({ type }) => type === "traf");
  return tracks.flatMap((track) => {
    const time = boxesIn(bytes, track.at + 8, track.end).find(({ type }) => type === "tfdt");
    return time ? [{ at: time.at + 12, isLong: bytes.readUInt8(time.at + 8) === 1 }] : [];
  });
}

const timeAt = (bytes: Buffer, { at, isLong }: { at: number; isLong: boolean }): bigint =>
  isLong ? bytes.readBigUInt64BE(at) : BigInt(bytes.readUInt32BE(at));

/** A recording of any length, made of a few seconds that repeat with later timestamps. */
export interface LongRecording {
  seconds: number;
  /** Yields the pieces of the file in order. */
  pieces(): Generator<Buffer>;
}

/** Creates a long recording. @param path of a temporary file that is created and removed */
export async function longRecording(path: string, seconds: number): Promise<LongRecording> {
  await writeFilm(path, seed);
  const film = await readFile(path);
  await rm(path);
  const fragments = boxesIn(film, 0, film.length).filter(({ type }) => type === "moof");
  const [first, last] = [fragments[LEAD_S], fragments[LEAD_S + PIECE_S]];
  if (!first || !last) throw new Error("The film has too few fragments.");
  const piece = film.subarray(first.at, last.at);
  const moofs = boxesIn(piece, 0, piece.length).filter(({ type }) => type === "moof");
  const steps = timesIn(film, last).map((time, track) => {
    const begin = timesIn(film, first)[track];
    return begin ? timeAt(film, time) - timeAt(film, begin) : 0n;
  });
  const count = Math.ceil((seconds - LEAD_S) / PIECE_S);
  return {
    seconds: LEAD_S + count * PIECE_S,
    *pieces() {
      yield film.subarray(0, first.at);
      for (let turn = 0; turn < count; turn += 1) {
        const copy = Buffer.from(piece);
        for (const [number, moof] of moofs.entries()) {
          const head = boxesIn(piece, moof.at + 8, moof.end).find(({ type }) => type === "mfhd");
          if (head) copy.writeUInt32BE(LEAD_S + 1 + turn * moofs.length + number, head.at + 12);
          for (const [track, time] of timesIn(piece, moof).entries()) {
            const moved = timeAt(piece, time) + (steps[track] ?? 0n) * BigInt(turn);
            if (time.isLong) copy.writeBigUInt64BE(moved, time.at);
            else copy.writeUInt32BE(Number(moved), time.at);
          }
        }
        yield copy;
      }
    },
  };
}
