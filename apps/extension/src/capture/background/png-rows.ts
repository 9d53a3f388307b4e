const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const [GREY, RGB, RGBA] = [0, 2, 6];
/** Chunks that define the colour space; all other chunks are dropped. */
const COLOUR_CHUNKS = new Set(["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "pHYs"]);

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crcOf(bytes.subarray(4, data.length + 8)));
  return bytes;
}

interface Png {
  header: Uint8Array;
  width: number;
  height: number;
  /** Bytes per pixel. */
  depth: 3 | 4;
  colours: Uint8Array[];
  pixels: Uint8Array[];
}

/** Parses a PNG. Captures have 8 bits per channel and no interlacing; everything else is refused. */
function takeApart(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) throw new Error("This is no PNG.");
  const png: Png = { header: new Uint8Array(), width: 0, height: 0, depth: 4, colours: [], pixels: [] };
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (type === "IHDR") png.header = data.slice();
    else if (type === "IDAT") png.pixels.push(data);
    else if (COLOUR_CHUNKS.has(type)) png.colours.push(bytes.subarray(at, at + 12 + size));
    at += size + 12;
  }
  const [bits, kind, , , interlaced] = png.header.subarray(8);
  if (bits !== 8 || (kind !== RGB && kind !== RGBA) || interlaced !== 0 || kind === GREY) throw new Error("This PNG is of another kind.");
  const header = new DataView(png.header.buffer);
  return { ...png, width: header.getUint32(0), height: header.getUint32(4), depth: kind === RGB ? 3 : 4 };
}

/** Reverses the filter of the first row. */
function unfilterFirst(row: Uint8Array, depth: number): Uint8Array {
  const plain = new Uint8Array(row.length);
  const filter = row[0] ?? 0;
  for (let at = 1; at < row.length; at += 1) {
    const left = at > depth ? (plain[at - depth] ?? 0) : 0;
    // Without a previous row, "up" adds nothing, "average" adds half of the left pixel, and "Paeth" adds the left pixel.
    const add = filter === 1 || filter === 4 ? left : filter === 3 ? left >> 1 : 0;
    plain[at] = ((row[at] ?? 0) + add) & 0xff;
  }
  return plain;
}

/** Converts RGBA rows into unfiltered PNG rows. */
function rawRows({ data, width, height }: ImageData, depth: 3 | 4): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(height * (1 + width * depth));
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      for (let part = 0; part < depth; part += 1) rows[to++] = data[from + part] ?? 255;
    }
  }
  return rows;
}

/**
 * Prepends rows to a PNG without decoding it. The compressed pixels stay as they are; only the first row is filtered
 * again, because it now has a previous row. The picture may be taller than any canvas, and no pixel can change.
 */
export async function prependRows(picture: Blob, rows: ImageData): Promise<Blob> {
  const png = takeApart(new Uint8Array(await picture.arrayBuffer()));
  if (png.width !== rows.width) throw new Error("The rows are not as wide as the picture.");
  const rowBytes = 1 + png.width * png.depth;
  const compressed = new Blob(png.pixels as Uint8Array<ArrayBuffer>[]).stream();
  let first: Uint8Array | null = new Uint8Array(rowBytes);
  let filled = 0;
  const joined = new TransformStream<Uint8Array, Uint8Array>({
    start(out) {
      out.enqueue(rawRows(rows, png.depth));
    },
    transform(piece, out) {
      if (!first) return out.enqueue(piece);
      const taken = piece.subarray(0, rowBytes - filled);
      first.set(taken, filled);
      filled += taken.length;
      if (filled < rowBytes) return;
      out.enqueue(unfilterFirst(first, png.depth));
      first = null;
      if (piece.length > taken.length) out.enqueue(piece.subarray(taken.length));
    },
  });
  const stream = compressed
    .pipeThrough(new DecompressionStream("deflate"))
    .pipeThrough(joined as unknown as TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new CompressionStream("deflate"));
  new DataView(png.header.buffer).setUint32(4, png.height + rows.height);
  const parts: BlobPart[] = [SIGNATURE, chunk("IHDR", png.header), ...(png.colours as Uint8Array<ArrayBuffer>[])];
  for await (const piece of stream) parts.push(chunk("IDAT", piece));
  parts.push(chunk("IEND", new Uint8Array()));
  return new Blob(parts, { type: "image/png" });
}
