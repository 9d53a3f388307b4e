import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Properties of a generated video. Defaults: two seconds of 320 × 180 at 15 frames a second, H.264 and AAC in MP4. */
export interface VideoRecipe {
  container?: "mp4" | "mov" | "webm" | "mkv" | "avi";
  /** Encoders by their FFmpeg names. `audio: null` creates a silent video. */
  video?: "libx264" | "libx265" | "libvpx" | "libvpx-vp9" | "mpeg4" | "prores";
  audio?: "aac" | "libopus" | "libvorbis" | "pcm_s16le" | "ac3" | null;
  seconds?: number;
  width?: number;
  height?: number;
  rate?: number;
  /** Seconds at the start that are black. */
  black?: number;
  /** As recorders write during a recording: without a length and not seekable. WebM and Matroska. */
  live?: boolean;
  /** As our recorder writes MP4: in fragments of one second with a keyframe each. */
  fragments?: boolean;
  /** Whether the index is in front of the media. */
  fastStart?: boolean;
  /** Seconds by which the timestamps jump in the middle. */
  jump?: number;
  /** Number of audio tracks. The default is one. */
  soundTracks?: number;
  /** A page with rows of words instead of the pattern, which scrolls up by this many pixels in each frame. */
  scroll?: number;
  /** Samples of the sound instead of a tone: 16-bit mono at 48 kHz. Such a video is made for each call. */
  sound?: Buffer;
}

const FORMATS = { mp4: "mp4", mov: "mov", webm: "webm", mkv: "matroska", avi: "avi" } as const;
const SAMPLE_RATE = 48_000;

/** Creates a moving pattern, different in every corner, as planar YUV 4:2:0. */
function pictures(width: number, height: number, count: number, blackCount: number): Buffer {
  const size = width * height;
  const bytes = Buffer.alloc((size + (size >> 1)) * count, 128);
  for (let frame = 0; frame < count; frame += 1) {
    const at = frame * (size + (size >> 1));
    if (frame < blackCount) bytes.fill(16, at, at + size);
    else
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) bytes[at + y * width + x] = 32 + ((Math.floor((x * 180) / width) + (y >> 1) + frame * 5) % 190);
  }
  return bytes;
}

/** Returns the brightness of a page with rows of words. Every row is different. */
function pageAt(x: number, y: number): number {
  const row = Math.floor(y / 20);
  if (y - row * 20 > 11) return 235;
  let letter = Math.imul(Math.floor(x / 6) + row * 977, 0x9e3779b1);
  letter = Math.imul(letter ^ (letter >>> 15), 0x85ebca6b);
  return ((letter ^ (letter >>> 13)) & 0xff) > 120 ? 40 : 235;
}

/** Creates a page that scrolls, as planar YUV 4:2:0. */
function scrollingPage(width: number, height: number, count: number, scroll: number): Buffer {
  const size = width * height;
  const bytes = Buffer.alloc((size + (size >> 1)) * count, 128);
  for (let frame = 0; frame < count; frame += 1) {
    const at = frame * (size + (size >> 1));
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) bytes[at + y * width + x] = pageAt(x, y + Math.round(frame * scroll));
  }
  return bytes;
}

/** Creates the pictures of a recipe. */
const drawn = ({ scroll, black = 0 }: VideoRecipe, width: number, height: number, count: number, rate: number): Buffer =>
  scroll === undefined ? pictures(width, height, count, Math.round(black * rate)) : scrollingPage(width, height, count, scroll);

/** Creates a tone as 16-bit mono. */
function tone(seconds: number): Buffer {
  const count = Math.round(seconds * SAMPLE_RATE);
  const bytes = Buffer.alloc(count * 2);
  for (let index = 0; index < count; index += 1)
    bytes.writeInt16LE(Math.round(Math.sin((index * 2 * Math.PI * 440) / SAMPLE_RATE) * 8_000), index * 2);
  return bytes;
}

const soundOf = ({ sound, seconds = 2 }: VideoRecipe): Buffer => sound ?? tone(seconds);

const PIXELS: Partial<Record<NonNullable<VideoRecipe["video"]>, string>> = { prores: "yuv422p10le" };
const SOUNDS: Partial<Record<NonNullable<VideoRecipe["audio"]>, string>> = { pcm_s16le: "s16", libopus: "s16" };

const made = new Map<string, Promise<Buffer>>();

/**
 * Creates a real video with the FFmpeg libraries that npm installs (see docs/adr/0010-video.md). Test files of one process share each recipe's
 * video; every call returns its own copy.
 */
export async function video(recipe: VideoRecipe = {}): Promise<Buffer> {
  if (recipe.sound !== undefined) return encode(recipe);
  const key = JSON.stringify(recipe);
  const bytes = made.get(key) ?? encode(recipe);
  made.set(key, bytes);
  return Buffer.from(await bytes);
}

interface Packet {
  pts: bigint;
  dts: bigint;
  timeBase: { num: number; den: number };
}

