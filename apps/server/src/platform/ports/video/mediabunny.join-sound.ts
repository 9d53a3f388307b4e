import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from "mediabunny";
import { PACKET_SAMPLES, SAMPLE_RATE, VideoError, type JoinSound, type SoundPiece } from "../video.port.ts";
import { channelsOf, isSteady, windowOf } from "./aac-packets.ts";
import { openInput } from "./mediabunny.tasks.ts";

/** Seconds by which the first packet of a file may begin before zero. */
const START_S = 0.001;

/** Packets of sound for a joined file, in their order. */
export interface JoinedSound extends Disposable {
  /** A file whose parameters all packets have, and its samples per second. */
  path: string;
  rate: number;
  /** Returns at least their number. */
  count(): Promise<number>;
  packets(): AsyncGenerator<EncodedPacket, void>;
}

/** Opens the packets of a joined file's sound. Null: it has none. */
export async function openSound(sound: JoinSound): Promise<JoinedSound | null> {
  if (sound === null || sound.length === 0) return null;
  return typeof sound === "string" ? wholeSound(sound) : joinedPieces(sound);
}

async function wholeSound(path: string): Promise<JoinedSound | null> {
  const input = openInput(path);
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) {
    input.dispose();
    return null;
  }
  const sink = new EncodedPacketSink(track);
  return {
    path,
    rate: config.sampleRate,
    async count() {
      let count = 0;
      for await (const _ of sink.packets(undefined, undefined, { metadataOnly: true })) count += 1;
      return count;
    },
    async *packets() {
      // The encoder starts with a packet of silence before the first sample.
      for (let next = await sink.getFirstPacket(); next !== null; next = await sink.getNextPacket(next))
        if (next.timestamp >= -START_S) yield next;
    },
    [Symbol.dispose]: () => input.dispose(),
  };
}

/** Reads the packets of a piece in their order. */
class Reader {
  readonly piece: SoundPiece;
  readonly #sink: EncodedPacketSink;
  #last: EncodedPacket | null = null;
  #lastNumber = Number.NaN;

  constructor(piece: SoundPiece, track: InputAudioTrack) {
    this.piece = piece;
    this.#sink = new EncodedPacketSink(track);
  }

  /** Returns the packet of a number in the joined file. @throws VideoError when there is a gap */
  async packet(number: number): Promise<EncodedPacket> {
    if (number === this.#lastNumber && this.#last) return this.#last;
    const timestamp = (number * PACKET_SAMPLES - this.piece.shift) / SAMPLE_RATE;
    const found =
      this.#last && number === this.#lastNumber + 1
        ? await this.#sink.getNextPacket(this.#last)
        : // Half a packet later, so that rounding does not matter.
          await this.#sink.getPacket(timestamp + PACKET_SAMPLES / SAMPLE_RATE / 2);
    if (!found || Math.abs(found.timestamp - timestamp) * SAMPLE_RATE > 0.5)
      throw new VideoError("damaged", "There is a gap in the sound.");
    [this.#last, this.#lastNumber] = [found, number];
    return found;
  }
}

/**
 * Returns the first packet that may come from the next piece: the packets before it, which both pieces have, overlap in the same form. Steady
 * sound is preferred, because sudden changes differ more when they are encoded again.
 */
async function jointOf(reader: Reader, next: Reader): Promise<number> {
  let joint: number | null = null;
  for (let number = next.piece.start; number < reader.piece.end; number += 1) {
    const [one, other] = [windowOf((await reader.packet(number)).data), windowOf((await next.packet(number)).data)];
    if (one === null || one !== other) continue;
    if (isSteady(one)) return number + 1;
    joint ??= number + 1;
  }
  if (joint === null) throw new VideoError("damaged", "Packets of sound do not fit together.");
  return joint;
}

async function joinedPieces(pieces: readonly SoundPiece[]): Promise<JoinedSound> {
  const inputs = new Map<string, { input: ReturnType<typeof openInput>; track: InputAudioTrack }>();
  const dispose = (): void => {
    for (const { input } of inputs.values()) input.dispose();
  };
  let channels: number | null = null;
  try {
    for (const { path } of pieces) {
      if (inputs.has(path)) continue;
      const input = openInput(path);
      const track = await input.getPrimaryAudioTrack();
      const config = await track?.getDecoderConfig();
      if (!track || !config || channelsOf(config) === null || channelsOf(config) !== (channels ?? channelsOf(config))) {
        input.dispose();
        throw new VideoError("damaged", "The sound has another form.");
      }
      inputs.set(path, { input, track });
      channels = channelsOf(config);
    }
  } catch (error) {
    dispose();
    throw error;
  }
  const readers = pieces.flatMap((piece) => {
    const open = inputs.get(piece.path);
    return open ? [new Reader(piece, open.track)] : [];
  });
  return {
    path: pieces[0]?.path ?? "",
    rate: SAMPLE_RATE,
    count: async () => pieces.at(-1)?.end ?? 0,
    packets: () => packetsOf(readers),
    [Symbol.dispose]: dispose,
  };
}

/** Yields the packets of all pieces with the timestamps of the joined file. */
async function* packetsOf(readers: readonly Reader[]): AsyncGenerator<EncodedPacket, void> {
  let from = readers[0]?.piece.start ?? 0;
  for (const [index, reader] of readers.entries()) {
    const next = readers[index + 1];
    const to = next ? await jointOf(reader, next) : reader.piece.end;
    for (let number = from; number < to; number += 1) {
      const packet = await reader.packet(number);
      yield packet.clone({ timestamp: (number * PACKET_SAMPLES) / SAMPLE_RATE, duration: PACKET_SAMPLES / SAMPLE_RATE });
    }
    from = to;
  }
}
