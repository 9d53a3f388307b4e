import { access } from "node:fs/promises";
import { join } from "node:path";
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from "node-av/api";
import { AV_LOG_ERROR, AV_PIX_FMT_YUV420P, AVSEEK_FLAG_BACKWARD, FF_ENCODER_LIBX264 } from "node-av/constants";
import { Log, type Frame, type Packet, type Stream } from "node-av/lib";
import { VideoError, type Rotation, type VideoOperation, type VideoOutput, type VideoTrackPlan } from "../video.port.ts";
import { closeMuxer, encoderOf, ENCODERS, secondsOf, writerOf, type WriterPlan } from "./node-av.writer.ts";
import { ANALYZE_US, DEMUXERS, FORMAT_WHITELIST, MAX_FRAME_PIXELS, onGrid, PROBE_BYTES, STREAMS_MAX, THREADS } from "./video-tasks.ts";

export const DECODING = { exitOnError: false, threadCount: THREADS };

/** Rotation filters. The program rotates frames itself; the library needs filters. */
export const TURNS = { 0: [], 90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"] } as const;

// Lower log levels are for the library's developers.
Log.setLevel(AV_LOG_ERROR);

/**
 * Reads packets, and null at the end. The library's asynchronous iterator reads ahead, and then asks the event loop for another round without a
 * pause until the encoder needs a packet, which uses one of the two processors.
 */
export const packetsOf = (demuxer: Demuxer): IterableIterator<Packet | null> => demuxer.packetsSync();

/** A track of one output file. Receives frames, and null at the end. */
interface Branch {
  push(frame: Frame | null): Promise<void>;
  /** Returns whether its frame limit is reached. */
  isFull(): boolean;
  packets(): number;
}

interface BranchPlan extends WriterPlan {
  graph: string;
}

/** Filters, encodes and writes frames. */
function branchOf({ graph, ...plan }: BranchPlan): Branch {
  const filter = FilterAPI.create(graph, { threads: 1 });
  const writer = writerOf(plan);
  return {
    async push(frame) {
      for (const filtered of plan.isSound && frame ? filter.processAllSync(frame) : await filter.processAll(frame))
        await writer.write(filtered);
      if (frame === null) await writer.end();
    },
    isFull: writer.isFull,
    packets: writer.packets,
  };
}

/** An input track: decoded for branches, and copied as packets to outputs. */
interface Track {
  stream: Stream;
  decoder: Decoder | null;
  branches: Branch[];
  /** `isBare`: no track of that file is encoded. */
  copies: { muxer: Muxer; index: number; isBare: boolean }[];
  /** Number of copied packets. */
  copied: number;
  isDone: boolean;
}

/** Decodes a packet (null: the end) and passes on frames within the operation's range. */
async function feed(track: Track, packet: Packet | null, { input, maxSeconds }: VideoOperation, isPicture: boolean): Promise<void> {
  for (const { muxer, index, isBare } of track.copies) {
    // Thousands of thread switches take longer than the writes.
    if (isBare) muxer.writePacketSync(packet, index);
    else await muxer.writePacket(packet, index);
  }
  if (packet && track.copies.length > 0) track.copied += 1;
  if (!track.decoder) return;
  const skipped = packet !== null && isPicture && input.keyFramesOnly && !packet.isKeyframe;
  const { decoder } = track;
  const decode = async (): Promise<Frame[]> => (isPicture ? decoder.decodeAll(packet) : decoder.decodeAllSync(packet));
  for (const frame of skipped || track.isDone ? [] : await decode()) {
    const at = secondsOf(frame) - input.start;
    if (at > maxSeconds) track.isDone = true;
    if (at > -0.001 && !track.isDone) for (const branch of track.branches) if (!branch.isFull()) await branch.push(frame);
    frame.free();
  }
  if (packet === null) for (const branch of track.branches) await branch.push(null);
  if (track.copies.length === 0 && track.branches.every((branch) => branch.isFull())) track.isDone = true;
}

/** Runs one operation with FFmpeg's libraries in a child process, because native code reads untrusted bytes. */
export async function convertByLibrary(operation: VideoOperation, onProgress: (seconds: number) => void = () => undefined): Promise<void> {
  const { input } = operation;
  await using demuxer = await Demuxer.open(`file:${input.path}`, {
    format: DEMUXERS[input.mimeType],
    options: {
      protocol_whitelist: "file",
      format_whitelist: FORMAT_WHITELIST,
      probesize: PROBE_BYTES,
      analyzeduration: ANALYZE_US,
      max_streams: STREAMS_MAX,
    } as never,
  });
  const [picture, sound] = [demuxer.video(), demuxer.audio()];
  if (!picture && operation.outputs.some(({ video }) => video !== null)) throw new VideoError("damaged", "There are no pictures in it.");
  const muxers: Muxer[] = [];
  const pictures = picture ? trackOf(picture) : null;
  const sounds = sound ? trackOf(sound) : null;
  for (const output of operation.outputs) {
    const muxer = await Muxer.open(output.path, { format: output.format, options: output.options as never });
    muxers.push(muxer);
    const isBare = [output.video, output.audio].every((plan) => plan === "copy" || plan === null);
    if (pictures) await addPictures(pictures, muxer, output.video, input.rotation, isBare);
    if (sounds) await addSound(sounds, muxer, output, isBare);
  }
  if (input.start > 0) await demuxer.seek(input.start, -1, AVSEEK_FLAG_BACKWARD);
  const tracks = [pictures, sounds].filter((track) => track !== null && (track.branches.length > 0 || track.copies.length > 0)) as Track[];
  for (const packet of packetsOf(demuxer)) {
    const track = tracks.find(({ stream }) => stream.index === packet?.streamIndex);
    if (packet && track && !track.isDone) {
      await feed(track, packet, operation, track === pictures);
      if (track === tracks[0]) onProgress(secondsOf(packet) - input.start);
    }
    packet?.free();
    if (packet === null || tracks.every(({ isDone }) => isDone)) break;
  }
  for (const track of tracks) await feed(track, null, operation, track === pictures);
  for (const muxer of muxers) await closeMuxer(muxer);
  const [first] = tracks;
  if (!first || first.copied + first.branches.reduce((sum, branch) => sum + branch.packets(), 0) === 0)
    throw new VideoError("damaged", "Not one frame could be decoded.");
}

const trackOf = (stream: Stream): Track => ({ stream, decoder: null, branches: [], copies: [], copied: 0, isDone: false });

function copyInto(track: Track, muxer: Muxer, isBare: boolean): void {
  track.copies.push({ muxer, index: muxer.addStream(track.stream), isBare });
}

async function addPictures(track: Track, muxer: Muxer, plan: VideoOutput["video"], rotation: Rotation, isBare: boolean): Promise<void> {
  if (plan === null) return;
  if (plan === "copy") return copyInto(track, muxer, isBare);
  track.decoder ??= await Decoder.create(track.stream, { ...DECODING, options: { max_pixels: MAX_FRAME_PIXELS } as never });
  const encoder = await encoderOf(plan);
  const graph = [...TURNS[rotation], ...(plan.grid === null ? [] : onGrid(plan.grid)), plan.graph].join(",");
  track.branches.push(branchOf({ graph, encoder, muxer, frames: plan.frames, keyEvery: plan.keyEvery, isSound: false, isAlone: false }));
}

async function addSound(track: Track, muxer: Muxer, { audio: plan, video }: VideoOutput, isBare: boolean): Promise<void> {
  if (plan === null) return;
  if (plan === "copy") return copyInto(track, muxer, isBare);
  track.decoder ??= await Decoder.create(track.stream, DECODING);
  const encoder = await Encoder.create(ENCODERS[plan.encoder], { options: plan.options as never });
  const isAlone = video === null;
  track.branches.push(branchOf({ graph: plan.graph, encoder, muxer, frames: null, keyEvery: null, isSound: true, isAlone }));
}

/** Encodes two frames and decodes one: on some systems the library loads but does not work. */
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
    const branch = branchOf({ graph: "format=yuv420p", encoder, muxer, frames: null, keyEvery: null, isSound: false, isAlone: true });
    for await (const frame of decoder.frames(source.packets(stream.index))) if (frame) await branch.push(frame);
    await branch.push(null);
  }
  const frame: VideoTrackPlan = { graph: "format=rgb24", encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 };
  const picture = join(folder, "self-test.png");
  await convertByLibrary({
    input: { path, mimeType: "video/mp4", start: 0, rotation: 0, keyFramesOnly: false },
    outputs: [{ path: picture, format: "image2pipe", options: {}, video: frame, audio: null }],
    maxSeconds: 1,
    limits: { wallMs: 0, cpuS: 0, fileBytes: 0 },
  });
  await access(picture);
}
