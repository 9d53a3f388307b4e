/** Decoded pixels of an image, from a file, a canvas or an array. */
export interface PictureRows {
  width: number;
  height: number;
  /** Bytes per pixel: 3 for RGB, 4 for RGBA. */
  channels: 3 | 4;
  /** Returns the rows from `top` up to, but without, `bottom`. Called in sequence, for a few million pixels at most. */
  rows(top: number, bottom: number): Uint8Array | Uint8ClampedArray | Promise<Uint8Array | Uint8ClampedArray>;
}

/** Parts of a page, from its end, in which a cut is searched: first the smaller one, then the larger one. */
const NEAR = 0.12;
const FAR = 0.35;
/**
 * A gap separates two lines if it is nearly as high as the highest one around. Otherwise it may be inside a letter, below the
 * dot of an i or above an underline. `enough` of a page always suffices, and less than `least` never does.
 */
const GAP = { least: 0.002, enough: 0.012, share: 0.7 } as const;
/** A vertical line longer than this part of a page belongs to a table or a column, not to a letter. */
const RULE = 0.08;
/** Share of columns with lines above which the image has edges everywhere. */
const RULES_MAX = 0.1;
/** Number of rows by which other lines may interrupt a vertical line. */
const RULE_CROSSED = 3;
/** Difference of neighbouring pixels at an edge: the sum over red, green and blue. Gradients and noise are below it. */
const EDGE = 32;
/** Pixels that are read at a time. */
const BAND_PIXELS = 1_000_000;

/** Empty rows from `start` up to, but without, `end`. */
interface Gap {
  start: number;
  end: number;
}

/** Counts the edges of each row from top to bottom, except those of vertical lines. */
class EdgeCounter {
  readonly #width: number;
  readonly #channels: number;
  readonly #ruleRows: number;
  /** For each column: the number of rows with its edge, and the number of rows since it was interrupted. */
  readonly #run: Uint32Array;
  readonly #missed: Uint8Array;

  constructor(width: number, channels: number, ruleRows: number) {
    this.#width = width;
    this.#channels = channels;
    this.#ruleRows = ruleRows;
    this.#run = new Uint32Array(width);
    this.#missed = new Uint8Array(width);
  }

  /** Counts the edges of the row at `start` of `pixels`. */
  count(pixels: Uint8Array | Uint8ClampedArray, start: number): number {
    const channels = this.#channels;
    let edges = 0;
    let rules = 0;
    let at = start + channels;
    for (let x = 1; x < this.#width; x += 1, at += channels) {
      const difference =
        Math.abs((pixels[at] ?? 0) - (pixels[at - channels] ?? 0)) +
        Math.abs((pixels[at + 1] ?? 0) - (pixels[at + 1 - channels] ?? 0)) +
        Math.abs((pixels[at + 2] ?? 0) - (pixels[at + 2 - channels] ?? 0));
      const run = this.#run[x] ?? 0;
      if (difference > EDGE) {
        this.#run[x] = run + 1;
        this.#missed[x] = 0;
        if (run < this.#ruleRows) edges += 1;
        else rules += 1;
      } else if (run > 0) {
        const missed = (this.#missed[x] ?? 0) + 1;
        this.#missed[x] = missed;
        if (missed > RULE_CROSSED) this.#run[x] = 0;
      }
    }
    return rules > this.#width * RULES_MAX ? edges + rules : edges;
  }
}

/** Counts the edges of each row from `top` up to `bottom`. `lead` rows before them distinguish vertical lines from letters. */
async function countEdges(picture: PictureRows, top: number, bottom: number, lead: number): Promise<Uint32Array> {
  const { width, channels } = picture;
  const counter = new EdgeCounter(width, channels, lead);
  const edges = new Uint32Array(bottom - top);
  const most = Math.max(1, Math.floor(BAND_PIXELS / width));
  for (let from = Math.max(0, top - lead); from < bottom; from += most) {
    const to = Math.min(bottom, from + most);
    const pixels = await picture.rows(from, to);
    for (let row = from; row < to; row += 1) {
      const found = counter.count(pixels, (row - from) * width * channels);
      if (row >= top) edges[row - top] = found;
    }
  }
  return edges;
}

function gapsOf(edges: Uint32Array): Gap[] {
  const gaps: Gap[] = [];
  let start = -1;
  for (let row = 0; row <= edges.length; row += 1) {
    if (edges[row] === 0) {
      if (start < 0) start = row;
    } else if (start >= 0) {
      gaps.push({ start, end: row });
      start = -1;
    }
  }
  return gaps;
}

/** Returns the last gap that certainly separates two lines, or null. */
function lastWide(gaps: Gap[], rows: number): Gap | null {
  const highest = Math.max(0, ...gaps.map(({ start, end }) => end - start));
  const needed = Math.max(2, rows * GAP.least, Math.min(highest * GAP.share, rows * GAP.enough));
  return gaps.findLast(({ start, end }) => end - start >= needed) ?? null;
}

/** Returns the highest gap, or the last of several. */
function highestOf(gaps: Gap[]): Gap | null {
  return gaps.reduce<Gap | null>((best, gap) => (best && best.end - best.start > gap.end - gap.start ? best : gap), null);
}

/**
 * Returns the first row of the next page, where a page that starts at `top` has space for `rows`.
 *
 * It chooses the last gap between lines near the page's end. Without one, it chooses the last one further up, then the highest
 * of the gaps that are too narrow to be certain. In an image without any gap it chooses the row near the end with the fewest
 * edges. Vertical lines (borders of tables and columns) are no text.
 * @returns between `top + 1` and `top + rows`
 */
export async function findCut(picture: PictureRows, top: number, rows: number): Promise<number> {
  const last = Math.min(picture.height, top + rows);
  const first = Math.min(last - 1, Math.max(top + 1, Math.ceil(last - rows * FAR)));
  const edges = await countEdges(picture, first, last, Math.max(8, Math.round(rows * RULE)));
  const near = Math.max(0, Math.ceil(last - rows * NEAR) - first);

  const gaps = gapsOf(edges);
  const nearGaps = gaps.filter(({ end }) => end > near);
  const chosen = lastWide(nearGaps, rows) ?? lastWide(gaps, rows) ?? highestOf(gaps);
  // Near the gap's end, so that pages are full, with some space above the next line.
  if (chosen) return first + chosen.end - Math.min(Math.round(rows * GAP.least), (chosen.end - chosen.start) >> 1);

  let quietest = edges.length - 1;
  for (let row = quietest; row >= near; row -= 1) if ((edges[row] ?? 0) < (edges[quietest] ?? 0)) quietest = row;
  return Math.min(last, first + quietest + 1);
}
