import { box, type Bytes, fullBox, numbers, text, type TrackForm } from "./mp4-boxes.ts";

/** Units per second of times that concern the whole file. */
export const FILE_SCALE = 1_000;
/** Bytes of the index for each packet and for each group of packets, at most, and for everything else. */
const [PACKET_BYTES, CHUNK_BYTES, FIXED_BYTES] = [24, 20, 4_096];
/** Matrix of a picture that is not rotated. */
const UPRIGHT = numbers(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00);

/** Numbers that are added one after the other, without an object for each. */
class Column {
  #values = new Float64Array(1_024);
  length = 0;

  add(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  all(): Float64Array {
    return this.#values.subarray(0, this.length);
  }
}

/** Runs of equal values, as pairs of a count and the value. */
function runsOf(count: number, valueAt: (index: number) => number): number[] {
  const runs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = valueAt(index);
    if (runs.length > 0 && runs[runs.length - 1] === value) runs[runs.length - 2] = (runs[runs.length - 2] ?? 0) + 1;
    else runs.push(1, value);
  }
  return runs;
}

/** Returns entries of some values each, whose number comes first. */
function countedOf(values: ArrayLike<number>, perEntry: number): Bytes {
  const bytes = Buffer.alloc(4 + values.length * 4);
  bytes.writeUInt32BE(values.length / perEntry, 0);
  for (let index = 0; index < values.length; index += 1) bytes.writeUInt32BE((values[index] ?? 0) >>> 0, 4 + index * 4);
  return [bytes];
}

const tableOf = (type: string, version: number, values: ArrayLike<number>, perEntry: number): Bytes =>
  fullBox(type, version, 0, countedOf(values, perEntry));

/** The tables of one track, which are written when all packets are known. */
export class Mp4Track {
  readonly kind: "vide" | "soun";
  readonly scale: number;
  readonly #form: TrackForm;
  readonly #times = new Column();
  readonly #sizes = new Column();
  readonly #keys = new Column();
  readonly #chunks = new Column();
  readonly #firsts = new Column();
  #lastDuration = 0;

  /** @param scale units per second of its times */
  constructor(kind: "vide" | "soun", form: TrackForm, scale: number) {
    this.kind = kind;
    this.#form = form;
    this.scale = scale;
  }

  /** Returns the largest size of its index. */
  reserved(packets: number, chunks: number): number {
    return FIXED_BYTES + this.#form.descriptions.length + packets * PACKET_BYTES + chunks * CHUNK_BYTES;
  }

  /** Adds a packet. `offset` is its place in the file when it begins a group of packets, otherwise null. */
  add(packet: { timestamp: number; duration: number; bytes: number; isKey: boolean }, offset: number | null): void {
    if (offset !== null) {
      this.#chunks.add(offset);
      this.#firsts.add(this.#times.length);
    }
    if (packet.isKey) this.#keys.add(this.#times.length + 1);
    this.#times.add(Math.round(packet.timestamp * this.scale));
    this.#sizes.add(packet.bytes);
    this.#lastDuration = Math.round(packet.duration * this.scale);
  }

  /** Returns its index, and its length in units of the file. */
  end(id: number): { bytes: Bytes; duration: number } {
    const times = this.#times.all();
    const count = times.length;
    const order = times.slice().sort();
    // The first frame is shown from the beginning.
    order[0] = 0;
    const last = (order[count - 1] ?? 0) + Math.max(1, this.#lastDuration);
    const shown = (index: number): number => Math.max(0, times[index] ?? 0);
    const first = count > 0 ? times.reduce((least, time, index) => (time < (times[least] ?? 0) ? index : least), 0) : 0;
    const moves = runsOf(count, (index) => (index === first ? 0 : shown(index)) - (order[index] ?? 0));
    const isMoved = moves.length > 2 || (moves[1] ?? 0) !== 0;
    const tables = [
      [this.#form.descriptions],
      tableOf(
        "stts",
        0,
        runsOf(count, (index) => (order[index + 1] ?? last) - (order[index] ?? 0)),
        2,
      ),
      ...(isMoved ? [tableOf("ctts", 1, moves, 2)] : []),
      ...(this.kind === "vide" ? [tableOf("stss", 0, this.#keys.all(), 1)] : []),
      this.#groups(count),
      // The size of all packets (none, because they differ) is before the number.
      fullBox("stsz", 0, 0, numbers(0), countedOf(this.#sizes.all(), 1)),
      this.#offsets(),
    ];
    const duration = Math.round((last / this.scale) * FILE_SCALE);
    return { bytes: box("trak", this.#head(id, duration), this.#media(last, box("stbl", ...tables))), duration };
  }

  /** The number of packets in each group. */
  #groups(count: number): Bytes {
    const firsts = this.#firsts.all();
    const entries: number[] = [];
    for (let index = 0; index < firsts.length; index += 1) {
      const size = (firsts[index + 1] ?? count) - (firsts[index] ?? 0);
      if (entries[entries.length - 2] !== size) entries.push(index + 1, size, 1);
    }
    return tableOf("stsc", 0, entries, 3);
  }

  #offsets(): Bytes {
    const offsets = this.#chunks.all();
    const bytes = Buffer.alloc(4 + offsets.length * 8);
    bytes.writeUInt32BE(offsets.length, 0);
    for (const [index, offset] of offsets.entries()) bytes.writeBigUInt64BE(BigInt(offset), 4 + index * 8);
    return fullBox("co64", 0, 0, [bytes]);
  }

  #head(id: number, duration: number): Bytes {
    const { width, height } = this.#form;
    const volume = this.kind === "soun" ? 0x1_00_00_00 : 0;
    return fullBox("tkhd", 0, 3, numbers(0, 0, id, 0, duration, 0, 0, 0, volume), UPRIGHT, numbers(width, height));
  }

  #media(duration: number, tables: Bytes): Bytes {
    const handler = fullBox("hdlr", 0, 0, numbers(0), text(this.kind), numbers(0, 0, 0), [Buffer.alloc(1)]);
    const reference = box("dinf", fullBox("dref", 0, 0, numbers(1), fullBox("url ", 0, 1)));
    const head = this.kind === "vide" ? fullBox("vmhd", 0, 1, numbers(0, 0)) : fullBox("smhd", 0, 0, numbers(0));
    // Version 1, because 32 bits are not enough for the units of thirteen hours. `und`: the language is unknown.
    const times = numbers(0, 0, 0, 0, this.scale, Math.floor(duration / 2 ** 32), duration % 2 ** 32, 0x55_c4_00_00);
    return box("mdia", fullBox("mdhd", 1, 0, times), handler, box("minf", head, reference, tables));
  }
}
