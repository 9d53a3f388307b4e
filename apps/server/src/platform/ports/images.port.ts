import type { ImageType } from "@stillreel/contract";

/** Reason why an image was refused. `not-image`: unsupported type; `too-large`: too many pixels; `damaged`: truncated or corrupt. */
export type ImageErrorCode = "not-image" | "too-large" | "damaged";

/** The only error that image drivers throw deliberately. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;
  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImageError";
    this.code = code;
  }
}

/** Metadata of an image: type by content, and dimensions after orientation. */
export interface ImageFacts {
  mimeType: ImageType;
  width: number;
  height: number;
}

/** A derived image in memory. */
export interface DerivedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Thumbnails for lists: `small` is derived from `large`. `placeholder` is a ThumbHash in base64. */
export interface Thumbnails {
  small: DerivedImage;
  large: DerivedImage;
  /** The whole image in reduced size; null for small and animated images. */
  preview: DerivedImage | null;
  placeholder: string;
  /** Width of the image itself after orientation. */
  width: number;
  height: number;
}

/** Poster of a video with its thumbnails. */
export interface Poster extends Pick<Thumbnails, "small" | "large" | "placeholder"> {
  poster: DerivedImage;
  /** Whether the frame has a single colour, for example because the video starts black. */
  isBlank: boolean;
}

/** An image that is being streamed: `bytes` must be read to the end, then `facts` resolves. */
export interface CleanPicture {
  /** The image without metadata and trailing data. Throws ImageError when it is damaged or too large. */
  bytes: AsyncIterable<Uint8Array>;
  facts(): ImageFacts;
}

/** Target format of a conversion. */
export type Conversion = { format: "png" | "jpg" | "webp" } | { format: "pdf"; paper: "picture" | "a4" };

/** Operations that decode images. No derived image contains metadata. */
export interface Decoder {
  /** Decodes an image and creates both thumbnails (WebP, 16:10, cropped from the top) and the placeholder. Throws ImageError. */
  thumbnails(source: string | Buffer): Promise<Thumbnails>;
  /** Does the same for a frame of a video, cropped from the centre, with the whole frame as WebP. Throws ImageError. */
  poster(frame: string): Promise<Poster>;
  /** Encodes a sheet of small frames as WebP, optimised for size. Throws ImageError. */
  sheet(source: string): Promise<DerivedImage>;
  /** Returns a square WebP of the given width, cropped from the centre. Throws ImageError. */
  square(source: string | Buffer, width: number): Promise<DerivedImage>;
  /** Returns a WebP with the original aspect ratio, no side longer than `side`, never enlarged. Throws ImageError. */
  within(source: string | Buffer, side: number): Promise<DerivedImage>;
  /** Returns a round PNG of the given width with transparent corners, cropped from the centre. Throws ImageError. */
  round(source: string | Buffer, side: number): Promise<DerivedImage>;
  /**
   * Returns a JPEG for a mail: at most 1,200 pixels wide and 200 KB. A video's picture gets a play shape and the length, such as `6:41`;
   * an image that is much taller than wide is cut off below. Throws ImageError.
   */
  mailPicture(source: string | Buffer, video: { length: string | null } | null): Promise<DerivedImage>;
  /**
   * Writes the image (the first frame of an animation) to a new file in another format, without metadata. Throws
   * ImageError; also `too-large` when the format does not support the size.
   */
  convert(source: string, target: string, conversion: Conversion, signal: AbortSignal): Promise<void>;
}

/** Image operations. */
export interface Images extends Decoder {
  /**
   * Inspects the first bytes. Null for unsupported images; `source` is then the unchanged stream and `head` its start. Pixels are never
   * changed: metadata is removed while streaming.
   */
  clean(
    source: AsyncIterable<Uint8Array>,
  ): Promise<{ picture: CleanPicture; source: null } | { picture: null; source: AsyncIterable<Uint8Array>; head: Uint8Array }>;
}
