/** Reads bytes of a file. Returns fewer than requested at its end. */
export type ReadAt = (offset: number, length: number) => Uint8Array;

/** The complete part of a fragmented MP4. */
export interface WholePart {
  /** End of the last complete fragment. */
  bytes: number;
  durationMs: number;
  fragments: number;
}

interface Box {
  type: string;
  start: number;
  /** Offset of its content. */
  body: number;
  end: number;
}

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Returns the box at `offset`, or null when the file ends inside its header or when it has no length. */
function boxAt(read: ReadAt, offset: number): Box | null {
  const head = view(read(offset, 16));
  if (head.byteLength < 8) return null;
  const size = head.getUint32(0);
  const type = String.fromCharCode(head.getUint8(4), head.getUint8(5), head.getUint8(6), head.getUint8(7));
  if (size === 1 && head.byteLength < 16) return null;
  const [length, headLength] = size === 1 ? [Number(head.getBigUint64(8)), 16] : [size, 8];
  if (length < headLength) return null;
  return { type, start: offset, body: offset + headLength, end: offset + length };
}

function children(read: ReadAt, { body, end }: Pick<Box, "body" | "end">): Box[] {
  const found: Box[] = [];
  for (let at = body; at + 8 <= end;) {
    const box = boxAt(read, at);
    if (!box || box.end > end) break;
    found.push(box);
    at = box.end;
  }
  return found;
}

const child = (read: ReadAt, parent: Box | undefined, type: string): Box | undefined =>
  parent && children(read, parent).find((box) => box.type === type);

/** Reads the units per second of each track from the file's head. */
function timescales(read: ReadAt, moov: Box): Map<number, number> {
  const scales = new Map<number, number>();
  for (const trak of children(read, moov).filter(({ type }) => type === "trak")) {
    const header = child(read, trak, "tkhd");
    const media = child(read, child(read, trak, "mdia"), "mdhd");
    if (!header || !media) continue;
    const track = view(read(header.body, 24));
    const times = view(read(media.body, 24));
    if (track.byteLength < 24 || times.byteLength < 24) continue;
    scales.set(track.getUint32(track.getUint8(0) === 1 ? 20 : 12), times.getUint32(times.getUint8(0) === 1 ? 20 : 12));
  }
  return scales;
}

/** Returns the length of the samples in a `trun`, in its track's units. */
function runLength(read: ReadAt, trun: Box, usual: number): number {
  const data = view(read(trun.body, trun.end - trun.body));
  const flags = data.getUint32(0) & 0xffffff;
  const samples = data.getUint32(4);
  if (!(flags & 0x100)) return samples * usual;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const step = [0x100, 0x200, 0x400, 0x800].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0);
  let length = 0;
  for (let index = 0; index < samples; index += 1) length += data.getUint32(first + index * step);
  return length;
}

/** Returns the end of a fragment, in seconds. */
function fragmentEnd(read: ReadAt, moof: Box, scales: ReadonlyMap<number, number>): number {
  let end = 0;
  for (const traf of children(read, moof).filter(({ type }) => type === "traf")) {
    const boxes = children(read, traf);
    const header = boxes.find(({ type }) => type === "tfhd");
    const decode = boxes.find(({ type }) => type === "tfdt");
    if (!header || !decode) continue;
    const tfhd = view(read(header.body, header.end - header.body));
    const tfdt = view(read(decode.body, 12));
    const scale = scales.get(tfhd.getUint32(4));
    if (!scale) continue;
    const flags = tfhd.getUint32(0) & 0xffffff;
    const usualAt = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
    const usual = flags & 0x8 ? tfhd.getUint32(usualAt) : 0;
    const begin = tfdt.getUint8(0) === 1 ? Number(tfdt.getBigUint64(4)) : tfdt.getUint32(4);
    const length = boxes.filter(({ type }) => type === "trun").reduce((sum, trun) => sum + runLength(read, trun, usual), 0);
    end = Math.max(end, (begin + length) / scale);
  }
  return end;
}

/**
 * Finds the playable part of a fragmented MP4 by the headers of its boxes: it reads some dozen bytes for each second of the
 * recording. Returns null for other formats.
 */
export function wholePart(read: ReadAt, fileBytes: number): WholePart | null {
  let scales: Map<number, number> | null = null;
  let last: Box | null = null;
  let open: Box | null = null;
  let [whole, fragments] = [0, 0];
  for (let at = 0; at < fileBytes;) {
    const box = boxAt(read, at);
    if (at === 0 && box?.type !== "ftyp") return null;
    if (!box || box.end > fileBytes) break;
    if (box.type === "moov") [scales, whole] = [timescales(read, box), box.end];
    if (box.type === "moof") open = box;
    if (box.type === "mdat" && open) {
      [last, open, whole] = [open, null, box.end];
      fragments += 1;
    }
    at = box.end;
  }
  if (!scales) return { bytes: 0, durationMs: 0, fragments: 0 };
  return { bytes: whole, durationMs: last ? Math.round(fragmentEnd(read, last, scales) * 1_000) : 0, fragments };
}
