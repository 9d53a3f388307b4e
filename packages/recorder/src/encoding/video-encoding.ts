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
  private readonly fail: (error: Error) => void;
  private given = 0;
  private lastKeyAt = -Infinity;
  private adding: Promise<void> = Promise.resolve();

  constructor(config: VideoEncoderConfig, fail: (error: Error) => void) {
    this.config = config;
    this.fail = fail;
    this.encoder = new VideoEncoder({ output: (chunk, meta) => this.add(chunk, meta), error: fail });
    this.encoder.configure(config);
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

  private add(chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined): void {
    this.packets += 1;
    this.reached = chunk.timestamp / 1e6;
    const packet = EncodedPacket.fromEncodedChunk(chunk);
    this.adding = this.adding.then(() => this.source.add(packet, meta)).catch(this.fail);
  }
}
