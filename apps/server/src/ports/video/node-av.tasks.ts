import { access } from "node:fs/promises";
import { join } from "node:path";
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from "node-av/api";
import {
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AVSEEK_FLAG_BACKWARD,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PNG,
} from "node-av/constants";
import { Log, Rational, type Frame, type Packet } from "node-av/lib";
import { VideoError, type VideoOperation, type VideoTrackPlan } from "../video.port.ts";
import { ANALYZE_US, FORMAT_WHITELIST, MAX_FRAME_PIXELS, PROBE_BYTES, THREADS } from "./video-tasks.ts";

const ENCODERS = { libx264: FF_ENCODER_LIBX264, png: FF_ENCODER_PNG, aac: FF_ENCODER_AAC } as const;

type Frames = AsyncGenerator<Frame | null>;

/** The program turns frames by itself; here filters do. */
const TURNS = { 0: [], 90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"] } as const;
/** What lands on the same step of the grid is dropped, what is missing stays missing. */
const onGrid = (grid: number): string[] => [`settb=1/${grid}`, String.raw`select=isnan(prev_selected_pts)+gt(pts\,prev_selected_pts)`];

const secondsOf = (frame: Frame): number => (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;

/** Frames from `start` on, up to `end` (seconds), at most `count`. The demuxer only seeks to the key frame before. */
async function* between(frames: Frames, start: number, end: number, count: number): Frames {
  let left = count;
  for await (const frame of frames) {
    if (frame === null) break;
    const at = secondsOf(frame);
    if (at < start - 0.001) {
      frame.free();
      continue;
    }
    if (at - start > end || left <= 0) {
      frame.free();
      break;
    }
    left -= 1;
    yield frame;
    if (left <= 0) break;
  }
  yield null;
}

/** Asks for a key frame whenever so many seconds have passed since the last one. */
async function* withKeyFrames(frames: Frames, everyS: number): Frames {
  let last = Number.NEGATIVE_INFINITY;
  for await (const frame of frames) {
    if (frame !== null) {
      const at = secondsOf(frame);
      frame.pictType = at >= last + everyS ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      if (at >= last + everyS) last = at;
    }
    yield frame;
  }
}

async function pour(packets: AsyncGenerator<Packet | null>, muxer: Muxer, index: number): Promise<number> {
  let count = 0;
  for await (const packet of packets) {
    await muxer.writePacket(packet, index);
    if (packet === null) break;
    packet.free();
    count += 1;
  }
  return count;
}

const graphOf = (video: VideoTrackPlan): string =>
  [...TURNS[video.rotation], ...(video.grid === null ? [] : onGrid(video.grid)), video.graph].join(",");

/** The frames of the operation's picture track, filtered. */
function pictures(demuxer: Demuxer, decoder: Decoder, operation: VideoOperation): Frames {
  const { input, video, maxSeconds } = operation;
  const filter = FilterAPI.create(graphOf(video), { threads: 1 });
  const decoded = between(
    decoder.frames(demuxer.packets(decoder.getStream().index)),
    input.start,
    maxSeconds,
    video.frames ?? Number.POSITIVE_INFINITY,
  );
  const filtered = filter.frames(decoded);
  return video.keyEvery === null ? filtered : withKeyFrames(filtered, video.keyEvery);
}

// What it says below that is for its own developers, and much of it.
Log.setLevel(AV_LOG_ERROR);

/** One operation by FFmpeg's libraries. Runs in a child process: native code on strangers' bytes. */
export async function convertByLibrary(operation: VideoOperation): Promise<void> {
  const { input, video, audio, output } = operation;
  await using demuxer = await Demuxer.open(`file:${input.path}`, {
    format: input.mimeType === "video/mp4" || input.mimeType === "video/quicktime" ? "mov" : "matroska",
    options: {
      protocol_whitelist: "file",
      format_whitelist: FORMAT_WHITELIST,
      probesize: PROBE_BYTES,
      analyzeduration: ANALYZE_US,
      max_streams: 16,
    } as never,
  });
  const pictureTrack = demuxer.video();
  if (!pictureTrack) throw new VideoError("damaged", "There are no pictures in it.");
  const decoding = { exitOnError: false, threadCount: THREADS };
  using decoder = await Decoder.create(pictureTrack, { ...decoding, options: { max_pixels: MAX_FRAME_PIXELS } as never });
  if (input.start > 0) await demuxer.seek(input.start, -1, AVSEEK_FLAG_BACKWARD);
  await using muxer = await Muxer.open(output.path, { format: output.format, options: output.options as never });
  using encoder = await Encoder.create(ENCODERS[video.encoder], {
    options: video.options as never,
    threadCount: THREADS,
    configure: (context) => {
      if (video.grid !== null) context.framerate = new Rational(video.grid, 1);
    },
  });
  const tracks = [pour(encoder.packets(pictures(demuxer, decoder, operation)), muxer, muxer.addStream(encoder))];
  const soundTrack = audio ? demuxer.audio() : undefined;
  if (audio && soundTrack) {
    const soundDecoder = await Decoder.create(soundTrack, decoding);
    const soundEncoder = await Encoder.create(ENCODERS[audio.encoder], { options: audio.options as never });
    const sound = FilterAPI.create(audio.graph).frames(
      between(soundDecoder.frames(demuxer.packets(soundTrack.index)), 0, operation.maxSeconds, Number.POSITIVE_INFINITY),
    );
    tracks.push(pour(soundEncoder.packets(sound), muxer, muxer.addStream(soundEncoder)));
  }
  const [frames = 0] = await Promise.all(tracks);
  if (frames === 0) throw new VideoError("damaged", "Not one frame could be decoded.");
}

/** Encodes two frames and decodes one of them again: some systems load the library, and then it does nothing. */
export async function testLibrary(folder: string): Promise<void> {
  const path = join(folder, "self-test.mp4");
  {
    const grey = Buffer.alloc((64 * 64 * 3) / 2, 128);
    await using source = await Demuxer.open({
      type: "video",
      input: Buffer.concat([grey, grey]),
      width: 64,
      height: 64,
      pixelFormat: AV_PIX_FMT_YUV420P,
      frameRate: { num: 2, den: 1 },
    });
    const stream = source.video();
    if (!stream) throw new Error("no test picture");
    using decoder = await Decoder.create(stream);
    await using muxer = await Muxer.open(path, { format: "mp4" });
    using encoder = await Encoder.create(FF_ENCODER_LIBX264, { options: { preset: "ultrafast" } as never });
    const frames = FilterAPI.create("format=yuv420p").frames(decoder.frames(source.packets(stream.index)));
    await pour(encoder.packets(frames), muxer, muxer.addStream(encoder));
  }
  const frame: VideoTrackPlan = { graph: "format=rgb24", encoder: "png", options: {}, rotation: 0, grid: null, keyEvery: null, frames: 1 };
  const picture = join(folder, "self-test.png");
  await convertByLibrary({
    input: { path, mimeType: "video/mp4", start: 0 },
    video: frame,
    audio: null,
    output: { path: picture, format: "image2pipe", options: {} },
    maxSeconds: 1,
    limits: { wallMs: 0, cpuS: 0, fileBytes: 0 },
  });
  await access(picture);
}
