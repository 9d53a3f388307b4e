import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EditDocument } from "@stillreel/contract";
import { createRenderer, type Renderer } from "@stillreel/server/media/render/index.ts";
import { createDrawings } from "@stillreel/server/platform/ports/drawing/index.ts";
import { createImages } from "@stillreel/server/platform/ports/images/index.ts";
import type { Videos } from "@stillreel/server/platform/ports/video.port.ts";
import { createVideos } from "@stillreel/server/platform/ports/video/index.ts";
import pino from "pino";
import { ffmpegPath, type VideoDriver } from "./video-drivers.ts";

/** The server's renderer for one video, without a server. */
export class RenderedFrames {
  readonly #folder = mkdtempSync(join(tmpdir(), "stillreel-frames-"));
  readonly #path = join(this.#folder, "video.mp4");
  readonly #videos: Videos;
  readonly #renderer: Renderer;

  /** @param only the driver; by default the one that a server on this machine would use */
  constructor(video: Buffer, only?: VideoDriver) {
    this.#videos = createVideos({ log: pino({ level: "silent" }), ffmpegPath, ...(only && { only }) });
    writeFileSync(this.#path, video);
    const images = createImages({ maxPixels: 50_000_000, folder: this.#folder });
    this.#renderer = createRenderer({ videos: this.#videos, images, drawings: createDrawings() });
  }

  /** Renders the frame that an edited video shows at a time, and returns the path of its PNG. */
  async frame(document: EditDocument, time: number): Promise<string> {
    const folder = mkdtempSync(join(this.#folder, "job-"));
    const probe = await this.#videos.probe(this.#path);
    const sources = new Map([[undefined, { type: "video" as const, path: this.#path, probe }]]);
    const path = join(folder, "frame.png");
    await this.#renderer.frame({ document, sources, assets: new Map(), folder }, time, path);
    return path;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
