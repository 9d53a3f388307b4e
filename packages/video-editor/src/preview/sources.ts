import type { EditSource } from "@stillreel/contract";
import type { Size } from "../core/index.ts";
import type { SourcePicture } from "./compositor.ts";
import { Deck } from "./deck.ts";

interface Hooks {
  /** A new frame of a source can be drawn. */
  onFrame(source: LoadedSource): void;
  /** The file of a source could not be read any more: its signed address has expired. */
  onError(itemId: string): void;
}

/** Loads an image that can be drawn and read. */
export function loadImage(url: string, onLoad: (image: HTMLImageElement) => void): void {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.addEventListener("load", () => onLoad(image), { once: true });
  image.src = url;
}

/**
 * A source of clips with what decodes it. A video has two decks: while one plays, the other one already shows the first frame of the
 * next clip.
 */
export class LoadedSource {
  readonly #hooks: Hooks;
  readonly #decks: Deck[] = [];
  #facts: EditSource;
  #still: HTMLImageElement | null = null;
  #tiles: HTMLImageElement | null = null;
  #hasRequestedTiles = false;
  /** The address that each deck has loaded. */
  readonly #urls = new Map<Deck, string>();

  constructor(facts: EditSource, hooks: Hooks) {
    this.#facts = facts;
    this.#hooks = hooks;
    if (facts.type === "image" && facts.url !== null) {
      loadImage(facts.url, (image) => {
        this.#still = image;
        hooks.onFrame(this);
      });
    }
    this.#loadTiles();
  }

  /** Loads the storyboard once. It may be made after the editor was opened. */
  #loadTiles(): void {
    const { storyboard } = this.#facts;
    if (!storyboard || this.#hasRequestedTiles) return;
    this.#hasRequestedTiles = true;
    loadImage(storyboard.url, (image) => {
      this.#tiles = image;
      this.#hooks.onFrame(this);
    });
  }

  get facts(): EditSource {
    return this.#facts;
  }

  get size(): Size {
    return { width: this.#facts.width, height: this.#facts.height };
  }

  /** Whether a video plays here, instead of an image that is shown. */
  get isVideo(): boolean {
    return this.#facts.type === "video" && this.#facts.url !== null;
  }

  get decks(): readonly Deck[] {
    return this.#decks;
  }

  /** Takes newer addresses. A deck only loads its file again after its address has expired. */
  update(facts: EditSource): void {
    this.#facts = facts;
    this.#loadTiles();
    const { url } = facts;
    if (url !== null) for (const deck of this.#decks) if (deck.element.error && this.#urls.get(deck) !== url) this.#load(deck, url);
  }

  #load(deck: Deck, url: string): void {
    this.#urls.set(deck, url);
    deck.reload(url);
  }

  /** Returns one of the two decks. It is created when it is first needed. */
  deck(index: 0 | 1): Deck | null {
    const { url } = this.#facts;
    if (!this.isVideo || url === null) return null;
    while (this.#decks.length <= index) {
      const deck = new Deck(url, {
        onFrame: () => this.#hooks.onFrame(this),
        onError: (failed) => {
          // A newer address may already be known.
          if (this.#facts.url !== null && this.#facts.url !== this.#urls.get(failed)) this.#load(failed, this.#facts.url);
          else this.#hooks.onError(this.#facts.itemId);
        },
      });
      this.#urls.set(deck, url);
      this.#decks.push(deck);
    }
    return this.#decks[index] ?? null;
  }

  /** Returns the picture of an image, or of a video's deck. Null while nothing is loaded. */
  picture(deck: Deck | null): SourcePicture | null {
    if (this.#still) return { image: this.#still, x: 0, y: 0, width: this.#still.naturalWidth, height: this.#still.naturalHeight };
    if (!deck?.hasFrame) return null;
    const { videoWidth: width, videoHeight: height } = deck.element;
    return width > 0 && height > 0 ? { image: deck.element, x: 0, y: 0, width, height } : null;
  }

  /** Returns the tile of the storyboard for a second, with the second that it shows: small, but available without decoding. */
  tile(second: number): (SourcePicture & { second: number }) | null {
    const { storyboard } = this.#facts;
    if (!storyboard || !this.#tiles) return null;
    const number = Math.min(storyboard.count - 1, Math.max(0, Math.floor(second / storyboard.interval)));
    return {
      image: this.#tiles,
      // The frame in the middle of its interval: see `storyboardOperation` of the server.
      second: (number + 0.5) * storyboard.interval,
      x: (number % storyboard.columns) * storyboard.tileWidth,
      y: Math.floor(number / storyboard.columns) * storyboard.tileHeight,
      width: storyboard.tileWidth,
      height: storyboard.tileHeight,
    };
  }

  close(): void {
    for (const deck of this.#decks) deck.close();
    this.#decks.length = 0;
  }
}
