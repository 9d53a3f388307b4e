import type { ImageType } from "@stillreel/contract";

/** Why a picture was refused. `not-image`: no type of ours; `too-large`: more pixels than allowed; `damaged`: cut off or broken. */
export type ImageErrorCode = "not-image" | "too-large" | "damaged";

/** The only error that image drivers throw on purpose. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;
  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImageError";
    this.code = code;
  }
}

/** What a picture's structure says: its type by content, and its size as shown (orientation applied). */
export interface ImageFacts {
  mimeType: ImageType;
  width: number;
  height: number;
}

/** A derived picture in memory. */
export interface DerivedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Pictures for lists: `large` is made first, `small` from it. `placeholder` is a ThumbHash in base64. */
export interface Thumbnails {
  small: DerivedImage;
  large: DerivedImage;
  /** The whole picture, smaller; null where the picture is small or moving itself. */
  preview: DerivedImage | null;
  placeholder: string;
  /** Size of the picture itself, orientation applied. */
  width: number;
  height: number;
}

/** A video's still picture, and what lists show of it. */
export interface Poster extends Pick<Thumbnails, "small" | "large" | "placeholder"> {
  poster: DerivedImage;
  /** Nothing can be made out in it: the video begins black, or any other single colour. */
  isBlank: boolean;
}

/** A picture on its way through: `bytes` must be read to the end, then `facts` answers. */
export interface CleanPicture {
  /** The picture without metadata and without anything behind its end. Throws ImageError when it is damaged or too large. */
  bytes: AsyncIterable<Uint8Array>;
  facts(): ImageFacts;
}

/** Into what a picture is converted. */
export type Conversion = { format: "png" | "jpg" | "webp" } | { format: "pdf"; paper: "picture" | "a4" };

/** What we do with pictures. Nothing derived holds metadata. */
export interface Images {
  /**
   * Looks at the first bytes. Null: no picture of ours, and `source` of the answer is the untouched stream, `head` its beginning.
   * Pixels are never changed: metadata is taken out while the bytes stream through.
   */
  clean(
    source: AsyncIterable<Uint8Array>,
  ): Promise<{ picture: CleanPicture; source: null } | { picture: null; source: AsyncIterable<Uint8Array>; head: Uint8Array }>;
  /** Decodes and makes both thumbnails (WebP, 16:10, cropped from the top) and the placeholder. Throws ImageError. */
  thumbnails(source: string | Buffer): Promise<Thumbnails>;
  /** The same from a frame of a video, cropped from the centre, with the whole of it as a WebP. Throws ImageError. */
  poster(frame: string): Promise<Poster>;
  /** A sheet of many small pictures as a WebP: few bytes count more than sharpness. Throws ImageError. */
  sheet(source: string): Promise<DerivedImage>;
  /** A square WebP of the given width, cropped from the centre. Throws ImageError. */
  square(source: string | Buffer, width: number): Promise<DerivedImage>;
  /** A WebP in the picture's own shape, with no side longer than this and never larger than it was. Throws ImageError. */
  within(source: string | Buffer, side: number): Promise<DerivedImage>;
  /**
   * Writes the picture (of a moving one its first frame) to a new file in another format, without metadata. Waits its turn.
   * Throws ImageError; `too-large` also where the format cannot hold so large a picture.
   */
  convert(source: string, target: string, conversion: Conversion, signal: AbortSignal): Promise<void>;
}
