import { FOLLOW_WIDTH, type GrayFrame } from "../core/index.ts";
import type { SourcePicture } from "./compositor.ts";
import { Layer } from "./layers.ts";

/** Reduces pictures to small frames in shades of gray. */
export class GrayReader {
  readonly #layer = new Layer(true);

  read(picture: SourcePicture): GrayFrame {
    const width = Math.min(FOLLOW_WIDTH, picture.width);
    const height = Math.max(1, Math.round((picture.height * width) / picture.width));
    const ctx = this.#layer.sized(width, height);
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(picture.image, picture.x, picture.y, picture.width, picture.height, 0, 0, width, height);
    const { data } = ctx.getImageData(0, 0, width, height);
    const gray = new Uint8Array(width * height);
    for (let at = 0; at < gray.length; at += 1)
      gray[at] = 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0);
    return { width, height, data: gray };
  }

  close(): void {
    this.#layer.close();
  }
}
