import { middleSquare } from "./picture.plan.ts";

/** Side of the self view, in pixels, and the interval of its images, in milliseconds. */
const SIDE = 320;
const EVERY_MS = 80;
const QUALITY = 0.7;

/** The camera as small images, for a view in another document. Nothing is drawn without subscribers. */
export class SelfView {
  private readonly frame: () => VideoFrame | null;
  private readonly watchers = new Set<(frame: string) => void>();
  private canvas: OffscreenCanvas | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param frame returns the camera's newest frame, which its owner closes */
  constructor(frame: () => VideoFrame | null) {
    this.frame = frame;
  }

  watch(listener: (frame: string) => void): () => void {
    this.watchers.add(listener);
    if (this.watchers.size === 1) void this.go();
    return () => {
      this.watchers.delete(listener);
      if (this.watchers.size === 0) clearTimeout(this.timer);
    };
  }

  private async go(): Promise<void> {
    const picture = await this.draw().catch(() => null);
    if (picture !== null) for (const watcher of this.watchers) watcher(picture);
    if (this.watchers.size > 0) this.timer = setTimeout(() => void this.go(), EVERY_MS);
  }

  private async draw(): Promise<string | null> {
    const frame = this.frame();
    if (!frame) return null;
    this.canvas ??= new OffscreenCanvas(SIDE, SIDE);
    const cut = middleSquare({ width: frame.displayWidth, height: frame.displayHeight });
    this.canvas.getContext("2d", { alpha: false })?.drawImage(frame, cut.x, cut.y, cut.width, cut.height, 0, 0, SIDE, SIDE);
    const bytes = new Uint8Array(await (await this.canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY })).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return `data:image/jpeg;base64,${btoa(binary)}`;
  }
}
