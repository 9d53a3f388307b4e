import type { Sharp } from "sharp";
import type { Decoder, DerivedImage } from "../images.port.ts";
import { disc, lengthLabel, type Overlay, playShape } from "./play-shape.ts";

/** Functions of the driver: opening with limits, and error conversion. */
export interface MailPictureDeps {
  open(source: string | Buffer): Promise<Sharp>;
  toImageError(error: unknown): unknown;
}

/** Widths that are tried in turn, in pixels, with their qualities, until the file is small enough. */
const ATTEMPTS = [
  { width: 1_200, quality: 82 },
  { width: 1_200, quality: 68 },
  { width: 900, quality: 60 },
  { width: 600, quality: 50 },
  { width: 400, quality: 40 },
] as const;
const BYTES_MAX = 200_000;
/** Ratio of height to width below which an image is cut off: a mail shows the top of a long page. */
const HEIGHT_MAX = 0.75;
/** Width of the play shape, and height and margin of the label, relative to the width of the picture. */
const PLAY = 0.12;
const LABEL = 0.036;
const MARGIN = 0.018;

const layer = ({ data, width, height }: Overlay, left: number, top: number) => ({
  input: data,
  raw: { width, height, channels: 4 as const },
  left: Math.max(0, Math.round(left)),
  top: Math.max(0, Math.round(top)),
});

/** Returns the play shape in the centre, and the label with the length at the lower right. */
function layersOf(width: number, height: number, length: string | null) {
  const shape = playShape(Math.round(width * PLAY));
  const layers = [layer(shape, (width - shape.width) / 2, (height - shape.height) / 2)];
  if (length !== null) {
    const label = lengthLabel(length, Math.round(Math.max(width * LABEL, 18)));
    const margin = width * MARGIN;
    if (label.width < width && label.height < height)
      layers.push(layer(label, width - label.width - margin, height - label.height - margin));
  }
  return layers;
}

/** Creates the operations for pictures in mails: JPEG and PNG, because mail programs do not all show WebP. */
export function createMailPicture({ open, toImageError }: MailPictureDeps): Pick<Decoder, "mailPicture" | "round"> {
  async function drawn(
    source: string | Buffer,
    most: number,
    quality: number,
    video: { length: string | null } | null,
  ): Promise<DerivedImage> {
    const facts = (await (await open(source)).metadata()).autoOrient;
    const width = Math.min(most, facts.width);
    const whole = Math.max(1, Math.round((facts.height * width) / facts.width));
    const height = video === null ? Math.min(whole, Math.ceil(width * HEIGHT_MAX)) : whole;
    const image = (await open(source))
      .autoOrient()
      .resize({ width, height, fit: "cover", position: video === null ? "top" : "centre" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb");
    const layered = video === null ? image : image.composite(layersOf(width, height, video.length));
    const { data, info } = await layered.jpeg({ quality, mozjpeg: true }).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  }

  return {
    async mailPicture(source, video) {
      try {
        let made: DerivedImage | null = null;
        for (const { width, quality } of ATTEMPTS) {
          made = await drawn(source, width, quality, video);
          if (made.bytes.length <= BYTES_MAX) break;
        }
        if (made === null) throw new Error("no size of the picture was tried");
        return made;
      } catch (error) {
        throw toImageError(error);
      }
    },
    async round(source, side) {
      try {
        const circle = disc(side);
        const { data, info } = await (
          await open(source)
        )
          .autoOrient()
          .resize({ width: side, height: side, fit: "cover", position: "centre" })
          .toColourspace("srgb")
          .ensureAlpha()
          .composite([{ ...layer(circle, 0, 0), blend: "dest-in" }])
          .png({ compressionLevel: 9, palette: true, quality: 90 })
          .toBuffer({ resolveWithObject: true });
        return { bytes: data, width: info.width, height: info.height };
      } catch (error) {
        throw toImageError(error);
      }
    },
  };
}
