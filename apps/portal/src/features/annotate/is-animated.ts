/** Bytes that tell whether a WebP or PNG moves stand at the beginning. */
const HEAD_BYTES = 4_096;

/** Has a picture more than one frame? Known of GIF, WebP and PNG; annotations go onto the first. */
export async function isAnimated(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith("GIF8")) return hasTwoFrames(new Uint8Array(await blob.arrayBuffer()));
  if (text.startsWith("RIFF") && text.slice(8, 16) === "WEBPVP8X") return ((head[20] ?? 0) & 0x02) !== 0;
  if (!text.startsWith("\u0089PNG")) return false;
  // The chunk that announces frames stands before the first one.
  const [frames, pixels] = [text.indexOf("acTL"), text.indexOf("IDAT")];
  return frames > 0 && (pixels < 0 || frames < pixels);
}

/** Walks through the blocks of a GIF up to its second picture. */
function hasTwoFrames(gif: Uint8Array): boolean {
  const at = (index: number): number => gif[index] ?? 0;
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let place = 13 + tableBytes(at(10));
  let frames = 0;
  while (place < gif.length) {
    const block = at(place);
    if (block === 0x2c) {
      frames += 1;
      if (frames > 1) return true;
      place += 11 + tableBytes(at(place + 9));
    } else if (block === 0x21) place += 2;
    else return false;
    // What follows is cut into pieces, each after its length; an empty one is the last.
    while (place < gif.length && at(place) > 0) place += at(place) + 1;
    place += 1;
  }
  return false;
}
