/** Positions are requested shortly after the start of a frame, because rounding would otherwise show the frame before it. */
const INTO_FRAME_S = 0.0005;
/** Largest difference between a frame's position and the time that the browser reports. */
const ROUNDING_S = 0.002;
/** Positions that are nearer than this show the same frame. */
const SAME_S = 0.000_1;

/**
 * Times after a seek at which its frame is reported again, in milliseconds, while the browser has not reported it: the event of a seek may come
 * before its frame, and a paused video has no other event.
 */
const REPORT_AGAIN_MS = [100, 400, 1_600];

/**
 * One video element that decodes a source. Seeks are serial: while one runs, only the newest request waits, so that dragging the
 * playhead never queues frames that are outdated.
 */
export class Deck {
  readonly element: HTMLVideoElement;
  /** Controls the volume while the player has sound. */
  gain: GainNode | null = null;
  #wanted: number | null = null;
  #running: number | null = null;
  #shown: number | null = null;
  #frameAt: number | null = null;
  /** Whether the browser presented a frame since the last seek began. It may be a late frame from before the seek. */
  #isPresented = false;
  /** Start of the frame that the browser presented last, in seconds. */
  #presentedAt: number | null = null;
  #reports: ReturnType<typeof setTimeout>[] = [];
  readonly #onFrame: (deck: Deck) => void;
  readonly #stop = new AbortController();

  constructor(url: string, { onFrame, onError }: { onFrame(deck: Deck): void; onError(deck: Deck): void }) {
    const element = document.createElement("video");
    // Without it, the pixels of files in an object store could not be read, and their sound could not be filtered.
    element.crossOrigin = "anonymous";
    element.preload = "auto";
    element.playsInline = true;
    element.preservesPitch = true;
    element.src = url;
    this.element = element;
    this.#onFrame = onFrame;
    const { signal } = this.#stop;
    element.addEventListener("seeked", () => this.#handleSeeked(), { signal });
    element.addEventListener("loadeddata", () => this.#next(), { signal });
    element.addEventListener("error", () => onError(this), { signal });
    this.#watchFrames();
  }

  /** Whether the element has the frame of a position. */
  isAt(second: number): boolean {
    return this.#shown !== null && Math.abs(this.#shown - second) < SAME_S && this.#running === null;
  }

  /** Whether the browser presented any frame since the last seek began: the event of a seek may come before its frame. */
  get isPresented(): boolean {
    return this.#isPresented || !this.#reportsFrames;
  }

  /** Whether a drawing now has the frame of a position for sure. `frameS` is the length of a frame in seconds. */
  presents(second: number, frameS: number): boolean {
    if (!this.#reportsFrames) return true;
    return this.#presentedAt !== null && second > this.#presentedAt - ROUNDING_S && second < this.#presentedAt + frameS - ROUNDING_S;
  }

  /** Whether any frame can be drawn. */
  get hasFrame(): boolean {
    return this.element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  }

  /** Start of the frame that is shown, in seconds. */
  get frameAt(): number {
    return this.#frameAt ?? this.element.currentTime;
  }

  /** Shows the frame of a position. An earlier request that waits is dropped. */
  seek(second: number): void {
    this.#wanted = second;
    this.#next();
  }

  async play(rate: number): Promise<void> {
    this.#wanted = null;
    this.#shown = null;
    this.element.playbackRate = rate;
    await this.element.play();
  }

  pause(): void {
    this.element.pause();
    this.#shown = null;
  }

  /** Loads another address of the same file, at the same position. */
  reload(url: string): void {
    const at = this.#wanted ?? this.#running ?? this.#shown ?? this.element.currentTime;
    this.#running = this.#shown = this.#presentedAt = null;
    this.element.src = url;
    this.seek(at);
  }

  close(): void {
    this.#stop.abort();
    this.#endReports();
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
    this.gain?.disconnect();
  }

  /** Whether the browser reports the frames that it presents. */
  get #reportsFrames(): boolean {
    return typeof this.element.requestVideoFrameCallback === "function";
  }

  #next(): void {
    if (this.#running !== null || this.#wanted === null || this.element.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const second = this.#wanted;
    this.#wanted = null;
    if (this.isAt(second)) return this.#onFrame(this);
    this.#running = second;
    this.#isPresented = false;
    this.#endReports();
    const last = Math.max(0, this.element.duration - INTO_FRAME_S);
    this.element.currentTime = Math.min(Number.isFinite(last) ? last : second, second + INTO_FRAME_S);
  }

  #handleSeeked(): void {
    if (this.#running === null) return;
    this.#shown = this.#running;
    this.#frameAt = this.#running;
    this.#running = null;
    if (this.#wanted === null) {
      this.#reports = REPORT_AGAIN_MS.map((ms) => setTimeout(() => !this.isPresented && this.#onFrame(this), ms));
      return this.#onFrame(this);
    }
    // A frame on the way is shown too: while dragging, the picture follows.
    this.#onFrame(this);
    this.#next();
  }

  #endReports(): void {
    for (const timer of this.#reports) clearTimeout(timer);
    this.#reports = [];
  }

  /** Notes every frame that the browser presents, with its time while the video plays. */
  #watchFrames(): void {
    const { element } = this;
    if (!this.#reportsFrames) return;
    const handleFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (this.#stop.signal.aborted) return;
      this.#isPresented = true;
      this.#presentedAt = mediaTime;
      if (!element.paused) this.#frameAt = mediaTime;
      this.#onFrame(this);
      element.requestVideoFrameCallback(handleFrame);
    };
    element.requestVideoFrameCallback(handleFrame);
  }
}
