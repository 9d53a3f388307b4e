import type { EncodedPacket } from "mediabunny";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  type InputAudioTrack,
  type InputVideoTrack,
} from "mediabunny";
import { VideoError, type JoinPiece, type VideoOutline } from "../video.port.ts";
import { openInput } from "./mediabunny.tasks.ts";

const IN_ORDER = 1e-4;
/** Seconds by which sound is ahead of pictures in the file. */
const AHEAD_S = 0.1;

async function pictures(input: ReturnType<typeof openInput>): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new VideoError("damaged", "There are no pictures in it.");
  return track;
}

/** Returns the parameters of a track's decoder as base64. */
async function parametersOf(track: InputVideoTrack): Promise<string> {
  const bytes = (await track.getDecoderConfig())?.description;
  if (bytes === undefined) return "";
  const view = ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes);
  return view.toString("base64");
}

/** Returns the keyframes and the decoder's parameters of a file. */
export async function outlineVideo(path: string): Promise<VideoOutline> {
  using input = openInput(path);
  const track = await pictures(input);
  const sink = new EncodedPacketSink(track);
  const keys: number[] = [];
  for (
    let key = await sink.getFirstKeyPacket({ metadataOnly: true });
    key !== null;
    key = await sink.getNextKeyPacket(key, { metadataOnly: true })
  )
    keys.push(key.timestamp);
  return { keys, parameters: await parametersOf(track) };
}

/** Copies packets of one piece. Returns how many. */
async function copyPiece(piece: JoinPiece, track: InputVideoTrack, add: (packet: EncodedPacket) => Promise<void>): Promise<void> {
  const { range, shift, start, end } = piece;
  const sink = new EncodedPacketSink(track);
  const first = range === null ? await sink.getFirstPacket() : await sink.getKeyPacket(range.from + IN_ORDER);
  if (first === null || first.type !== "key") throw new VideoError("damaged", "A part does not start with a keyframe.");
  for (let packet: EncodedPacket | null = first; packet !== null; packet = await sink.getNextPacket(packet)) {
    if (isPast(packet, range)) break;
    const isOutside = range !== null && (packet.timestamp < range.from - IN_ORDER || packet.timestamp >= range.to - IN_ORDER);
    // The frame would need frames that are not copied, or is needed by none of them.
    if (isOutside) throw new VideoError("damaged", "Frames of a part depend on other parts.");
    const timestamp = Math.max(start, packet.timestamp + shift);
    const duration = Math.max(0, Math.min(packet.duration, end - timestamp));
    await add(packet.clone({ timestamp, duration }));
  }
}

/** Joins pieces and a sound into one MP4 whose index comes first. */
export async function joinVideos({ pieces, sound, to }: { pieces: readonly JoinPiece[]; sound: string | null; to: string }): Promise<void> {
  const inputs = new Map<string, { input: ReturnType<typeof openInput>; track: InputVideoTrack }>();
  try {
    const [first] = pieces;
    if (!first) throw new VideoError("damaged", "There is nothing to join.");
    const open = async (path: string): Promise<InputVideoTrack> => {
      const known = inputs.get(path);
      if (known) return known.track;
      // Files of encoded parts are needed once.
      const input = openInput(path);
      const track = await pictures(input);
      inputs.set(path, { input, track });
      return track;
    };
    const config = await (await open(first.path)).getDecoderConfig();
    if (!config) throw new VideoError("damaged", "It has no parameters.");
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: "reserve" }), target: new FilePathTarget(to) });
    const video = new EncodedVideoPacketSource("avc");
    let count = 0;
    for (const { path, range } of pieces) count += await countPackets(await open(path), range);
    output.addVideoTrack(video, { maximumPacketCount: count });
    using soundInput = sound === null ? null : openInput(sound);
    const soundTrack = soundInput === null ? null : await soundInput.getPrimaryAudioTrack();
    const audio = soundTrack ? new EncodedAudioPacketSource("aac") : null;
    const soundConfig = soundTrack ? await soundTrack.getDecoderConfig() : null;
    if (audio && soundTrack) output.addAudioTrack(audio, { maximumPacketCount: await countPackets(soundTrack, null) });
    await output.start();
    const parameters = await parametersOf(await open(first.path));
    const sounds = soundTrack && audio ? soundCopier(new EncodedPacketSink(soundTrack), audio, soundConfig) : null;
    for (const piece of pieces) {
      const track = await open(piece.path);
      if ((await parametersOf(track)) !== parameters) throw new VideoError("damaged", "The parts were not encoded with the same settings.");
      await copyPiece(piece, track, async (packet) => {
        // Sound comes first: the library must know all tracks before it writes the first picture.
        await sounds?.(packet.timestamp + AHEAD_S);
        await video.add(packet, { decoderConfig: config });
      });
      if (piece.range === null) {
        inputs.get(piece.path)?.input.dispose();
        inputs.delete(piece.path);
      }
    }
    await sounds?.(Number.POSITIVE_INFINITY);
    await output.finalize();
  } finally {
    for (const { input } of inputs.values()) input.dispose();
  }
}

/** Returns a function that copies sound up to a second, so that picture and sound of one time are near each other in the file. */
function soundCopier(
  sink: EncodedPacketSink,
  audio: EncodedAudioPacketSource,
  decoderConfig: AudioDecoderConfig | null,
): (until: number) => Promise<void> {
  let next: EncodedPacket | null | undefined;
  return async (until) => {
    if (next === undefined) next = await sink.getFirstPacket();
    for (; next !== null && next.timestamp < until; next = await sink.getNextPacket(next)) {
      // The encoder starts with a packet of silence before the first sample.
      if (next.timestamp < -0.001) continue;
      await audio.add(next, decoderConfig ? { decoderConfig } : undefined);
    }
  };
}

/** Returns the number of packets of pieces, or of a whole track. */
async function countPackets(track: InputVideoTrack | InputAudioTrack, range: JoinPiece["range"]): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  let count = 0;
  let packet = range === null ? await sink.getFirstPacket(options) : await sink.getKeyPacket(range.from + IN_ORDER, options);
  for (; packet !== null && !isPast(packet, range); packet = await sink.getNextPacket(packet, options)) count += 1;
  return count;
}

const isPast = ({ type, timestamp }: EncodedPacket, range: JoinPiece["range"]): boolean =>
  range !== null && type === "key" && timestamp >= range.to - IN_ORDER;
