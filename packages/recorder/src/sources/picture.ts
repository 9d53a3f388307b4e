import type { FrameTimes, RecordingClock } from "../recording-clock.ts";
import type { BubblePosition, PartBox } from "../recorder.types.ts";
import { readFrames } from "./capture-api.ts";
import { contentOf, partOf, pictureSize, positionInPicture, type Size } from "./picture.plan.ts";
import { Stage } from "./stage.ts";

/** Maximum time without a frame, in seconds. A static page sends none, but the recording's time must advance. */
const STILL_MAX_S = 0.5;
/** Timeout of a source's first frame, in milliseconds. */
const FIRST_FRAME_MS = 10_000;
/**
 * Milliseconds without a frame after which a new reader is created: a static page has shown its only frame, possibly before it was
 * read. The browser requests a frame from a source for each new reader.
 */
const ASK_AGAIN_MS = 500;
/** Maximum time to wait for a frame that was captured from now on, in milliseconds. */
const FRESH_MAX_MS = 1_500;

/** Number of frames that were encoded, and that were lost because the encoder was busy, so far. */
export interface FrameCounts {
  encoded: number;
  dropped: number;
}

/** Receiver of a recording's frames. */
export interface FrameSink {
  /** Returns whether the encoder's queue is too long for another frame. */
  isBusy(): boolean;
  /** Encodes a frame and closes it. */
  encode(frame: VideoFrame, seconds: number): void;
}

/** Sources and format of the video. */
export interface PictureOptions {
  main: MediaStreamTrack;
  /** Size of the source in pixels, when it is known. Frames may have more pixels. */
  source: Size | null;
  area: PartBox | null;
  lines: number;
  frameRate: number;
  bubble: BubblePosition;
  /** Called when the sharing ended, the tab was closed, or the camera that fills the frame was disconnected. */
  onEnded(): void;
}

/** Rows or columns that are cropped from a frame without drawing it: padding of the browser, and the rest of an odd size. */
const SPARE_MAX = 3;

/** A larger step back of a source's clock means that it was restarted, in seconds. */
const JUMP_S = 1;

/**
 * Delay of a source that its next frames may compensate, in seconds. A busy machine captures some frames late and the next ones early, and
 * all of them belong to the requested frame rate.
 */
const CATCH_UP_S = 0.25;
/**
 * The same for the first frame of a source: it may be late itself, and the next frames are early then. Without it, the limit of the
 * frame rate drops 2 to 6 frames in the first two seconds.
 */
const FIRST_CATCH_UP_S = 0.1;

/** Returns the due time of the next frame on the source's clock: one interval later, less a delay that may be compensated. */
function nextDue(dueAt: number, sourceSeconds: number, frameRate: number): number {
  const interval = 1 / frameRate;
  if (dueAt === -Infinity || dueAt - sourceSeconds >= JUMP_S) return sourceSeconds - FIRST_CATCH_UP_S + interval;
  return Math.max(dueAt, sourceSeconds - CATCH_UP_S) + interval;
}

const sizeOf = ({ displayWidth: width, displayHeight: height }: VideoFrame): Size => ({ width, height });

/** The receiver of the frames while a recording runs, and its timing. */
interface Film {
  sink: FrameSink;
  clock: RecordingClock;
  times: FrameTimes;
  /** Time of the last sent frame in the recording, and due time of the main source's next frame on its clock, in seconds. */
  lastAt: number;
  dueAt: number;
  /** Time of the last lost frame on the main source's clock, in seconds. */
  lostAt: number;
  isDirty: boolean;
}

/** The video of a recording: frames of the main source, with the camera's in a corner. */
export class Picture {
  readonly size: Size;
  /** Number of frames that were encoded, and of those that were lost because the encoder was busy. */
  private encoded = 0;
  private dropped = 0;
  /** Used frame rate: the requested one, or a lower one on a slow machine. */
  private frameRate: number;
  private readonly options: PictureOptions;
  private readonly stage: Stage;
  private newest: VideoFrame;
  private camera: VideoFrame | null = null;
  private bubble: BubblePosition;
  private stopMain: () => void = () => {};
  private stopCamera: () => void = () => {};
  private film: Film | null = null;
  /** Smallest difference between a frame's arrival and its timestamp, in milliseconds. It maps timestamps to the time of capture. */
  private lagMs: number;
  /** Called with the capture time of each frame. */
  private noteCapture: (capturedMs: number) => void = () => {};

