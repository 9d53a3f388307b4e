/** What a probe of a video said. */
export interface VideoFacts {
  container: string;
  videoCodec: string | null;
  audioCodec: string | null;
  frameRate: number | null;
  /** Does every browser play the original as it is? */
  universal?: boolean;
}

/** How the small pictures of a storyboard lie in their file. */
export interface StoryboardFacts {
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
  /** Seconds from one picture to the next. */
  interval: number;
  count: number;
}

/** What a rendition's file does not say by itself: where an HLS player finds its parts, how many bits a second it needs. */
export interface RenditionFacts {
  mimeType?: string;
  codecs?: string;
  bandwidth?: number;
  /** Bytes of the header that every part needs. */
  headerBytes?: number;
  /** Parts as `[offset, bytes, seconds]`. */
  parts?: [number, number, number][];
  /** Numbers of the parts whose time does not follow from the part before: a clock jumped. */
  jumps?: number[];
}
