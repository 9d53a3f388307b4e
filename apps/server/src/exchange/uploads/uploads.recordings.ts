import { open, type FileHandle } from "node:fs/promises";
import type { RenditionFacts } from "../../platform/db/schema/index.ts";
import { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { VideoInspection } from "../../media/media/index.ts";

/** Recordings whose parts are kept in mind; what is forgotten is found again by reading some kilobytes a second of it. */
const KEPT_MAX = 50;

/** What a recording is by its own boxes: enough to play it, before anything else has looked at it. */
export interface Film {
  inspection: VideoInspection;
  facts: RenditionFacts;
}

interface Kept {
  index: FragmentIndex;
  /** Bytes that the file had at the last look. */
  size: number;
  /** The look under way; the next one begins behind it. */
  looking: Promise<unknown>;
}

const readerOf = (file: FileHandle) => async (offset: number, length: number) => {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
};

async function readOn(kept: Kept, path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    // A power cut took what nobody was told of: what is known of it is not true any more.
    if (size < kept.size) kept.index = new FragmentIndex();
    kept.size = size;
    await kept.index.advance(readerOf(file), size);
  } finally {
    await file.close();
  }
}

/** Follows recordings while they grow: each look at one reads only what is new. */
export function createRecordings() {
  const known = new Map<string, Kept>();

  return {
    /** Where the parts of this recording lie by now. @throws what the file system says when it is gone */
    async look(id: string, path: string): Promise<FragmentIndex> {
      const kept = known.get(id) ?? { index: new FragmentIndex(), size: 0, looking: Promise.resolve() };
      known.delete(id);
      known.set(id, kept);
      const [oldest] = known.keys();
      if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
      const looking = kept.looking.catch(() => {}).then(() => readOn(kept, path));
      kept.looking = looking;
      try {
        await looking;
      } catch (error) {
        known.delete(id);
        throw error;
      }
      return kept.index;
    },

    forget: (id: string): void => void known.delete(id),
  };
}

export type Recordings = ReturnType<typeof createRecordings>;

/** Where a player finds what: the parts as they are kept with an item, and as playlists list them. */
export function factsOf(index: FragmentIndex): RenditionFacts {
  const codecs = index.tracks.flatMap(({ codec }) => codec.text ?? []);
  return {
    mimeType: "video/mp4",
    ...(codecs.length === index.tracks.length ? { codecs: codecs.join(",") } : {}),
    bandwidth: Math.round(((index.end - index.headBytes) * 8) / Math.max(1, index.seconds)),
    headerBytes: index.headBytes,
    parts: index.parts.map(({ offset, bytes, seconds }) => [offset, bytes, Math.round(seconds * 1e5) / 1e5]),
    jumps: index.parts.flatMap(({ isJump }, number) => (isJump ? [number] : [])),
  };
}

/** What a recording is; null for what is no fragmented MP4 with something to see, which others must look at. */
export function filmOf(index: FragmentIndex): Film | null {
  const video = index.tracks.find(({ kind }) => kind === "video");
  const audio = index.tracks.find(({ kind }) => kind === "audio");
  if (!video || video.codec.text === null || index.frames === 0) return null;
  const rate = index.frames / index.seconds;
  return {
    inspection: {
      mimeType: "video/mp4",
      width: video.width,
      height: video.height,
      durationMs: Math.round(index.seconds * 1000),
      videoFacts: {
        container: "mp4",
        videoCodec: video.codec.name,
        audioCodec: audio?.codec.name ?? null,
        frameRate: index.frames > 1 && Number.isFinite(rate) ? Math.round(rate * 1000) / 1000 : null,
      },
    },
    facts: factsOf(index),
  };
}