  private constructor(options: PictureOptions, first: VideoFrame) {
    this.options = options;
    this.newest = first;
    this.lagMs = performance.now() - first.timestamp / 1_000;
    this.bubble = options.bubble;
    this.frameRate = options.frameRate;
    this.size = pictureSize(contentOf(sizeOf(first), options.source), options.area, options.lines);
    this.stage = new Stage(this.size);
  }

  /**
   * Waits for the first frame, which decides the size of the video.
   * @throws Error when the source ends or sends no frame
   */
  static async open(options: PictureOptions): Promise<Picture> {
    let picture: Picture | null = null;
    const first = Promise.withResolvers<VideoFrame>();
    let stop = (): void => {};
    const read = (): void => {
      stop();
      stop = readFrames<VideoFrame>(
        options.main,
        (frame) => (picture ? picture.takeMain(frame) : first.resolve(frame)),
        () => (picture ? options.onEnded() : first.reject(new Error("The source ended before its first frame."))),
      );
    };
    read();
    const asking = setInterval(read, ASK_AGAIN_MS);
    const timer = setTimeout(() => first.reject(new Error("The source shows nothing.")), FIRST_FRAME_MS);
    try {
      picture = new Picture(options, await first.promise);
    } catch (error) {
      stop();
      throw error;
    } finally {
      clearInterval(asking);
      clearTimeout(timer);
    }
    picture.stopMain = stop;
    return picture;
  }

  /** Shows this camera in the bubble, or none. */
  showCamera(track: MediaStreamTrack | null, onEnded: () => void = () => {}): void {
    this.stopCamera();
    this.camera?.close();
    this.camera = null;
    this.touch();
    this.stopCamera = track
      ? readFrames<VideoFrame>(
          track,
          (frame) => {
            this.camera?.close();
            this.camera = frame;
            this.touch();
            this.offer(null);
          },
          onEnded,
        )
      : () => {};
  }

  moveBubble(position: BubblePosition): void {
    this.bubble = position;
    this.touch();
  }

  /** Returns the camera's newest frame, for the self view. The picture owns it. */
  cameraFrame(): VideoFrame | null {
    return this.camera ?? null;
  }

  /** Returns the newest frame of the main source. The picture owns it. */
  mainFrame(): VideoFrame {
    return this.newest;
  }

  /** Returns which point of the video shows a point of the recorded tab, in shares. Null when it shows none, or that is not known. */
  positionOf(at: { x: number; y: number; ratio: number }): { x: number; y: number } | null {
    const { source, area } = this.options;
    return source && positionInPicture(at, { frame: sizeOf(this.newest), source, area, picture: this.size });
  }

  /** Returns the current frame with a timestamp: the source's own frame when nothing must be drawn. The caller closes it. */
  frameAt(seconds: number): VideoFrame {
    const { newest, camera, size, options } = this;
    const spare = [newest.displayWidth - size.width, newest.displayHeight - size.height];
    const isPlain = newest.displayWidth === newest.visibleRect?.width && newest.displayHeight === newest.visibleRect.height;
    if (camera || options.area || !isPlain || spare.some((pixels) => pixels < 0 || pixels > SPARE_MAX)) {
      const part = partOf(contentOf(sizeOf(newest), options.source), options.area);
      return this.stage.draw(newest, part, camera && { frame: camera, position: this.bubble }, seconds);
    }
    const timestamp = Math.round(seconds * 1e6);
    if (spare.every((pixels) => pixels === 0)) return new VideoFrame(newest, { timestamp });
    const { x, y } = newest.visibleRect ?? { x: 0, y: 0 };
    return new VideoFrame(newest, { timestamp, visibleRect: { x, y, ...size }, displayWidth: size.width, displayHeight: size.height });
  }

