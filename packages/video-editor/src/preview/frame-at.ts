import type { EditDocument, EditSource } from "@stillreel/contract";
import { loadFonts } from "@stillreel/editor/core";
import { fadeLevel, frameLayout, sourceAt, textsOf, timeMapOf } from "../core/index.ts";
import type { BackgroundPicture } from "./background.ts";
import { Compositor } from "./compositor.ts";
import type { Deck } from "./deck.ts";
import { LoadedSource } from "./sources.ts";

/** Time in milliseconds after which a frame that is not presented is the one that was shown before. */
const PRESENTED_MAX_MS = 200;
/** The same for the first frame: the decoder starts, and the browser may still present the first frame of the video. */
const FIRST_MAX_MS = 2_000;
/** Length of a frame in seconds where it is not known. */
const FRAME_S = 1 / 30;

/** Frames of a source in any order: for tracking, and for pictures of single frames. */
export class FrameReader {
  readonly source: LoadedSource;
  #waiting: (() => void) | null = null;
  #failed: Error | null = null;
  #hasPresented = false;

  constructor(facts: EditSource) {
    this.source = new LoadedSource(facts, {
      onFrame: () => this.#waiting?.(),
      onError: () => {
        this.#failed = new Error("The video cannot be read.");
        this.#waiting?.();
      },
    });
  }

  /** Waits until the source's picture shows a second. An image is the same at every second. */
  async seek(second: number, signal?: AbortSignal): Promise<void> {
    const deck = this.source.deck(0);
    deck?.seek(second);
    const isReady = (): boolean => (deck ? deck.isAt(second) : this.source.picture(null) !== null);
    while (!isReady()) {
      signal?.throwIfAborted();
      if (this.#failed) throw this.#failed;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
        signal?.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    if (deck) await this.#presented(deck, second);
  }

  /**
   * Waits for the frame itself. The same frame as before is not presented again. A video with gaps presents a frame that began long
   * before the position, which only the time limit ends.
   */
  async #presented(deck: Deck, second: number): Promise<void> {
    const { frameRate } = this.source.facts;
    const isThere = (): boolean => deck.presents(second, frameRate ? 1 / frameRate : FRAME_S) || (this.#hasPresented && deck.isPresented);
    const stop = performance.now() + (this.#hasPresented ? PRESENTED_MAX_MS : FIRST_MAX_MS);
    while (!isThere() && performance.now() < stop)
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
        setTimeout(resolve, PRESENTED_MAX_MS);
      });
    this.#hasPresented = true;
  }

  /** The frame that the last {@link seek} found. */
  get picture() {
    return this.source.picture(this.source.deck(0));
  }

  close(): void {
    this.source.close();
  }
}

/**
 * Draws the frame that the preview shows at a second of the edited video, in the edited video's own size. The server's render of the
 * same document must agree with it.
 */
export async function previewFrameAt(
  document: EditDocument,
  { source, joined = [], background }: { source: EditSource; joined?: readonly EditSource[]; background?: BackgroundPicture },
  time: number,
): Promise<OffscreenCanvas> {
  const { itemId, at, placed } = sourceAt(timeMapOf(document), time);
  const facts = itemId === undefined ? source : joined.find((one) => one.itemId === itemId);
  if (!facts) throw new Error("A source is missing.");
  await loadFonts(textsOf(document));
  const { size } = frameLayout(document, source);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("This canvas has no 2D context.");
  const reader = new FrameReader(facts);
  const compositor = new Compositor();
  try {
    await reader.seek(at);
    const shown = { document, source: { itemId, at }, main: source, own: facts, picture: reader.picture, background };
    compositor.draw(ctx, { ...shown, level: fadeLevel(placed, time) });
    return canvas;
  } finally {
    reader.close();
    compositor.close();
  }
}
