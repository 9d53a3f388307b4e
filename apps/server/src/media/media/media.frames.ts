import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DerivedImage, Images } from "../../platform/ports/images.port.ts";
import { type Composition, type OperationLimits, VideoError, type VideoProbe, type Videos } from "../../platform/ports/video.port.ts";
import { fit, MIB } from "./media.encoding.plan.ts";
import type { Work } from "./media.work.ts";

const LIMITS: OperationLimits = { wallMs: 120_000, cpuS: 120, fileBytes: 64 * MIB };
/** Times of frames are rounded, in seconds. */
const ROUNDING_S = 0.001;

/** Returns the composition that writes the frame that players show at a second: the last one that began by then, also between frames far apart. */
function frameComposition(probe: VideoProbe, source: string, path: string, given: { at: number; side: number }): Composition {
  const { width, height } = fit(probe, given.side, given.side);
  const at = Math.max(0, Math.min(given.at, probe.duration - 2 * ROUNDING_S));
  const graph = [
    "[0:v]settb=1/90000",
    `setpts='(PTS*TB-${at + ROUNDING_S})/TB'`,
    "fps=30:start_time=0:round=up",
    "trim=end_frame=1",
    `scale=${width}:${height}`,
    "setsar=1",
    "format=rgb24[v]",
  ];
  const { mimeType, rotation } = probe;
  return {
    inputs: [{ path: source, mimeType, start: at, end: null, at: 0, rotation, tracks: { video: true, audio: false } }],
    graph: graph.join(","),
    outputs: [
      {
        path,
        format: "image2pipe",
        options: {},
        video: { encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 },
        audio: null,
      },
    ],
    seconds: 1,
    limits: LIMITS,
  };
}

/** Single frames of stored videos, as whole pictures. */
export interface Frames {
  /**
   * Takes the frames that a video shows at some seconds, one after the other. Those that cannot be decoded are left out.
   * @param side maximum length of the longer side in pixels
   * @throws StorageError, VideoError when the file cannot be read at all, the signal's reason
   */
  take(
    storageKey: string,
    seconds: readonly number[],
    side: number,
    signal: AbortSignal,
  ): AsyncIterable<{ at: number; image: DerivedImage }>;
}

/** Creates the part of media that takes frames of videos. */
export function createFrames({ videos, images, work }: { videos: Videos; images: Images; work: Work }): Frames {
  async function one(
    probe: VideoProbe,
    source: string,
    frame: string,
    at: number,
    side: number,
    signal: AbortSignal,
  ): Promise<DerivedImage> {
    await rm(frame, { force: true });
    await videos.compose([frameComposition(probe, source, frame, { at, side })], { signal });
    return images.within(frame, side);
  }
  return {
    async *take(storageKey, seconds, side, signal) {
      const folder = await work.folder();
      try {
        const source = await work.bring(folder.path, storageKey, signal);
        const probe = await videos.probe(source, signal);
        for (const at of seconds) {
          signal.throwIfAborted();
          const image = await one(probe, source, join(folder.path, "frame.png"), at, side, signal).catch((error: unknown) => {
            if (error instanceof VideoError && error.code === "damaged") return null;
            throw error;
          });
          if (image) yield { at, image };
        }
      } finally {
        await folder.remove();
      }
    },
  };
}
