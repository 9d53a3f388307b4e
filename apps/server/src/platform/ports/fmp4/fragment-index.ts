import { Fmp4Error, headerAt } from "./fmp4.boxes.ts";
import { type Fragment, readFragment } from "./fmp4.fragment.ts";
import { readHead, type Track } from "./fmp4.head.ts";

/** Reads bytes of a file from a position; may return fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

/** A segment that can be fetched and played independently after the header. */
export interface Part {
  offset: number;
  bytes: number;
  /** Duration from the end of the previous segment, so that the sum equals the playable duration. */
  seconds: number;
  /** Whether playback can start here. */
  isKey: boolean;
  /** Whether its timestamp does not follow the previous segment. */
  isJump: boolean;
}

/** Size of one read: the description of a fragment and the start of the next one. */
const WINDOW = 16 * 1024;
const HEADER_MAX = 16;
const HEAD_BYTES_MAX = 4 * 1024 * 1024;
const DESCRIPTION_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum number of segments: a day of one-second segments. */
const PARTS_MAX = 100_000;
const BOXES_MAX = 4 * PARTS_MAX;
/** Tolerance in seconds for clock drift and gaps; a larger difference is a jump. */
const OVERLAP_MAX_S = 1;
const GAP_MAX_S = 10;

/**
 * Index of the fragments of a growing MP4: each call reads only new data, some kilobytes per fragment. Damage ends the index, and
 * earlier segments stay. Time and memory are bounded for any input.
 */
export class FragmentIndex {
  /** Bytes before the first fragment; 0 until the header has arrived. */
  headBytes = 0;
  tracks: Track[] = [];
  readonly parts: Part[] = [];
  /** Playable seconds. */
  seconds = 0;
  frames = 0;
  /** Reason why nothing after `end` is readable; null without damage. */
  damage: Fmp4Error | null = null;
  private at = 0;
  private boxes = 0;
  private pending: Fragment | null = null;
  /** End of the last segment in its own timeline. */
  private until: number | null = null;

  /** Position up to which the file is playable. */
  get end(): number {
    const last = this.parts.at(-1);
    return last ? last.offset + last.bytes : 0;
  }

  /** Continues in a file of at least `size` bytes. Throws only errors of `read`. */
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

  /** Processes one box. Returns false when it is incomplete or starts after the read data. */
  private async step(window: Buffer, from: number, size: number, read: ReadBytes): Promise<boolean> {
    const { at } = this;
    const inWindow = at - from;
    // A header that is truncated by the window is read again with the next window.
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
    // Until the end of the previous segment: the duration of a fragment's last frame is unknown before the next fragment.
    const seconds = isJump || this.until === null ? pending.seconds : Math.max(0, until - this.until);
    this.seconds += seconds;
    this.until = isJump || this.until === null ? until : Math.max(until, this.until);
    this.frames += pending.frames;
    this.parts.push({ offset, bytes: end - offset, seconds, isKey: pending.isKey, isJump });
  }
}
