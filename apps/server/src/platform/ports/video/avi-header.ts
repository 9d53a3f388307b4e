import { open } from "node:fs/promises";
import { VideoError, type VideoProbe } from "../video.port.ts";

/** Maximum number of read bytes: the headers are at the start. */
const HEAD_BYTES = 1024 * 1024;
/** Compression codes of tracks whose browser names differ. */
const PICTURES: Readonly<Record<string, string>> = {
  h264: "avc",
  x264: "avc",
  avc1: "avc",
  hevc: "hevc",
  mjpg: "mjpeg",
  vp80: "vp8",
  vp90: "vp9",
};
const SOUNDS: Readonly<Record<number, string>> = { 0x1: "pcm-s16", 0x50: "mp2", 0x55: "mp3", 0xff: "aac", 0x2000: "ac3" };

interface Track {
  /** `vids` or `auds`. */
  type: string;
  compression: string;
  /** Seconds per frame or block. */
  step: number;
  /** Number of frames or blocks. */
  length: number;
  format: Buffer;
}

/** Returns the chunks of a list as `[id, content]`; a list's id is followed by its type. */
function* chunks(bytes: Buffer): Generator<[id: string, content: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const id = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    yield id === "LIST" ? [`LIST ${content.toString("latin1", 0, 4)}`, content.subarray(4)] : [id, content];
    at += 8 + size + (size % 2);
  }
}

function trackOf(list: Buffer): Track | null {
  const parts = new Map(chunks(list));
  const [header, format] = [parts.get("strh"), parts.get("strf")];
  if (!header || !format || header.length < 36) return null;
  const [scale, rate] = [header.readUInt32LE(20), header.readUInt32LE(24)];
  return {
    type: header.toString("latin1", 0, 4),
    compression: format.length >= 20 ? format.toString("latin1", 16, 20).toLowerCase() : "",
    step: rate > 0 ? scale / rate : 0,
    length: header.readUInt32LE(32),
    format,
  };
}

const cleaned = (name: string): string => name.replaceAll(/[^\w-]/gu, "") || "unknown";

/**
 * Parses the headers of an AVI, which the probe library does not support. Such files are always encoded again, so only estimates of
 * dimensions and duration depend on the result.
 * @throws VideoError
 */
export async function probeAvi(path: string): Promise<VideoProbe> {
  const file = await open(path, "r");
  const buffer = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0).finally(() => file.close());
  const head = [...chunks(buffer.subarray(12, bytesRead))].find(([id]) => id === "LIST hdrl")?.[1];
  const tracks = [...chunks(head ?? Buffer.alloc(0))].flatMap(([id, content]) => (id === "LIST strl" ? (trackOf(content) ?? []) : []));
  const picture = tracks.find(({ type }) => type === "vids");
  const sound = tracks.find(({ type }) => type === "auds");
  if (!picture)
    throw sound ? new VideoError("not-video", "There is only sound in it.") : new VideoError("damaged", "Its headers are missing.");
  if (picture.format.length < 20) throw new VideoError("damaged", "Its headers are cut off.");
  const [width, height] = [picture.format.readInt32LE(4), Math.abs(picture.format.readInt32LE(8))];
  const duration = picture.length * picture.step;
  if (!(width > 0 && height > 0 && duration > 0)) throw new VideoError("damaged", "It has no size or no frames.");
  return {
    mimeType: "video/x-msvideo",
    width,
    height,
    rotation: 0,
    duration,
    isIndexed: true,
    isFastStart: false,
    keyFrameGap: null,
    videoCodec: PICTURES[picture.compression] ?? cleaned(picture.compression),
    videoCodecString: null,
    audioCodec: sound ? (SOUNDS[sound.format.readUInt16LE(0)] ?? `0x${sound.format.readUInt16LE(0).toString(16)}`) : null,
    audioCodecString: null,
    frameRate: Math.round(1_000 / picture.step) / 1_000,
  };
}
