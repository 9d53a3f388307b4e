import { Encoder, type Muxer } from "node-av/api";
import {
  AV_PICTURE_TYPE_I,
  AVFMT_FLAG_CUSTOM_IO,
  FF_ENCODER_AAC,
  FF_ENCODER_GIF,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBWEBP_ANIM,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_PNG,
} from "node-av/constants";
import { avRescaleQ, FFmpegError, Rational, type Frame, type Packet } from "node-av/lib";
import type { VideoTrackPlan } from "../video.port.ts";
import { THREADS } from "./video-tasks.ts";

/** Encoders by their names. */
export const ENCODERS = {
  libx264: FF_ENCODER_LIBX264,
  "libvpx-vp9": FF_ENCODER_LIBVPX_VP9,
  libwebp_anim: FF_ENCODER_LIBWEBP_ANIM,
  png: FF_ENCODER_PNG,
  gif: FF_ENCODER_GIF,
  aac: FF_ENCODER_AAC,
  libopus: FF_ENCODER_LIBOPUS,
  libmp3lame: FF_ENCODER_LIBMP3LAME,
  pcm_s16le: FF_ENCODER_PCM_S16LE,
} as const;

/** Returns the time of a frame or packet in seconds. */
export const secondsOf = ({ pts, timeBase }: { pts: bigint; timeBase: { num: number; den: number } }): number =>
  (Number(pts) * timeBase.num) / timeBase.den;

/** Opens the encoder of pictures. */
export const encoderOf = ({ encoder, options, grid }: Omit<VideoTrackPlan, "graph">): Promise<Encoder> =>
  Encoder.create(ENCODERS[encoder], {
    options: options as never,
    threadCount: THREADS,
    configure: (context) => {
      if (grid !== null) context.framerate = new Rational(grid, 1);
    },
  });

/** Finishes a file. The library takes its own file for one that the caller opened, and would leave it open until the process ends. */
export async function closeMuxer(muxer: Muxer): Promise<void> {
  muxer.getFormatContext().clearFlags(AVFMT_FLAG_CUSTOM_IO);
  await muxer.close();
}

/** How frames are written. */
export interface WriterPlan {
  encoder: Encoder;
  muxer: Muxer;
  frames: number | null;
  keyEvery: number | null;
  /** Whether it runs in this thread: for audio frames, passing them to another thread takes longer than the work. */
  isSound: boolean;
  /** Whether the file contains only this track. */
  isAlone: boolean;
}

/** Encodes frames into a track of a file. */
export interface Writer {
  /** Encodes and frees a frame. */
  write(frame: Frame): Promise<void>;
  end(): Promise<void>;
  /** Returns whether its frame limit is reached. */
  isFull(): boolean;
  packets(): number;
}

/** The library's encode function ignores keyframe requests; this one sends the frame directly. */
async function encodeKeyFrame(encoder: Encoder, frame: Frame): Promise<Packet[]> {
  const context = encoder.getCodecContext();
  // The first frame opens the encoder and is always a keyframe.
  if (!encoder.isEncoderInitialized || !context) return encoder.encodeAll(frame);
  const { pts, duration, timeBase } = frame;
  frame.pts = avRescaleQ(pts, timeBase, context.timeBase);
  frame.duration = duration > 0n ? avRescaleQ(duration, timeBase, context.timeBase) : 1n;
  frame.timeBase = context.timeBase;
  frame.pictType = AV_PICTURE_TYPE_I;
  FFmpegError.throwIfError(await context.sendFrame(frame), "A key frame was refused.");
  const packets: Packet[] = [];
  for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) packets.push(packet);
  return packets;
}

/** Adds a track to a file. */
export function writerOf({ encoder, muxer, frames, keyEvery, isSound, isAlone }: WriterPlan): Writer {
  const index = muxer.addStream(encoder);
  let left = frames ?? Number.POSITIVE_INFINITY;
  let count = 0;
  let lastKey = Number.NEGATIVE_INFINITY;
  const encode = async (frame: Frame | null, isKey: boolean): Promise<Packet[]> => {
    if (frame && isKey) return encodeKeyFrame(encoder, frame);
    return isSound ? encoder.encodeAllSync(frame) : encoder.encodeAll(frame);
  };
  const put = async (packet: Packet | null): Promise<void> => {
    if (isSound && isAlone) muxer.writePacketSync(packet, index);
    else await muxer.writePacket(packet, index);
  };
  const encoded = async (frame: Frame | null, isKey = false): Promise<void> => {
    for (const packet of await encode(frame, isKey)) {
      await put(packet);
      packet.free();
      count += 1;
    }
  };
  return {
    async write(frame) {
      if (left > 0) {
        left -= 1;
        const at = secondsOf(frame);
        const isKey = keyEvery !== null && at >= lastKey + keyEvery;
        if (isKey) lastKey = at;
        await encoded(frame, isKey);
      }
      frame.free();
    },
    async end() {
      await encoded(null);
      await put(null);
    },
    isFull: () => left <= 0,
    packets: () => count,
  };
}
