import { EncodedPacketSink, type EncodedPacket, type InputVideoTrack } from "mediabunny";
import { VideoError, type JoinPiece, type JoinSound } from "../video.port.ts";
import { openSound } from "./mediabunny.join-sound.ts";
import { parametersOf, picturesOf } from "./mediabunny.outline.ts";
import { openInput } from "./mediabunny.tasks.ts";
import { readForm, type TrackForm } from "./mp4-boxes.ts";
import { Mp4Track } from "./mp4-track.ts";
import { type Mp4Packet, Mp4Writer } from "./mp4-writer.ts";

const IN_ORDER = 1e-4;
/** Seconds by which sound is ahead of pictures in the file. */
const AHEAD_S = 0.1;
/** Seconds of sound that are stored together. */
const GROUP_S = 0.4;
/** Units per second of the times of pictures. */
const PICTURE_SCALE = 90_000;

/** Copies packets of one piece. */
async function copyPiece(piece: JoinPiece, track: InputVideoTrack, add: (packet: EncodedPacket) => Promise<void>): Promise<void> {
  const { range, shift, start, end } = piece;
  const sink = new EncodedPacketSink(track);
  const first = range === null ? await sink.getFirstPacket() : await sink.getKeyPacket(range.from + IN_ORDER);
  if (first === null || first.type !== "key") throw new VideoError("damaged", "A part does not start with a keyframe.");
  for (let packet: EncodedPacket | null = first; packet !== null; packet = await sink.getNextPacket(packet)) {
    if (isPast(packet, range)) break;
    // The frame would need frames that are not copied.
    if (range !== null && packet.timestamp < range.from - IN_ORDER)
      throw new VideoError("damaged", "Frames of a part depend on other parts.");
    const timestamp = Math.max(start, packet.timestamp + shift);
    const duration = Math.max(0, Math.min(packet.duration, end - timestamp));
    await add(packet.clone({ timestamp, duration }));
  }
}

/** Files of pictures, opened when they are needed. */
class Files implements Disposable {
  readonly #open = new Map<string, { input: ReturnType<typeof openInput>; track: InputVideoTrack }>();

  async track(path: string): Promise<InputVideoTrack> {
    const known = this.#open.get(path);
    if (known) return known.track;
    const input = openInput(path);
    const track = await picturesOf(input);
    this.#open.set(path, { input, track });
    return track;
  }

  close(path: string): void {
    this.#open.get(path)?.input.dispose();
    this.#open.delete(path);
  }

  [Symbol.dispose](): void {
    for (const path of this.#open.keys()) this.close(path);
  }
}

/** Returns the form of the track of a file. */
function formOf(path: string, kind: "vide" | "soun"): TrackForm {
  const form = readForm(path, kind);
  if (!form) throw new VideoError("damaged", "It has no parameters.");
  return form;
}

/** Joins pieces and a sound into one MP4 whose index comes first. */
export async function joinVideos({ pieces, sound, to }: { pieces: readonly JoinPiece[]; sound: JoinSound; to: string }): Promise<void> {
  using files = new Files();
  const [piece] = pieces;
  if (!piece) throw new VideoError("damaged", "There is nothing to join.");
  let count = 0;
  for (const { path, range } of pieces) {
    count += await countPackets(await files.track(path), range);
    // Files of encoded parts are needed once, and a process may have few files open.
    if (range === null) files.close(path);
  }
  using sounds = await openSound(sound);
  const video = new Mp4Track("vide", formOf(piece.path, "vide"), PICTURE_SCALE);
  const audio = sounds && new Mp4Track("soun", formOf(sounds.path, "soun"), sounds.rate);
  const counts = [count, sounds ? await sounds.count() : 0];
  using writer = new Mp4Writer(to, audio ? [video, audio] : [video], counts, pieces.at(-1)?.end ?? 0);
  const addSound = sounds && audio ? soundCopier(sounds.packets(), (packet) => writer.add(audio, packet)) : null;
  const parameters = await parametersOf(await files.track(piece.path));
  for (const each of pieces) {
    const track = await files.track(each.path);
    if ((await parametersOf(track)) !== parameters) throw new VideoError("damaged", "The parts were not encoded with the same settings.");
    await copyPiece(each, track, async (packet) => {
      await addSound?.(packet.timestamp);
      writer.add(video, mediaOf(packet));
    });
    if (each.range === null) files.close(each.path);
  }
  await addSound?.(Number.POSITIVE_INFINITY);
  writer.end();
}

const mediaOf = ({ timestamp, duration, data, type }: EncodedPacket): Mp4Packet => ({ timestamp, duration, data, isKey: type === "key" });

/** Returns a function that copies sound beyond a second, so that picture and sound of one time are near each other in the file. */
function soundCopier(packets: AsyncGenerator<EncodedPacket, void>, add: (packet: Mp4Packet) => void): (second: number) => Promise<void> {
  let copied = Number.NEGATIVE_INFINITY;
  return async (second) => {
    if (copied > second + AHEAD_S) return;
    const until = second + AHEAD_S + GROUP_S;
    while (copied < until) {
      const { value, done } = await packets.next();
      if (done === true) copied = Number.POSITIVE_INFINITY;
      else {
        add(mediaOf(value));
        copied = value.timestamp;
      }
    }
  };
}

/** Returns the number of packets of a range, or of the whole track. */
async function countPackets(track: InputVideoTrack, range: JoinPiece["range"]): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  let count = 0;
  let packet = range === null ? await sink.getFirstPacket(options) : await sink.getKeyPacket(range.from + IN_ORDER, options);
  for (; packet !== null && !isPast(packet, range); packet = await sink.getNextPacket(packet, options)) count += 1;
  return count;
}

const isPast = ({ timestamp }: EncodedPacket, range: JoinPiece["range"]): boolean => range !== null && timestamp >= range.to - IN_ORDER;
