/** Error: bytes are not a readable fragmented MP4. The reader throws nothing else. */
export class Fmp4Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Fmp4Error";
  }
}

/** A box with the range of its content in a buffer. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

/** Header of a box: type, header length and total length. `total` 0 means up to the end of the file. */
export interface BoxHeader {
  type: string;
  header: number;
  total: number;
}

const SHORT_HEADER = 8;
const LONG_HEADER = 16;

/** Reads the header at a position; null when the buffer ends within it. */
export function headerAt(bytes: Buffer, at: number): BoxHeader | null {
  if (at + SHORT_HEADER > bytes.length) return null;
  const short = bytes.readUInt32BE(at);
  const type = bytes.toString("latin1", at + 4, at + 8);
  if (short === 0) return { type, header: SHORT_HEADER, total: 0 };
  if (short !== 1) {
    if (short < SHORT_HEADER) throw new Fmp4Error("A box is shorter than its header.");
    return { type, header: SHORT_HEADER, total: short };
  }
  if (at + LONG_HEADER > bytes.length) return null;
  const total = Number(bytes.readBigUInt64BE(at + SHORT_HEADER));
  if (total < LONG_HEADER || !Number.isSafeInteger(total)) throw new Fmp4Error("A box has an impossible length.");
  return { type, header: LONG_HEADER, total };
}

/** Returns the complete boxes in a range. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    const head = headerAt(bytes.subarray(0, to), at);
    if (!head) throw new Fmp4Error("A box ends within its header.");
    const end = head.total === 0 ? to : at + head.total;
    if (end > to) throw new Fmp4Error("A box is longer than what holds it.");
    yield { type: head.type, start: at + head.header, end };
    at = end;
  }
}

/** Returns the first box of a type in a range. */
export function findBox(bytes: Buffer, { start, end }: Pick<Box, "start" | "end">, type: string): Box | undefined {
  for (const box of boxesIn(bytes, start, end)) if (box.type === type) return box;
  return undefined;
}

/** Returns the box at the end of a path. */
export function findPath(bytes: Buffer, within: Pick<Box, "start" | "end">, path: readonly string[]): Box | undefined {
  let box: Pick<Box, "start" | "end"> | undefined = within;
  for (const type of path) box = box && findBox(bytes, box, type);
  return box as Box | undefined;
}

/** Reads consecutive numbers within the limits of a box. */
export class Fields {
  private readonly bytes: Buffer;
  private at: number;
  private readonly end: number;

  constructor(bytes: Buffer, { start, end }: Pick<Box, "start" | "end">) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** Position of the next field. */
  get offset(): number {
    return this.at;
  }

  skip(count: number): this {
    this.take(count);
    return this;
  }

  u8(): number {
    return this.bytes.readUInt8(this.take(1));
  }

  u16(): number {
    return this.bytes.readUInt16BE(this.take(2));
  }

  u32(): number {
    return this.bytes.readUInt32BE(this.take(4));
  }

  i32(): number {
    return this.bytes.readInt32BE(this.take(4));
  }

  /** Reads a 64-bit number within the range of safe integers. */
  u64(): number {
    const value = Number(this.bytes.readBigUInt64BE(this.take(8)));
    if (!Number.isSafeInteger(value)) throw new Fmp4Error("A number is too large.");
    return value;
  }

  /** Reads version and flags at the start of a full box. */
  full(): { version: number; flags: number } {
    const word = this.u32();
    return { version: word >>> 24, flags: word & 0xffffff };
  }

  private take(count: number): number {
    if (count > this.left) throw new Fmp4Error("A box is too short.");
    const { at } = this;
    this.at += count;
    return at;
  }
}
