import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EditDocument } from "@stillreel/contract";
import type { Pixels } from "./ssim.ts";
import { video, type VideoRecipe } from "./video.ts";
import { ffmpegPath, type VideoDriver } from "./video-drivers.ts";
import pino from "pino";
import sharp, { type Sharp } from "sharp";
import { createImages } from "@stillreel/server/platform/ports/images/index.ts";
import type { Composition, CompositionOutput, VideoProbe, Videos } from "@stillreel/server/platform/ports/video.port.ts";
import { createVideos } from "@stillreel/server/platform/ports/video/index.ts";
import { AAC, h264 } from "@stillreel/server/media/media/media.encoding.plan.ts";
import { createRenderer, type RenderJob, type Renderer } from "@stillreel/server/media/render/index.ts";

const LIMITS = { wallMs: 60_000, cpuS: 60, fileBytes: 500_000_000 };

/** A renderer with sources and decoded results, in a separate folder. */
export class RenderBench {
  readonly folder = mkdtempSync(join(tmpdir(), "stillreel-render-"));
  readonly videos: Videos;
  readonly renderer: Renderer;
  #count = 0;

  constructor(only: VideoDriver) {
    this.videos = createVideos({ log: pino({ level: "silent" }), only, ffmpegPath });
    const images = createImages({ maxPixels: 50_000_000, folder: this.folder });
    this.renderer = createRenderer({ videos: this.videos, images });
  }

  path(): string {
    const own = join(this.folder, `job-${(this.#count += 1)}`);
    mkdirSync(own);
    return join(own, "file.mp4");
  }

  /** Writes a generated video and returns its path. */
  async made(recipe: VideoRecipe): Promise<string> {
    const path = this.path();
    writeFileSync(path, await video(recipe));
    return path;
  }

  /** Encodes a video like the server does, with a graph between. */
  async normalised(
    recipe: VideoRecipe,
    { video: picture = "null", audio = "anull" }: { video?: string; audio?: string } = {},
  ): Promise<string> {
    const source = await this.made(recipe);
    const path = this.path();
    const { width = 320, height = 180, seconds = 2 } = recipe;
    const { graph, ...encoding } = h264({ width, height }, 30);
    const hasSound = recipe.audio !== null;
    const pictures = `[0:v]${picture},fps=30,settb=1/30,${graph}[v]`;
    const sounds = `[0:a]${audio},${AAC.graph}[a]`;
    const output: CompositionOutput = {
      path,
      format: "mp4",
      options: { movflags: "+faststart" },
      video: encoding,
      audio: hasSound
        ? {
            encoder: AAC.encoder,
            options: AAC.options,
          }
        : null,
    };
    await this.videos.compose([this.#reading(source, hasSound ? `${pictures};${sounds}` : pictures, output, seconds, hasSound)]);
    return path;
  }

  #reading(path: string, graph: string, output: CompositionOutput, seconds: number, audio: boolean, isSound = false): Composition {
    const tracks = { video: !isSound, audio };
    return {
      inputs: [
        {
          path,
          mimeType: "video/mp4",
          start: 0,
          end: null,
          at: 0,
          rotation: 0,
          tracks,
        },
      ],
      graph,
      outputs: [output],
      seconds,
      limits: LIMITS,
    };
  }

  async jobOf(path: string, given: object, more: Partial<RenderJob> = {}): Promise<RenderJob & { probe: VideoProbe }> {
    const probe = await this.videos.probe(path);
    const output = this.path();
    const document = EditDocument.parse({ format: 1, clips: [{ start: 0, end: probe.duration }], ...given });
    const sources = new Map([[undefined, { type: "video" as const, path, probe }], ...(more.sources ?? [])]);
    return { document, assets: new Map(), output, folder: join(output, ".."), probe, ...more, sources };
  }

  /** Returns the frame of an edited video at a time. */
  async frame(path: string, given: object, time: number): Promise<Pixels> {
    const job = await this.jobOf(path, given);
    const file = join(job.folder, "frame.png");
    await this.renderer.frame(job, time, file);
    return pixelsOf(sharp(file));
  }

  /** Returns the average colours of parts of all frames: `columns` × `rows` for each. */
  async colors(path: string, columns: number, rows: number, count: number): Promise<Pixels> {
    const file = `${this.path()}.png`;
    const graph = `[0:v]scale=${columns}:${rows}:flags=area,tile=1x${count}:nb_frames=${count},format=rgb24[v]`;
    const picture = { encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 } as const;
    await this.videos.compose([
      this.#reading(path, graph, { path: file, format: "image2pipe", options: {}, video: picture, audio: null }, 1, false),
    ]);
    return pixelsOf(sharp(file));
  }

  /** Returns the decoded sound, one channel at 48,000 samples per second. */
  async samples(path: string, filter = "anull"): Promise<Int16Array> {
    const file = this.path();
    const graph = `[0:a]${filter},aresample=48000,aformat=sample_fmts=s16:channel_layouts=mono[a]`;
    const output: CompositionOutput = {
      path: file,
      format: "s16le",
      options: {},
      video: null,
      audio: { encoder: "pcm_s16le", options: {} },
    };
    await this.videos.compose([this.#reading(path, graph, output, 1, true, true)]);
    const bytes = readFileSync(file);
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the decoded pixels of a picture. */
export async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Returns pixels as a picture that can be processed. */
export const pictureOf = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } });

/** Returns the seconds at which a sound begins after silence. */
export function onsets(samples: Int16Array, level = 2_000, quietS = 0.1): number[] {
  const found: number[] = [];
  let loudAt = Number.NEGATIVE_INFINITY;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < level) continue;
    if (at - loudAt > quietS * 48_000) found.push(at / 48_000);
    loudAt = at;
  }
  return found;
}

/** Returns a graph that shows the number of each frame as bits, in columns of the same width. */
export function numbered(columns: number): string {
  const boxes = Array.from(
    { length: columns },
    (_, bit) => `drawbox=x=${bit}*iw/${columns}:y=0:w=iw/${columns}:h=ih:t=fill:color=white:enable='mod(floor(n/${2 ** bit}),2)'`,
  );
  return ["drawbox=color=black:t=fill", ...boxes].join(",");
}

/** Returns the numbers that the frames of a numbered video show. Each row is a frame, each column a bit. */
export const numbersIn = ({ data, width, height }: Pixels): number[] =>
  Array.from({ length: height }, (_, row) => {
    let number = 0;
    for (let bit = 0; bit < width; bit += 1) if ((data[(row * width + bit) * 3] ?? 0) > 128) number += 2 ** bit;
    return number;
  });
