import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from "mediabunny";
import { SAMPLE_RATE, VideoError, type VideoOutline } from "../video.port.ts";
import { channelsOf } from "./aac-packets.ts";
import { openInput } from "./mediabunny.tasks.ts";

/** Tolerance in seconds for timestamps. */
const SAME_S = 0.002;
/** Frames after a keyframe that may be shown before it. */
const LEADING_FRAMES = 16;
const METADATA = { metadataOnly: true } as const;

/** Returns the pictures of a file. */
export async function picturesOf(input: ReturnType<typeof openInput>): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new VideoError("damaged", "There are no pictures in it.");
  return track;
}

/** Returns the parameters of a track's decoder as base64. */
export async function parametersOf(track: InputVideoTrack): Promise<string> {
  const bytes = (await track.getDecoderConfig())?.description;
  if (bytes === undefined) return "";
  const view = ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes);
  return view.toString("base64");
}

/**
 * Returns the time of the first frame that must be encoded when a part ends in the middle of frames that depend on each other. All frames
 * before it are stored before the others, so that none of them depends on a later one.
 * @param times of the frames from a keyframe on, in the order of the file
 */
export function stopOf(times: readonly number[], end: number): number {
  let stop = times[0] ?? end;
  let latest = Number.NEGATIVE_INFINITY;
  const later: number[] = Array.from({ length: times.length + 1 }, () => Number.POSITIVE_INFINITY);
  for (let index = times.length - 1; index >= 0; index -= 1) later[index] = Math.min(later[index + 1] ?? 0, times[index] ?? 0);
  for (const [index, time] of times.entries()) {
    latest = Math.max(latest, time);
    if (latest >= end - SAME_S) break;
    const next = later[index + 1] ?? Number.POSITIVE_INFINITY;
    // Frames that are shown until the end leave nothing to encode.
    if (next > latest) stop = Math.min(end, next);
  }
  return stop;
}

/** Returns where copying must stop for a part that ends at a time. */
async function stopBefore(sink: EncodedPacketSink, end: number): Promise<number> {
  const key = await sink.getKeyPacket(end + SAME_S, METADATA);
  if (key === null) return end;
  if (key.timestamp >= end - SAME_S) return key.timestamp;
  const times: number[] = [];
  let left = LEADING_FRAMES;
  for (let packet: typeof key | null = key; packet !== null && left > 0; packet = await sink.getNextPacket(packet, METADATA)) {
    times.push(packet.timestamp);
    if (packet.timestamp >= end + SAME_S) left -= 1;
  }
  return stopOf(times, end);
}

async function soundOf(track: InputAudioTrack | null): Promise<VideoOutline["sound"]> {
  const channels = track && channelsOf(await track.getDecoderConfig());
  if (!channels) return null;
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket(METADATA);
  const last = await sink.getPacket(Number.MAX_SAFE_INTEGER, METADATA);
  if (!first || !last) return null;
  return { channels, from: Math.round(first.timestamp * SAMPLE_RATE), to: Math.round((last.timestamp + last.duration) * SAMPLE_RATE) };
}

/** Returns the keyframes of a file, where copied parts must stop, and its sound. */
export async function outlineVideo({ path, ends }: { path: string; ends: readonly number[] }): Promise<VideoOutline> {
  using input = openInput(path);
  const track = await picturesOf(input);
  const sink = new EncodedPacketSink(track);
  const keys: number[] = [];
  for (let key = await sink.getFirstKeyPacket(METADATA); key !== null; key = await sink.getNextKeyPacket(key, METADATA))
    keys.push(key.timestamp);
  const stops: number[] = [];
  for (const end of ends) stops.push(await stopBefore(sink, end));
  return { keys, stops, parameters: await parametersOf(track), sound: await soundOf(await input.getPrimaryAudioTrack()) };
}
