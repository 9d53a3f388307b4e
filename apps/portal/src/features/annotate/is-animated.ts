/** Number of initial bytes that reveal whether a WebP or PNG is animated. */
const HEAD_BYTES = 4_096;

/** Returns whether a GIF, WebP or PNG has more than one frame; annotations apply to the first. */
export async function isAnimated(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith("GIF8")) return hasTwoFrames(new Uint8Array(await blob.arrayBuffer()));
  if (text.startsWith("RIFF") && text.slice(8, 16) === "WEBPVP8X") return ((head[20] ?? 0) & 0x02) !== 0;
  if (!text.startsWith("\u0089PNG")) return false;
  // The animation chunk precedes the first frame.
  const [frames, pixels] = [text.indexOf("acTL"), text.indexOf("IDAT")];
  return frames > 0 && (pixels < 0 || frames < pixels);
}

/** Parses the blocks of a GIF up to its second frame. */
function hasTwoFrames(gif: Uint8Array): boolean {
  const at = (index: number): number => gif[index] ?? 0;
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let offset = 13 + tableBytes(at(10));
  let frames = 0;
  while (offset < gif.length) {
    const block = at(offset);
    if (block === 0x2c) {
      frames += 1;
      if (frames > 1) return true;
      offset += 11 + tableBytes(at(offset + 9));
    } else if (block === 0x21) offset += 2;
    else return false;
    // Data follows in sub-blocks with length prefixes; an empty one is the last.
    while (offset < gif.length && at(offset) > 0) offset += at(offset) + 1;
    offset += 1;
  }
  return false;
}
