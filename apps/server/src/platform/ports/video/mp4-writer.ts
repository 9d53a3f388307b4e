import { closeSync, openSync, writeSync } from "node:fs";
import { box, type Bytes, fullBox, lengthOf, numbers, text } from "./mp4-boxes.ts";
import { FILE_SCALE, type Mp4Track } from "./mp4-track.ts";

/** Bytes that are written together. */
const BLOCK_BYTES = 2 * 1024 * 1024;
/** Seconds of packets of one track that are stored together. */
const CHUNK_S = 0.5;
const UPRIGHT = numbers(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00);

/** A packet of a file. */
export interface Mp4Packet {
  timestamp: number;
  duration: number;
  data: Uint8Array;
  isKey: boolean;
}

/** Returns at most how many groups of packets a track has. */
const chunksOf = (seconds: number, tracks: number): number => Math.ceil((seconds / CHUNK_S) * 2 * tracks) + 64;

/**
 * Writes an MP4 whose index comes first. The index is written last, into space that was reserved for it, so that media is written once. It needs
 * some bytes of memory for each packet: the library that reads files makes objects, which need 400 MB for three hours.
 */
export class Mp4Writer implements Disposable {
  readonly #file: number;
  readonly #tracks: readonly Mp4Track[];
  readonly #head: Bytes;
  readonly #reserved: number;
  readonly #block = Buffer.alloc(BLOCK_BYTES);
  #used = 0;
  #position: number;
  #last: { track: Mp4Track; from: number } | null = null;

  /** @param packets number of packets of each track, at most */
  constructor(path: string, tracks: readonly Mp4Track[], packets: readonly number[], seconds: number) {
    this.#file = openSync(path, "w");
    this.#tracks = tracks;
    this.#head = box("ftyp", text("isom"), numbers(512), text("isomiso2avc1mp41"));
    const chunks = chunksOf(seconds, tracks.length);
    this.#reserved = tracks.reduce((sum, track, index) => sum + track.reserved(packets[index] ?? 0, chunks), 1_024);
    this.#position = lengthOf(this.#head) + this.#reserved + 16;
  }

  /** Adds a packet after those that were added before. */
  add(track: Mp4Track, { timestamp, duration, data, isKey }: Mp4Packet): void {
    const isNew = this.#last?.track !== track || timestamp - this.#last.from >= CHUNK_S;
    if (isNew) this.#last = { track, from: timestamp };
    track.add({ timestamp, duration, bytes: data.length, isKey }, isNew ? this.#position + this.#used : null);
    if (this.#used + data.length > BLOCK_BYTES) this.#flush();
    if (data.length > BLOCK_BYTES) this.#position = this.#write(data, this.#position);
    else {
      this.#block.set(data, this.#used);
      this.#used += data.length;
    }
  }

  /** Writes the index. */
  end(): void {
    this.#flush();
    const ended = this.#tracks.map((track, index) => track.end(index + 1));
    const duration = Math.max(...ended.map((track) => track.duration));
    const next = this.#tracks.length + 1;
    const times = numbers(0, 0, FILE_SCALE, duration, 0x1_00_00, 0x1_00_00_00, 0, 0);
    const head = fullBox("mvhd", 0, 0, times, UPRIGHT, numbers(0, 0, 0, 0, 0, 0, next));
    const index = box("moov", head, ...ended.map(({ bytes }) => bytes));
    const left = this.#reserved - lengthOf(index);
    if (left < 8) throw new Error(`The index needs ${lengthOf(index)} bytes, and ${this.#reserved} were reserved.`);
    const media = Buffer.alloc(16);
    media.writeUInt32BE(1, 0);
    media.write("mdat", 4, "latin1");
    media.writeBigUInt64BE(BigInt(this.#position - lengthOf(this.#head) - this.#reserved), 8);
    let position = 0;
    for (const bytes of [...this.#head, ...index, ...box("free", [Buffer.alloc(left - 8)]), media]) position = this.#write(bytes, position);
  }

  #flush(): void {
    this.#position = this.#write(this.#block.subarray(0, this.#used), this.#position);
    this.#used = 0;
  }

  /** Writes all bytes and returns the position after them. The system may write only a part of them. */
  #write(bytes: Uint8Array, position: number): number {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#file, bytes, done, bytes.length - done, position + done);
    return position + done;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
