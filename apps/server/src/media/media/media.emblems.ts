import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import type { StoredBlob } from "./media.blob.ts";
import { type MediaService, toAppError } from "./media.service.ts";

/** Edge of a square as it is kept, and the longest side of a banner, in pixels. */
const SQUARE_SIDE = 256;
const BANNER_SIDE = 1_600;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** How large a picture may come in, and which shape it is kept in: cut to a square, or its own. */
export interface EmblemOptions {
  maxBytes: number;
  shape: "square" | "banner";
}

/** The small pictures that people, workspaces and teams are known by: made here, whatever was uploaded. */
export interface Emblems {
  /**
   * Makes the picture of a PNG or JPEG, told by its first bytes and never by a name: upright, and without any of its metadata.
   * Stores it; it is nobody's yet.
   * @throws AppError `unsupported-file-type`, `file-too-large`, `image-too-large`, `unreadable-file`, `storage-full`
   */
  store(body: AsyncIterable<Uint8Array>, options: EmblemOptions): Promise<StoredBlob>;
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
      return (await (shape === "square" ? images.square(bytes, SQUARE_SIDE) : images.within(bytes, BANNER_SIDE))).bytes;
    } catch (error) {
      throw toAppError(error);
    }
  }

  return {
    async store(body, { maxBytes, shape }) {
      const drawn = await draw(await collect(body, maxBytes), shape);
      return media.storeStream(Readable.from([drawn]), { maxBytes: drawn.length, contentType: "image/webp" });
    },
  };
}

/** Answers with an emblem: for whoever knows its id, which the next picture in its place does not keep. */
export function sendEmblem(reply: FastifyReply, { stream, sizeBytes }: { stream: Readable; sizeBytes: number }): FastifyReply {
  return reply
    .type("image/webp")
    .header("content-length", sizeBytes)
    .header("cache-control", "private, max-age=86400, immutable")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(stream);
}
