import type { EditDocument } from "@stillreel/contract";
import type { ConvertHooks, VideoProbe } from "../../platform/ports/video.port.ts";

/** A file that clips are parts of. Videos are the normalised H.264/AAC files with reliable timestamps, never uploads. */
export type RenderSource =
  | { type: "video"; path: string; probe: VideoProbe }
  | { type: "image"; path: string; width: number; height: number };

/** One render: a document with the files that it refers to. Paths are absolute. */
export interface RenderJob {
  document: EditDocument;
  /** By item; the edited video's own source has the key undefined. */
  sources: ReadonlyMap<string | undefined, RenderSource>;
  /** Uploaded sounds and pictures, by id. */
  assets: ReadonlyMap<string, string>;
  /** Path of the MP4 to write, and a folder for files that are needed on the way. */
  output: string;
  folder: string;
}

/** Renders edited videos. The result is an MP4 that every browser plays, and contains nothing of what was removed or covered. */
export interface Renderer {
  /**
   * @param hooks.onProgress gets the fraction that is done, 0 to 1
   * @throws VideoError, or the signal's reason
   */
  render(job: RenderJob, hooks?: Pick<ConvertHooks, "signal"> & { onProgress?: (part: number) => void }): Promise<VideoProbe>;
  /** Writes the frame that the edited video shows at a time as a PNG: the preview's reference, and posters. */
  frame(job: Omit<RenderJob, "output">, time: number, path: string, signal?: AbortSignal): Promise<void>;
}
