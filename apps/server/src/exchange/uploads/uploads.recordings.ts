import type { RenditionFacts } from "../../platform/db/schema/index.ts";
import { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { VideoInspection } from "../../media/media/index.ts";
import type { StagedFile } from "./staging/staging.ts";

/** Maximum number of cached segment indexes; others are rebuilt by reading some kilobytes per second of video. */
const CACHE_MAX = 50;

/** Metadata of a recording from its own boxes, sufficient for playback before any other inspection. */
export interface Film {
  inspection: VideoInspection;
  facts: RenditionFacts;
}

interface CachedIndex {
  index: FragmentIndex;
  /** File size at the last inspection. */
  size: number;
  /** The active inspection; the next one starts after it. */
  reading: Promise<unknown>;
}

async function readOn(cached: CachedIndex, file: StagedFile): Promise<void> {
  try {
    const { sizeBytes: size } = file;
    // A power cut lost unacknowledged bytes: the cached index is invalid.
    if (size < cached.size) cached.index = new FragmentIndex();
    cached.size = size;
    await cached.index.advance((offset, length) => file.read(offset, length), size);
  } finally {
    await file.close();
  }
}

/** Follows growing recordings: each inspection reads only new bytes. */
export function createRecordings() {
  const known = new Map<string, CachedIndex>();

  return {
    /** Returns the current segment index; undefined when `open` finds no bytes any more. */
    async read(id: string, open: () => Promise<StagedFile | undefined>): Promise<FragmentIndex | undefined> {
      const cached = known.get(id) ?? { index: new FragmentIndex(), size: 0, reading: Promise.resolve() };
      known.delete(id);
      known.set(id, cached);
      const [oldest] = known.keys();
      if (known.size > CACHE_MAX && oldest !== undefined) known.delete(oldest);
      const reading = cached.reading
        .catch(() => {})
        .then(async () => {
          const file = await open();
          if (file) await readOn(cached, file);
          return file !== undefined;
        });
      cached.reading = reading;
      try {
        if (!(await reading)) {
          known.delete(id);
          return undefined;
        }
      } catch (error) {
        known.delete(id);
        throw error;
      }
      return cached.index;
    },

    forget: (id: string): void => void known.delete(id),
  };
}

export type Recordings = ReturnType<typeof createRecordings>;

/** Converts a segment index into the form that is stored with an item and used by playlists. */
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

/** Returns the metadata of a recording; null when it is no fragmented MP4 with video, which needs another inspection. */
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
