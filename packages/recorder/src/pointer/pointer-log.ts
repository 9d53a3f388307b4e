import { POINTER_CLICKS_MAX, POINTER_MOVES_MAX, type PointerPoint, type PointerTrack } from "@stillreel/contract";

/** A position of the pointer in a recording. */
export interface PointerSample {
  /** Second of the recording. */
  at: number;
  /** Shares of the picture. */
  x: number;
  y: number;
  /** Whether it was pressed there. */
  isPressed: boolean;
}

/** Minimum time between two stored positions, in seconds: somewhat less than a tenth, because messages arrive unevenly. */
const MOVE_MIN_S = 0.08;
/** Maximum numbers of stored samples: positions of the longest recording, and more presses than a hand can make. */
const SAMPLES_MAX = 300_000;

/** Bytes of a sample: milliseconds with the press as the lowest bit, then x and y. */
const SAMPLE_BYTES = 8;
const SHARE_MAX = 65_535;

/** Encodes samples with a fixed length each, so that a file that was cut off still has all complete ones. */
export function encodeSamples(samples: readonly PointerSample[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * SAMPLE_BYTES));
  for (const [index, { at, x, y, isPressed }] of samples.entries()) {
    view.setUint32(index * SAMPLE_BYTES, Math.round(at * 1_000) * 2 + (isPressed ? 1 : 0));
    view.setUint16(index * SAMPLE_BYTES + 4, Math.round(x * SHARE_MAX));
    view.setUint16(index * SAMPLE_BYTES + 6, Math.round(y * SHARE_MAX));
  }
  return new Uint8Array(view.buffer);
}

/** Decodes stored samples. An incomplete one at the end is ignored. */
export function decodeSamples(bytes: Uint8Array): PointerSample[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / SAMPLE_BYTES) }, (_, index) => {
    const time = view.getUint32(index * SAMPLE_BYTES);
    return {
      at: Math.floor(time / 2) / 1_000,
      x: view.getUint16(index * SAMPLE_BYTES + 4) / SHARE_MAX,
      y: view.getUint16(index * SAMPLE_BYTES + 6) / SHARE_MAX,
      isPressed: time % 2 === 1,
    };
  });
}

/** Returns at most `most` entries at even distances. */
function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Returns the track of these samples for the server, in the order of time and thinned out to its limits. Null without samples. */
export function trackOf(samples: readonly PointerSample[]): PointerTrack | null {
  if (samples.length === 0) return null;
  const inOrder = samples.toSorted((one, other) => one.at - other.at);
  const point = ({ at, x, y }: PointerSample): PointerPoint => [at, rounded(x, 4), rounded(y, 4)];
  return {
    moves: thinned(inOrder, POINTER_MOVES_MAX).map(point),
    clicks: thinned(
      inOrder.filter(({ isPressed }) => isPressed),
      POINTER_CLICKS_MAX,
    ).map(point),
  };
}

/** Collects the samples of a running recording until they are stored. */
export class PointerLog {
  private waiting: PointerSample[] = [];
  private movedAt = -Infinity;
  private count = 0;

  /** Adds a sample. Positions that follow each other too fast are ignored. */
  add(sample: PointerSample): void {
    if (this.count >= SAMPLES_MAX || (!sample.isPressed && sample.at - this.movedAt < MOVE_MIN_S)) return;
    if (!sample.isPressed) this.movedAt = sample.at;
    this.count += 1;
    this.waiting.push(sample);
  }

  /** Returns the samples since the last call in their stored form; null when there are none. */
  take(): Uint8Array<ArrayBuffer> | null {
    if (this.waiting.length === 0) return null;
    const bytes = encodeSamples(this.waiting);
    this.waiting = [];
    return bytes;
  }
}
