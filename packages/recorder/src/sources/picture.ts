import type { FrameTimes, RecordingClock } from "../recording-clock.ts";
import type { BubblePlace, PartBox } from "../recorder.types.ts";
import { readFrames } from "./capture-api.ts";
import { pictureSize, type Size } from "./picture.plan.ts";
import { Stage } from "./stage.ts";

/** Longest time without a frame, in seconds: a page that stands still sends none, but its recording's time has to go on. */
const STILL_MAX_S = 0.5;
/** How long a source may take to its first frame, in milliseconds. */
const FIRST_FRAME_MS = 10_000;
/**
 * After so many milliseconds without one the source is read anew: a page that stands still has shown its only frame, perhaps before
 * anybody looked. The browser asks a source for a frame whenever somebody new reads it.
 */
const ASK_AGAIN_MS = 500;

/** Where the frames of a recording go. */
export interface FrameSink {
  /** Too much waits to be encoded: this frame would only make it worse. */
  isBusy(): boolean;
  /** Takes a frame, and closes it. */
  encode(frame: VideoFrame, seconds: number): void;
}

/** What is filmed and how. */
export interface PictureOptions {
  main: MediaStreamTrack;
  area: PartBox | null;
  lines: number;
  frameRate: number;
  bubble: BubblePlace;
  /** Somebody ended the sharing, closed the tab or unplugged the camera that is the whole picture. */
  onEnded(): void;
}

/** A source whose clock goes back by more has begun anew, in seconds. */
const JUMP_S = 1;

/** When the frame after this one is due, in seconds of the source's clock: one interval later; what comes late is made up for, up to half of one. */
function nextDue(dueAt: number, sourceSeconds: number, frameRate: number): number {
  const interval = 1 / frameRate;
  return dueAt - sourceSeconds >= JUMP_S ? sourceSeconds + interval : Math.max(dueAt, sourceSeconds - interval / 2) + interval;
}

/** Where frames go while something is recorded. */
interface Film {
  sink: FrameSink;
  clock: RecordingClock;
  times: FrameTimes;
  /** When the last frame went there, in seconds of the recording, and when the main source's next one is due, by that source's clock. */
  lastAt: number;
  dueAt: number;
  isDirty: boolean;
}

/** The moving picture of a recording: frames of the main source, with the camera's in a corner. */
export class Picture {
  readonly size: Size;
  /** Frames that came but were not encoded. */
  dropped = 0;
  private readonly options: PictureOptions;
  private readonly stage: Stage;
  private newest: VideoFrame;
  private camera: VideoFrame | null = null;
  private bubble: BubblePlace;
  private stopMain: () => void = () => {};
  private stopCamera: () => void = () => {};
  private film: Film | null = null;

  private constructor(options: PictureOptions, first: VideoFrame) {
    this.options = options;
    this.newest = first;
    this.bubble = options.bubble;
    this.size = pictureSize({ width: first.displayWidth, height: first.displayHeight }, options.area, options.lines);
    this.stage = new Stage(this.size);
  }

  /**
   * Waits for the first frame, which says how large the picture is.
   * @throws Error when the source ends or shows nothing
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
    const patience = setTimeout(() => first.reject(new Error("The source shows nothing.")), FIRST_FRAME_MS);
    try {
      picture = new Picture(options, await first.promise);
    } catch (error) {
      stop();
      throw error;
    } finally {
      clearInterval(asking);
      clearTimeout(patience);
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

  moveBubble(place: BubblePlace): void {
    this.bubble = place;
    this.touch();
  }

  /** The camera's newest frame, for the person's own view; it belongs to the picture. */
  cameraFrame(): VideoFrame | null {
    return this.camera ?? null;
  }

  /** The newest frame of what fills the picture; it belongs to the picture. */
  mainFrame(): VideoFrame {
    return this.newest;
  }

  /** The picture as it is now, with a time: the source's own frame where nothing has to be drawn. Whoever asks for it closes it. */
  frameAt(seconds: number): VideoFrame {
    const { newest, camera, size, options } = this;
    const spare = [newest.displayWidth - size.width, newest.displayHeight - size.height];
    const isPlain = newest.displayWidth === newest.visibleRect?.width && newest.displayHeight === newest.visibleRect.height;
    if (camera || options.area || !isPlain || spare.some((pixels) => pixels !== 0 && pixels !== 1))
      return this.stage.draw(newest, options.area, camera && { frame: camera, place: this.bubble }, seconds);
    const timestamp = Math.round(seconds * 1e6);
    if (spare.every((pixels) => pixels === 0)) return new VideoFrame(newest, { timestamp });
    const { x, y } = newest.visibleRect ?? { x: 0, y: 0 };
    return new VideoFrame(newest, { timestamp, visibleRect: { x, y, ...size }, displayWidth: size.width, displayHeight: size.height });
  }

  /** Frames go there from now on, the newest one at once. */
  startFilm(sink: FrameSink, clock: RecordingClock, times: FrameTimes): void {
    this.film = { sink, clock, times, lastAt: -Infinity, dueAt: -Infinity, isDirty: true };
    this.repeat();
  }

  /** No more frames. The last one is shown until now. */
  endFilm(): void {
    if (this.film) this.emit(this.film.times.repeat(this.film.clock.seconds()));
    this.film = null;
  }

  /** Called some times a second: keeps time going while nothing moves. */
  tick(): void {
    if (!this.film?.clock.isRunning()) return;
    const still = this.film.clock.seconds() - this.film.lastAt;
    if (still >= STILL_MAX_S || (this.film.isDirty && still >= 1 / this.options.frameRate)) this.repeat();
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
    this.touch();
    this.offer(frame.timestamp / 1e6);
  }

  private touch(): void {
    if (this.film) this.film.isDirty = true;
  }

  /** Something new can be seen; `sourceSeconds` by the clock of the main source, null when it is the camera's. */
  private offer(sourceSeconds: number | null): void {
    const { film } = this;
    if (!film?.clock.isRunning()) return;
    const recorded = film.clock.seconds();
    if (this.isTooSoon(film, sourceSeconds, recorded)) return;
    if (film.sink.isBusy()) {
      this.dropped += 1;
      return;
    }
    if (sourceSeconds !== null) film.dueAt = nextDue(film.dueAt, sourceSeconds, this.options.frameRate);
    this.emit(sourceSeconds === null ? film.times.repeat(recorded) : film.times.place(sourceSeconds, recorded));
  }

  /** Would this be more frames a second than were asked for? */
  private isTooSoon(film: Film, sourceSeconds: number | null, recorded: number): boolean {
    const { frameRate } = this.options;
    // The camera alone moves the picture only when nothing else has.
    if (sourceSeconds === null) return recorded - film.lastAt < 1 / frameRate;
    // By when frames were taken, not by when a busy machine hands them over. A screen of 60 a second gives some of its 30 early and
    // others late: what counts is how many there are, not how far one is from the last.
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
    film.sink.encode(this.frameAt(seconds), seconds);
  }
}
