/** Result of probing a video. */
export interface VideoFacts {
  container: string;
  videoCodec: string | null;
  audioCodec: string | null;
  frameRate: number | null;
  /** Whether every browser can play the original. */
  universal?: boolean;
}

/** Layout of the thumbnails in a storyboard file. */
export interface StoryboardFacts {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  /** Seconds between two thumbnails. */
  interval: number;
  count: number;
}

/** Metadata that a rendition's file does not contain: byte ranges of HLS segments and required bits per second. */
export interface RenditionFacts {
  mimeType?: string;
  codecs?: string;
  bandwidth?: number;
  /** Bytes of the header that every segment needs. */
  headerBytes?: number;
  /** Segments as `[offset, bytes, seconds]`. */
  parts?: [number, number, number][];
  /** Indexes of segments whose timestamps do not continue the previous segment, because a clock jumped. */
  jumps?: number[];
}