  /**
   * Resolves when the newest frame was captured after this call: frames arrive late from a busy machine. A source that does not answer
   * ends the wait after 1.5 seconds.
   */
  async refresh(): Promise<void> {
    const since = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FRESH_MAX_MS);
      this.noteCapture = (capturedMs) => {
        if (capturedMs < since) return;
        clearTimeout(timer);
        resolve();
      };
      // A static page sends a frame to a new reader only.
      this.stopMain();
      this.stopMain = readFrames<VideoFrame>(
        this.options.main,
        (frame) => this.takeMain(frame),
        () => this.options.onEnded(),
      );
    });
    this.noteCapture = () => {};
  }

  /** Changes the maximum frame rate. */
  setFrameRate(frameRate: number): void {
    this.frameRate = frameRate;
  }

  /** Returns how many frames were encoded and lost so far. */
  counts(): FrameCounts {
    return { encoded: this.encoded, dropped: this.dropped };
  }

  /** Sends frames to the sink from now on, the newest one immediately. */
  startFilm(sink: FrameSink, clock: RecordingClock, times: FrameTimes): void {
    this.film = { sink, clock, times, lastAt: -Infinity, dueAt: -Infinity, lostAt: -Infinity, isDirty: true };
    this.repeat();
  }

  /** Sends no more frames. The last one is shown until now. */
  endFilm(): void {
    if (this.film) this.emit(this.film.times.repeat(this.film.clock.seconds()));
    this.film = null;
  }

  /** Called several times a second. Repeats frames of a static source. */
  tick(): void {
    if (!this.film?.clock.isRunning()) return;
    const still = this.film.clock.seconds() - this.film.lastAt;
    if (still >= STILL_MAX_S || (this.film.isDirty && still >= 1 / this.frameRate)) this.repeat();
  }

  close(): void {
    this.film = null;
    this.stopMain();
    this.stopCamera();
    this.camera?.close();
    this.camera = null;
    this.newest.close();
  }

  private takeMain(frame: VideoFrame): void {
    this.newest.close();
    this.newest = frame;
    this.lagMs = Math.min(this.lagMs, performance.now() - frame.timestamp / 1_000);
    this.noteCapture(frame.timestamp / 1_000 + this.lagMs);
    this.touch();
    this.offer(frame.timestamp / 1e6);
  }

  private touch(): void {
    if (this.film) this.film.isDirty = true;
  }

  /** Handles a new frame. `sourceSeconds` is on the clock of the main source, or null for the camera. */
  private offer(sourceSeconds: number | null): void {
    const { film } = this;
    if (!film?.clock.isRunning()) return;
    const recorded = film.clock.seconds();
    if (this.isTooSoon(film, sourceSeconds, recorded)) return;
    if (film.sink.isBusy()) {
      this.noteLoss(film, sourceSeconds ?? film.lostAt + 1 / this.frameRate);
      return;
    }
    if (sourceSeconds !== null) film.dueAt = nextDue(film.dueAt, sourceSeconds, this.frameRate);
    this.emit(sourceSeconds === null ? film.times.repeat(recorded) : film.times.timeOf(sourceSeconds, recorded));
  }

  /** Counts a lost frame. A source with a higher frame rate offers several frames for one that is due. */
  private noteLoss(film: Film, sourceSeconds: number): void {
    if (Math.abs(sourceSeconds - film.lostAt) < 0.7 / this.frameRate) return;
    film.lostAt = sourceSeconds;
    this.dropped += 1;
  }

  /** Returns whether the frame would exceed the requested frame rate. */
  private isTooSoon(film: Film, sourceSeconds: number | null, recorded: number): boolean {
    const { frameRate } = this;
    // The camera alone causes a frame only when the main source has sent none.
    if (sourceSeconds === null) return recorded - film.lastAt < 1 / frameRate;
    // By the capture time of frames, not by their arrival from a busy machine. A screen of 60 a second delivers some of its 30 early and
    // some late. Their number matters, not the distance of one frame from the last.
    const early = film.dueAt - sourceSeconds;
    return early > 0.3 / frameRate && early < JUMP_S;
  }

  private repeat(): void {
    if (this.film && !this.film.sink.isBusy()) this.emit(this.film.times.repeat(this.film.clock.seconds()));
  }

  private emit(seconds: number): void {
    const { film } = this;
    if (!film) return;
    film.lastAt = film.clock.seconds();
    film.isDirty = false;
    this.encoded += 1;
    film.sink.encode(this.frameAt(seconds), seconds);
  }
}
