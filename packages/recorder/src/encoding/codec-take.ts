import { AppendOnlyStreamTarget, Mp4OutputFormat, Output } from "mediabunny";
import { FrameTimes } from "../recording-clock.ts";
import type { Picture } from "../sources/picture.ts";
import { NoAnswerError, withinTime } from "../time-limit.ts";
import { chooseSound, chooseVideo } from "./codec-choice.ts";
import { firstFrameRate, nextFrameRate } from "./frame-rate.plan.ts";
import { SoundEncoding } from "./sound-encoding.ts";
import type { Take, TakeOutput } from "./take.types.ts";
import { VideoEncoding } from "./video-encoding.ts";

/** Fragments end with the first keyframe after this time, in seconds, slightly less than the keyframe interval. */
const FRAGMENT_S = 0.45;
/** Fixed format of the mixed audio. */
const SOUND = { sampleRate: 48_000, channels: 2 };

/** The tracks to encode. */
export interface TakeInput {
  picture: Picture;
  sound: MediaStreamTrack | null;
  frameRate: number;
  kind: "detail" | "motion";
}

/** Encoders of a take. The video encoder is already warm when a take starts. The audio encoder needs no warm-up. */
export interface PreparedCodecs {
  video: VideoEncoding;
  audio: Awaited<ReturnType<typeof chooseSound>>;
  mimeType: string;
}

/** Timestamp of the warm-up frame, in seconds: before all others. */
const BEFORE_S = -1;

/** Time limit of an attempt to prepare the encoders, in milliseconds. A busy machine needs up to 2 s. */
const ATTEMPT_MAX_MS = 6_000;
/** Number of attempts. The browser can lose a request when it restarts the process of its encoders. */
const ATTEMPTS = 2;

/**
 * Prepares the encoders of a take, so that it starts without delay. Returns null when this browser has no usable ones, or when they do not
 * answer.
 */
export async function prepareCodecs(input: TakeInput): Promise<PreparedCodecs | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await withinTime("encoders", ATTEMPT_MAX_MS, findCodecs(input), (late) => late?.video.close());
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
    }
  }
  return null;
}

async function findCodecs({ picture, sound, frameRate, kind }: TakeInput): Promise<PreparedCodecs | null> {
  const [video, audio] = await Promise.all([
    chooseVideo(picture.size, frameRate, kind),
    sound ? chooseSound(SOUND.sampleRate, SOUND.channels) : null,
  ]);
  if (!video || (sound && !audio)) return null;
  const names = [video.codec, ...(audio ? [audio.config.codec] : [])];
  const encoding = new VideoEncoding(video);
  try {
    await encoding.warm(picture.frameAt(BEFORE_S));
  } catch {
    encoding.close();
    return null;
  }
  return { video: encoding, audio, mimeType: `video/mp4;codecs="${names.join(",")}"` };
}

/**
 * Starts a take with WebCodecs: fragmented MP4 with H.264 and AAC or Opus, two fragments a second, append only. Each fragment
 * can be played once it is on disk.
 */
export function startCodecTake(input: TakeInput, { video, audio: sound }: PreparedCodecs, { write, onFailure, clock }: TakeOutput): Take {
  let isOver = false;
  const fail = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    onFailure(error instanceof Error ? error : new Error(String(error)));
  };
  const audio = input.sound && sound ? new SoundEncoding(input.sound, sound, clock, fail) : null;
  const file = new WritableStream<Uint8Array>({
    // The library reuses its buffer, so the worker gets a copy.
    write: (bytes) => write(bytes.slice(), Math.round(video.reached * 1_000)),
  });
  const format = new Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: FRAGMENT_S });
  const output = new Output({ format, target: new AppendOnlyStreamTarget(file) });
  // Without `frameRate`: the library would round times to that grid, so that two frames share a time and the next slot is empty.
  output.addVideoTrack(video.source);
  if (audio) output.addAudioTrack(audio.source);
  const started = output.start().catch(fail);
  const times = new FrameTimes();
  video.begin(fail);
  const nowMs = (): number => clock.seconds() * 1_000;
  let frameRate = firstFrameRate(input.frameRate, input.picture.counts(), nowMs());
  input.picture.setFrameRate(frameRate.rate);
  input.picture.startFilm(video, clock, times);

  return {
    pause: () => clock.pause(),
    resume() {
      clock.resume();
      times.forget();
    },
    tick() {
      input.picture.tick();
      audio?.tick();
      frameRate = nextFrameRate(frameRate, input.frameRate, input.picture.counts(), nowMs());
      input.picture.setFrameRate(frameRate.rate);
    },
    isSlow: () => frameRate.rate < input.frameRate,
    setShare: (share) => video.setShare(share),
    async finish() {
      input.picture.endFilm();
      clock.pause();
      await started;
      await Promise.all([video.finish(), audio?.finish()]);
      if (video.packets === 0) await output.cancel();
      else await output.finalize();
      isOver = true;
      return video.packets;
    },
    abandon() {
      isOver = true;
      input.picture.endFilm();
      video.close();
      audio?.close();
      void output.cancel().catch(() => {});
    },
  };
}
