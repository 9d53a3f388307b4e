import { Fmp4Error, headerAt } from "./fmp4.boxes.ts";
import { type Fragment, readFragment } from "./fmp4.fragment.ts";
import { readHead, type Track } from "./fmp4.head.ts";

/** Bytes of a file from a place on; may answer fewer at the file's end. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

/** One stretch that can be fetched and played by itself, once a player has the head. */
export interface Part {
  offset: number;
  bytes: number;
  /** From the end of the part before, so that all together last as long as what can be played. */
  seconds: number;
  /** Can playing begin here? */
  isKey: boolean;
  /** Its time does not follow from the part before. */
  isJump: boolean;
}

/** So much is read at once: a fragment's description, and where the next one begins. */
const WINDOW = 16 * 1024;
const HEADER_MAX = 16;
const HEAD_BYTES_MAX = 4 * 1024 * 1024;
const DESCRIPTION_BYTES_MAX = 4 * 1024 * 1024;
/** A day of seconds; what has more is no recording. */
const PARTS_MAX = 100_000;
const BOXES_MAX = 4 * PARTS_MAX;
/** Clocks run apart a little, and recorders leave gaps; more than this (in seconds) is another time. */
const OVERLAP_MAX_S = 1;
const GAP_MAX_S = 10;

/**
 * Where the fragments of an MP4 lie, found while it grows: each look reads only what is new, some kilobytes a fragment. What is
 * damaged ends it, and what stood before stays. Time and memory are bounded whatever the bytes are.
 */
export class FragmentIndex {
  /** Bytes before the first fragment; 0 while the head has not arrived. */
  headBytes = 0;
  tracks: Track[] = [];
  readonly parts: Part[] = [];
  /** Seconds that can be played. */
  seconds = 0;
  frames = 0;
  /** Why nothing behind `end` can be followed; null while all is well. */
  damage: Fmp4Error | null = null;
  private at = 0;
  private boxes = 0;
  private pending: Fragment | null = null;
  /** When the last part ended, by its own time. */
  private until: number | null = null;

  /** Everything before can be played. */
  get end(): number {
    const last = this.parts.at(-1);
    return last ? last.offset + last.bytes : 0;
  }

  /** Reads on in a file of at least `size` bytes. Throws only what `read` throws. */
  async advance(read: ReadBytes, size: number): Promise<void> {
    while (this.damage === null && this.at + 8 <= size) {
      const from = this.at;
      const bytes = await read(from, Math.min(WINDOW, size - from));
      try {
        while (await this.step(bytes, from, size, read));
      } catch (error) {
        if (!(error instanceof Fmp4Error)) throw error;
        this.damage = error;
      }
      if (this.at === from) return;
    }
  }

  /** Takes one box. False when it is not all there, or begins behind what was read. */
  private async step(window: Buffer, from: number, size: number, read: ReadBytes): Promise<boolean> {
    const { at } = this;
    const inWindow = at - from;
    // A header that is cut by the window's end is read again with the next one.
    if (inWindow + HEADER_MAX > window.length && from + window.length < size && inWindow > 0) return false;
    const head = headerAt(window, inWindow);
    if (!head) return false;
    if ((this.boxes += 1) > BOXES_MAX) throw new Fmp4Error("It has too many boxes.");
    if (at === 0 && head.type !== "ftyp") throw new Fmp4Error("It does not begin like an MP4.");
    if (head.total === 0) throw new Fmp4Error("A box has no end.");
    this.assertLength(head.type, head.total);
    if (at + head.total > size) {
      this.boxes -= 1;
      return false;
    }
    const content = async (): Promise<Buffer> => {
      const [start, end] = [inWindow + head.header, inWindow + head.total];
      if (end <= window.length) return window.subarray(start, end);
      const whole = await read(at + head.header, head.total - head.header);
      if (whole.length < head.total - head.header) throw new Fmp4Error("The file is shorter than it was.");
      return whole;
    };
    if (head.type === "moov") this.begin(await content(), at + head.total);
    else if (head.type === "moof") this.describe(await content());
    else if (head.type === "mdat") this.add(at + head.total);
    this.at = at + head.total;
    return true;
  }

  private assertLength(type: string, total: number): void {
    const most = type === "moov" ? HEAD_BYTES_MAX : type === "moof" ? DESCRIPTION_BYTES_MAX : Number.MAX_SAFE_INTEGER;
    if (total > most) throw new Fmp4Error("A box is too long.");
  }

  private begin(moov: Buffer, end: number): void {
    if (this.tracks.length > 0) throw new Fmp4Error("It has two heads.");
    this.tracks = readHead(moov);
    this.headBytes = end;
  }

  private describe(moof: Buffer): void {
    if (this.tracks.length === 0) throw new Fmp4Error("A fragment came before the head.");
    if (this.pending) throw new Fmp4Error("A fragment has no bytes.");
    this.pending = readFragment(moof, this.tracks);
  }

  private add(end: number): void {
    const { pending } = this;
    if (!pending) throw new Fmp4Error("Bytes belong to no fragment.");
    this.pending = null;
    if (this.parts.length >= PARTS_MAX) throw new Fmp4Error("It has too many fragments.");
    const offset = this.parts.length === 0 ? this.headBytes : this.end;
    const until = pending.start + pending.seconds;
    const gap = this.until === null ? 0 : pending.start - this.until;
    const isJump = gap < -OVERLAP_MAX_S || gap > GAP_MAX_S;
    // Up to where the part before ended: a fragment does not know how long its last picture stands until the next one.
    const seconds = isJump || this.until === null ? pending.seconds : Math.max(0, until - this.until);
    this.seconds += seconds;
    this.until = isJump || this.until === null ? until : Math.max(until, this.until);
    this.frames += pending.frames;
    this.parts.push({ offset, bytes: end - offset, seconds, isKey: pending.isKey, isJump });
  }
}
