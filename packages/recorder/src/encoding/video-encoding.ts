import { EncodedPacket, EncodedVideoPacketSource } from "mediabunny";
import type { FrameSink } from "../sources/picture.ts";

/**
 * Interval of keyframes, two a second: each fragment starts with one. A crash loses the current fragment and the frames that wait
 * for the encoder. On a busy machine the latter alone can be a second.
 */
const KEY_INTERVAL_S = 0.48;
/** Interval of keyframes while the encoder is behind: a keyframe takes as much time as several other frames. */
const KEY_INTERVAL_BEHIND_S = 0.97;
/** Number of frames in the encoder from which it is behind. */
const BEHIND_FRAMES = 2;
/** Maximum number of frames that wait for the encoder, and their maximum delay in seconds. A crash loses them. */
const QUEUE_MAX = 6;
const WAIT_MAX_S = 0.4;

/** Encodes video frames to packets. */
export class VideoEncoding implements FrameSink {
  readonly source = new EncodedVideoPacketSource("avc");
  /** Packets so far. */
  packets = 0;
  /** Time of the newest packet, in seconds. */
  reached = 0;
  private readonly encoder: VideoEncoder;
  private readonly config: VideoEncoderConfig;
  private fail: (error: Error) => void = () => {};
  private isFilming = false;
  /** Metadata that the encoder only sends with its first packet. The head of the file needs it. */
  private metadata: EncodedVideoChunkMetadata | undefined;
  private given = 0;
  /** Number of frames that the encoder has not returned yet. */
  private pending = 0;
  private lastKeyAt = -Infinity;
  private adding: Promise<void> = Promise.resolve();

  constructor(config: VideoEncoderConfig) {
    this.config = config;
    this.encoder = new VideoEncoder({ output: (chunk, meta) => this.add(chunk, meta), error: (error) => this.fail(error) });
    this.encoder.configure(config);
  }

  /**
   * Encodes a frame without output, and closes it: an encoder needs up to some hundred milliseconds to its first packet, and
   * frames that arrive meanwhile would be lost.
   * @throws DOMException when this browser's encoder does not work
   */
  async warm(frame: VideoFrame): Promise<void> {
    try {
      this.encoder.encode(frame, { keyFrame: true });
    } finally {
      frame.close();
    }
    await this.encoder.flush();
  }

  /** Sends the encoder's output to the source from now on. `fail` is called when the encoder fails. */
  begin(fail: (error: Error) => void): void {
    this.fail = fail;
    this.isFilming = true;
    if (this.encoder.state === "closed") fail(new Error("The encoder has gone."));
  }

  isBusy(): boolean {
    const { encodeQueueSize } = this.encoder;
    return encodeQueueSize >= QUEUE_MAX || (encodeQueueSize > 0 && this.given - this.reached > WAIT_MAX_S);
  }

  encode(frame: VideoFrame, seconds: number): void {
    try {
      if (this.encoder.state !== "configured") return;
      const interval = this.pending >= BEHIND_FRAMES ? KEY_INTERVAL_BEHIND_S : KEY_INTERVAL_S;
      const keyFrame = seconds - this.lastKeyAt >= interval;
      if (keyFrame) this.lastKeyAt = seconds;
      this.encoder.encode(frame, { keyFrame });
      this.pending += 1;
      this.given = seconds;
    } catch (error) {
      this.fail(error as Error);
    } finally {
      frame.close();
    }
  }

  /** Changes the bitrate. Size, codec and the description in the file's head do not change. */
  setShare(share: number): void {
    if (this.encoder.state === "configured")
      this.encoder.configure({ ...this.config, bitrate: Math.round((this.config.bitrate ?? 0) * share) });
    // The encoder starts again with a keyframe.
    this.lastKeyAt = -Infinity;
  }

  async finish(): Promise<void> {
    if (this.encoder.state === "configured") await this.encoder.flush();
    await this.adding;
    this.close();
  }

  close(): void {
    if (this.encoder.state !== "closed") this.encoder.close();
  }

  private add(chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined): void {
    if (metadata?.decoderConfig) this.metadata = metadata;
    if (!this.isFilming) return;
    const meta = this.packets === 0 ? this.metadata : metadata;
    this.pending -= 1;
    this.packets += 1;
    this.reached = chunk.timestamp / 1e6;
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    this.adding = this.adding.then(() => this.source.add(packet, meta)).catch(this.fail);
  }
}
