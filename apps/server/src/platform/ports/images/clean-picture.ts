import type { Images } from "../images.port.ts";
import { SNIFF_BYTES, sniffImage, stripMetadata } from "./strip-metadata.ts";

/**
 * Implements {@link Images.clean}: reads the type from the first bytes and removes metadata while streaming. It decodes nothing.
 * @param maxPixels limit of the image's dimensions
 */
export async function cleanPicture(maxPixels: number, source: AsyncIterable<Uint8Array>): ReturnType<Images["clean"]> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < SNIFF_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
    size += value.byteLength;
  }
  const whole: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: async function* () {
      try {
        yield* first;
        for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
      } finally {
        await iterator.return?.();
      }
    },
  };
  const head =
    first.length === 1 && first[0] ? Buffer.from(first[0].buffer, first[0].byteOffset, first[0].byteLength) : Buffer.concat(first);
  const mimeType = sniffImage(head);
  return mimeType ? { picture: stripMetadata(mimeType, whole, maxPixels), source: null } : { picture: null, source: whole, head };
}
