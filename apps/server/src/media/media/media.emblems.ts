import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import type { StoredBlob } from "./media.blob.ts";
import { type MediaService, toAppError } from "./media.service.ts";

/** Edge of a stored square in pixels. */
const SQUARE_SIDE = 256;
/** Longest side in pixels of shapes that keep their aspect ratio. */
const LONGEST_SIDE = { banner: 1_600, card: 1_200, logo: 512 } as const;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Maximum size of an upload, and its stored shape: cropped to a square, or scaled down with its aspect ratio. */
export interface EmblemOptions {
  maxBytes: number;
  shape: "square" | keyof typeof LONGEST_SIDE;
}

/** Service for avatars of users, workspaces and teams. The server converts every upload. */
export interface Emblems {
  /**
   * Converts a PNG or JPEG, detected by its first bytes and not by name. The result is upright and without metadata.
   * It is stored without an owner.
   * @throws AppError `unsupported-file-type`, `file-too-large`, `image-too-large`, `unreadable-file`, `storage-full`
   */
  store(body: AsyncIterable<Uint8Array>, options: EmblemOptions): Promise<StoredBlob>;
  /**
   * Converts in the same way, without storing. The result is a WebP file.
   * @throws AppError `unsupported-file-type`, `file-too-large`, `image-too-large`, `unreadable-file`
   */
  convert(body: AsyncIterable<Uint8Array>, options: EmblemOptions): Promise<Buffer>;
}

async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new AppError("file-too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function createEmblems({ images, media }: { images: Images; media: Pick<MediaService, "storeStream"> }): Emblems {
  async function draw(bytes: Buffer, shape: EmblemOptions["shape"]): Promise<Buffer> {
    const isOurs = [PNG, JPEG].some((signature) => bytes.subarray(0, signature.length).equals(signature));
    if (!isOurs) throw new AppError("unsupported-file-type");
    try {
      return (await (shape === "square" ? images.square(bytes, SQUARE_SIDE) : images.within(bytes, LONGEST_SIDE[shape]))).bytes;
    } catch (error) {
      throw toAppError(error);
    }
  }

  const convert: Emblems["convert"] = async (body, { maxBytes, shape }) => draw(await collect(body, maxBytes), shape);
  return {
    convert,
    async store(body, options) {
      const drawn = await convert(body, options);
      return media.storeStream(Readable.from([drawn]), { maxBytes: drawn.length, contentType: "image/webp" });
    },
  };
}

/** Sends an emblem to every caller who knows its id. A new picture gets a new id. */
export function sendEmblem(reply: FastifyReply, { stream, sizeBytes }: { stream: Readable; sizeBytes: number }): FastifyReply {
  return reply
    .type("image/webp")
    .header("content-length", sizeBytes)
    .header("cache-control", "private, max-age=86400, immutable")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(stream);
}
