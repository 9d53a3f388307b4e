import { EncodedPacket, EncodedVideoPacketSource } from "mediabunny";
import type { FrameSink } from "../sources/picture.ts";

/**
 * Two key frames a second: each fragment begins with one, and what is lost in a crash is the fragment that is being made and what
 * waits for the encoder. On a busy machine the latter alone can be a second.
 */
const KEY_INTERVAL_S = 0.48;
/** Frames that may wait for the encoder, and for how long, in seconds: what waits is lost when the browser dies. */
const QUEUE_MAX = 6;
const WAIT_MAX_S = 0.4;

/** The picture's way from frames to packets. */
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
  /** What the encoder tells with its first packet alone, and the head of the file is made of. */
  private told: EncodedVideoChunkMetadata | undefined;
  private given = 0;
  private lastKeyAt = -Infinity;
  private adding: Promise<void> = Promise.resolve();

  constructor(config: VideoEncoderConfig) {
    this.config = config;
    this.encoder = new VideoEncoder({ output: (chunk, meta) => this.add(chunk, meta), error: (error) => this.fail(error) });
    this.encoder.configure(config);
  }

  /**
   * Encodes a picture that nobody gets, and closes it: an encoder takes up to some hundred milliseconds to its first packet, and frames
   * that come meanwhile would be lost.
   * @throws DOMException when this browser's encoder does not work after all
   */
  async warm(frame: VideoFrame): Promise<void> {
    try {
      this.encoder.encode(frame, { keyFrame: true });
    } finally {
      frame.close();
    }
    await this.encoder.flush();
  }

  /** From now on what is encoded goes to the source. `fail` is told when the encoder breaks down. */
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
      const keyFrame = seconds - this.lastKeyAt >= KEY_INTERVAL_S;
      if (keyFrame) this.lastKeyAt = seconds;
      this.encoder.encode(frame, { keyFrame });
      this.given = seconds;
    } catch (error) {
      this.fail(error as Error);
    } finally {
      frame.close();
    }
  }

  /** Another bitrate; size and codec stay, and so does the description in the file's head. */
  setShare(share: number): void {
    if (this.encoder.state === "configured")
      this.encoder.configure({ ...this.config, bitrate: Math.round((this.config.bitrate ?? 0) * share) });
    // The encoder begins anew with a key frame.
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

  private add(chunk: EncodedVideoChunk, news: EncodedVideoChunkMetadata | undefined): void {
    if (news?.decoderConfig) this.told = news;
    if (!this.isFilming) return;
    const meta = this.packets === 0 ? this.told : news;
    this.packets += 1;
    this.reached = chunk.timestamp / 1e6;
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    this.adding = this.adding.then(() => this.source.add(packet, meta)).catch(this.fail);
  }
}
