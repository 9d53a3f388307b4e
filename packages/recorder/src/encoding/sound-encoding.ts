import { EncodedAudioPacketSource, EncodedPacket } from "mediabunny";
import type { RecordingClock } from "../recording-clock.ts";
import { readFrames } from "../sources/capture-api.ts";
import type { chooseSound } from "./codec-choice.ts";
import { SoundSync } from "./sound-sync.plan.ts";

/** Length of the pieces in which silence is encoded, in seconds. */
const PIECE_S = 0.1;

type SoundChoice = NonNullable<Awaited<ReturnType<typeof chooseSound>>>;

/**
 * Encodes audio from a track to packets. Its time is the number of samples so far: missing samples are filled with silence, and
 * surplus ones are dropped, so that it stays synchronous with the video. {@link SoundSync} decides.
 */
export class SoundEncoding {
  readonly source: EncodedAudioPacketSource;
  private readonly encoder: AudioEncoder;
  private readonly clock: RecordingClock;
  private readonly rate: number;
  private readonly channels: number;
  private readonly fail: (error: Error) => void;
  private readonly stopReading: () => void;
  private readonly sync = new SoundSync();
  private samples = 0;
  private isOpen = true;
  private adding: Promise<void> = Promise.resolve();

  constructor(track: MediaStreamTrack, { config, codec }: SoundChoice, clock: RecordingClock, fail: (error: Error) => void) {
    this.source = new EncodedAudioPacketSource(codec);
    this.clock = clock;
    this.rate = config.sampleRate;
    this.channels = config.numberOfChannels;
    this.fail = fail;
    this.encoder = new AudioEncoder({ output: (chunk, meta) => this.add(chunk, meta), error: fail });
    this.encoder.configure(config);
    this.stopReading = readFrames<AudioData>(
      track,
      (data) => this.take(data),
      () => {},
    );
  }

  /** Replaces missing audio by silence. */
  tick(): void {
    if (this.clock.isRunning()) this.encodeSilence(this.sync.planStall(this.clock.seconds()));
  }

  async finish(): Promise<void> {
    this.isOpen = false;
    this.stopReading();
    this.encodeSilence(this.sync.fill(this.clock.seconds()));
    if (this.encoder.state === "configured") await this.encoder.flush();
    await this.adding;
    this.close();
  }

  close(): void {
    this.isOpen = false;
    this.stopReading();
    if (this.encoder.state !== "closed") this.encoder.close();
  }

  private take(data: AudioData): void {
    try {
      if (!this.isOpen || !this.clock.isRunning() || data.sampleRate !== this.rate) return;
      const { silenceS, isUsed } = this.sync.planPacket(this.clock.seconds(), data.numberOfFrames / this.rate, data.timestamp / 1e6);
      if (!isUsed) return;
      this.encodeSilence(silenceS);
      const planes = new Float32Array(data.numberOfFrames * this.channels);
      for (let channel = 0; channel < this.channels; channel += 1)
        data.copyTo(planes.subarray(channel * data.numberOfFrames, (channel + 1) * data.numberOfFrames), {
          planeIndex: Math.min(channel, data.numberOfChannels - 1),
          format: "f32-planar",
        });
      this.encode(planes, data.numberOfFrames);
    } catch (error) {
      this.fail(error as Error);
    } finally {
      data.close();
    }
  }

  private encodeSilence(seconds: number): void {
    const piece = Math.round(this.rate * PIECE_S);
    for (let left = Math.round(seconds * this.rate); left > 0; left -= piece) {
      const frames = Math.min(piece, left);
      this.encode(new Float32Array(frames * this.channels), frames);
    }
  }

  private encode(planes: Float32Array<ArrayBuffer>, numberOfFrames: number): void {
    if (this.encoder.state !== "configured") return;
    const data = new AudioData({
      format: "f32-planar",
      sampleRate: this.rate,
      numberOfFrames,
      numberOfChannels: this.channels,
      timestamp: Math.round((this.samples / this.rate) * 1e6),
      data: planes,
    });
    this.samples += numberOfFrames;
    this.encoder.encode(data);
    data.close();
  }

  private add(chunk: EncodedAudioChunk, meta: EncodedAudioChunkMetadata | undefined): void {
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    this.adding = this.adding.then(() => this.source.add(packet, meta)).catch(this.fail);
  }
}