/** Moves a packet of the second half by `jumpS` seconds. */
function delay(packet: Packet, jumpS: number | undefined, seconds: number): void {
  if (!jumpS || Number(packet.pts) * packet.timeBase.num * 2 <= seconds * packet.timeBase.den) return;
  const ticks = BigInt(Math.round((jumpS * packet.timeBase.den) / packet.timeBase.num));
  packet.pts += ticks;
  packet.dts += ticks;
}

/** Returns the options that make the encoder fast. */
function encoderOptions(codec: string, recipe: VideoRecipe, rate: number): Record<string, string> {
  if (codec !== "libx264" && codec !== "libx265") return {};
  return {
    preset: "ultrafast",
    ...(recipe.fragments ? { g: String(rate) } : {}),
    ...(codec === "libx265" ? { "x265-params": "log-level=none" } : {}),
  };
}

/** Returns the format options of the file. */
function muxerOptions(recipe: VideoRecipe): Record<string, string> {
  if (recipe.fragments) return { movflags: "+frag_keyframe+empty_moov+default_base_moof", brand: "iso5" };
  if (recipe.fastStart) return { movflags: "+faststart" };
  return recipe.live ? { live: "1" } : {};
}

/** @throws Error when node-av lacks the encoder */
function foundEncoder<T>(encoder: T | null, name: string): T {
  if (!encoder) throw new Error(`node-av has no encoder ${name}.`);
  return encoder;
}

/** Returns the raw tracks of a recipe with their encoders. The formats are constants of the libraries. */
function tracksOf<P, S>(recipe: VideoRecipe, pixelFormat: P, sampleFormat: S) {
  const { video: codec = "libx264", audio = "aac", seconds = 2, width = 320, height = 180, rate = 15 } = recipe;
  const input = drawn(recipe, width, height, Math.max(1, Math.round(seconds * rate)), rate);
  const picture = { type: "video", input, width, height, pixelFormat, frameRate: { num: rate, den: 1 } } as const;
  const sound = { type: "audio", input: soundOf(recipe), sampleRate: SAMPLE_RATE, channels: 1, sampleFormat } as const;
  const count = audio === null ? 0 : (recipe.soundTracks ?? 1);
  const soundGraph = `aformat=sample_fmts=${SOUNDS[audio ?? "aac"] ?? "fltp"}`;
  return [
    { raw: picture, encoder: codec as string, graph: `format=${PIXELS[codec] ?? "yuv420p"}`, options: encoderOptions(codec, recipe, rate) },
    ...Array.from({ length: count }, () => ({ raw: sound, encoder: String(audio), graph: soundGraph, options: {} })),
  ];
}

async function encode(recipe: VideoRecipe): Promise<Buffer> {
  const { container = "mp4", seconds = 2 } = recipe;
  const { AV_LOG_ERROR, AV_PIX_FMT_YUV420P, AV_SAMPLE_FMT_S16 } = await import("node-av/constants");
  const { Decoder, Demuxer, Encoder, FilterAPI, Muxer } = await import("node-av/api");
  const { Codec, Log } = await import("node-av/lib");
  Log.setLevel(AV_LOG_ERROR);
  const folder = await mkdtemp(join(tmpdir(), "stillreel-made-"));
  try {
    const path = join(folder, "made");
    {
      await using muxer = await Muxer.open(path, { format: FORMATS[container], options: muxerOptions(recipe) as never });
      const tracks = tracksOf(recipe, AV_PIX_FMT_YUV420P, AV_SAMPLE_FMT_S16);
      await using all = new AsyncDisposableStack();
      const opened = [];
      // All tracks exist before the first packet is written.
      for (const { raw, encoder: name, graph, options } of tracks) {
        const source = all.use(await Demuxer.open(raw));
        const [stream] = source.streams;
        if (!stream) throw new Error("node-av opened nothing.");
        const decoder = all.use(await Decoder.create(stream));
        const encoder = all.use(
          await Encoder.create(foundEncoder(Codec.findEncoderByName(name as never), name), { options: options as never }),
        );
        const frames = FilterAPI.create(graph).frames(decoder.frames(source.packets(stream.index)));
        opened.push({ packets: encoder.packets(frames), index: muxer.addStream(encoder) });
      }
      await Promise.all(
        opened.map(async ({ packets, index }) => {
          for await (const packet of packets) {
            if (packet) delay(packet, recipe.jump, seconds);
            await muxer.writePacket(packet, index);
            packet?.free();
          }
        }),
      );
    }
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns an MP4 with a rotation matrix in its video track header. */
export function turned(bytes: Buffer, matrix: readonly number[]): Buffer {
  const result = Buffer.from(bytes);
  for (let at = result.indexOf("tkhd"); at >= 0; at = result.indexOf("tkhd", at + 4)) {
    const header = at + 4;
    if (result.readUInt32BE(header + 76) === 0) continue;
    for (const [index, value] of matrix.entries()) result.writeInt32BE(value, header + 40 + index * 4);
  }
  return result;
}
/** The matrix of a picture of 180 lines that is turned to the right. */
export const QUARTER_TURN = [0, 0x10000, 0, -0x10000, 0, 0, 180 * 0x10000, 0, 0x40000000];
