import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EditDocument } from "@stillreel/contract";
import { createRenderer, type Renderer, type RenderJob, type RenderSource } from "@stillreel/server/media/render/index.ts";
import { createDrawings } from "@stillreel/server/platform/ports/drawing/index.ts";
import { createImages } from "@stillreel/server/platform/ports/images/index.ts";
import type { Videos } from "@stillreel/server/platform/ports/video.port.ts";
import { createVideos } from "@stillreel/server/platform/ports/video/index.ts";
import pino from "pino";
import { ffmpegPath, type VideoDriver } from "./video-drivers.ts";

/** Files that an edited video refers to, besides its own. */
export interface OtherFiles {
  /** Joined items by their ids. An image has its size in pixels. */
  joined?: ReadonlyMap<string, { bytes: Buffer; size?: { width: number; height: number } }>;
  /** Uploaded images by their ids. */
  assets?: ReadonlyMap<string, Buffer>;
}

/** The server's renderer for one video, without a server. */
export class RenderedFrames {
  readonly #folder = mkdtempSync(join(tmpdir(), "stillreel-frames-"));
  readonly #path = join(this.#folder, "video.mp4");
  readonly #videos: Videos;
  readonly #renderer: Renderer;
  readonly #others: OtherFiles;
  #files: Promise<Pick<RenderJob, "sources" | "assets">> | undefined;

  /** @param only the driver; by default the one that a server on this machine would use */
  constructor(video: Buffer, only?: VideoDriver, others: OtherFiles = {}) {
    this.#others = others;
    this.#videos = createVideos({ log: pino({ level: "silent" }), ffmpegPath, ...(only && { only }) });
    writeFileSync(this.#path, video);
    const images = createImages({ maxPixels: 50_000_000, folder: this.#folder });
    this.#renderer = createRenderer({ videos: this.#videos, images, drawings: createDrawings() });
  }

  /** Renders the frame that an edited video shows at a time, and returns the path of its PNG. */
  async frame(document: EditDocument, time: number): Promise<string> {
    const folder = mkdtempSync(join(this.#folder, "job-"));
    const { sources, assets } = await (this.#files ??= this.#written());
    const path = join(folder, "frame.png");
    await this.#renderer.frame({ document, sources, assets, folder }, time, path);
    return path;
  }

  /** Writes the files and reads the facts of the videos. */
  async #written(): Promise<Pick<RenderJob, "sources" | "assets">> {
    const write = (name: string, bytes: Buffer): string => {
      const path = join(this.#folder, name);
      writeFileSync(path, bytes);
      return path;
    };
    const videoAt = async (path: string): Promise<RenderSource> => ({ type: "video", path, probe: await this.#videos.probe(path) });
    const sources = new Map<string | undefined, RenderSource>([[undefined, await videoAt(this.#path)]]);
    for (const [id, { bytes, size }] of this.#others.joined ?? []) {
      const path = write(`joined-${id}`, bytes);
      sources.set(id, size ? { type: "image", path, ...size } : await videoAt(path));
    }
    const assets = new Map([...(this.#others.assets ?? [])].map(([id, bytes]) => [id, write(`asset-${id}`, bytes)]));
    return { sources, assets };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
