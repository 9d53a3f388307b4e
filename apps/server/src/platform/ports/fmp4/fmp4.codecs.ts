import { type Box, Fields, findBox, Fmp4Error } from "./fmp4.boxes.ts";

/** A codec by its short name and its browser name; null where no browser name exists. */
export interface Codec {
  name: string;
  text: string | null;
}

/** Bytes before the boxes of a sample entry: reserved bytes, and fields of video or audio. */
export const VISUAL_ENTRY_BYTES = 78;
export const AUDIO_ENTRY_BYTES = 28;

const hex = (value: number): string => value.toString(16).padStart(2, "0");
const two = (value: number): string => String(value).padStart(2, "0");

function avc(fields: Fields, type: string): string {
  fields.skip(1);
  return `${type}.${hex(fields.u8())}${hex(fields.u8())}${hex(fields.u8())}`;
}

/** ISO/IEC 14496-15, annex E: profile, compatibility (reversed bits), tier and level, constraints. */
function hevc(fields: Fields, type: string): string {
  fields.skip(1);
  const first = fields.u8();
  let turned = 0;
  for (let compatibility = fields.u32(), bit = 0; bit < 32; bit += 1) turned = ((turned << 1) | ((compatibility >>> bit) & 1)) >>> 0;
  const constraints = Array.from({ length: 6 }, () => fields.u8());
  while (constraints.at(-1) === 0) constraints.pop();
  const level = fields.u8();
  const space = ["", "A", "B", "C"][first >>> 6] ?? "";
  const parts = [
    `${type}.${space}${first & 0x1f}`,
    turned.toString(16),
    `${first & 0x20 ? "H" : "L"}${level}`,
    ...constraints.map((one) => one.toString(16)),
  ];
  return parts.join(".");
}

function vp9(fields: Fields): string {
  fields.full();
  const [profile, level, depth] = [fields.u8(), fields.u8(), fields.u8() >>> 4];
  return `vp09.${two(profile)}.${two(level)}.${two(depth)}`;
}

function av1(fields: Fields): string {
  fields.skip(1);
  const [first, second] = [fields.u8(), fields.u8()];
  const depth = second & 0x40 ? (second & 0x20 ? 12 : 10) : 8;
  return `av01.${first >>> 5}.${two(first & 0x1f)}${second & 0x80 ? "H" : "M"}.${two(depth)}`;
}

/** Skips the header of a descriptor of ISO/IEC 14496-1, whose length has seven bits per byte. */
function descriptor(fields: Fields, tag: number): void {
  if (fields.u8() !== tag) throw new Fmp4Error("A descriptor is missing.");
  for (let count = 0; count < 4 && fields.u8() & 0x80; count += 1);
}

function mp4a(fields: Fields): Codec {
  fields.full();
  descriptor(fields, 3);
  fields.skip(2);
  const flags = fields.u8();
  if (flags & 0x80) fields.skip(2);
  if (flags & 0x40) fields.skip(fields.u8());
  if (flags & 0x20) fields.skip(2);
  descriptor(fields, 4);
  const kind = fields.u8();
  if (kind === 0x69 || kind === 0x6b) return { name: "mp3", text: "mp4a.6b" };
  if (kind !== 0x40) return { name: "mp4a", text: `mp4a.${hex(kind)}` };
  fields.skip(12);
  descriptor(fields, 5);
  const head = fields.u16();
  const object = head >>> 11;
  return { name: "aac", text: `mp4a.40.${object === 31 ? 32 + ((head >>> 5) & 0x3f) : object}` };
}

/** Parsers of sample entries: the configuration box and its codec string. */
const CODECS: Record<string, { name: string; box?: string; read?: (fields: Fields, type: string) => string | Codec; text?: string }> = {
  avc1: { name: "avc", box: "avcC", read: avc },
  avc3: { name: "avc", box: "avcC", read: avc },
  hvc1: { name: "hevc", box: "hvcC", read: hevc },
  hev1: { name: "hevc", box: "hvcC", read: hevc },
  vp08: { name: "vp8", text: "vp8" },
  vp09: { name: "vp9", box: "vpcC", read: vp9 },
  av01: { name: "av1", box: "av1C", read: av1 },
  mp4a: { name: "aac", box: "esds", read: mp4a },
  Opus: { name: "opus", text: "opus" },
  fLaC: { name: "flac", text: "flac" },
  ".mp3": { name: "mp3", text: "mp3" },
};

/** Returns the codec of a sample entry. An unknown one has the name from the file. */
export function codecOf(bytes: Buffer, entry: Box, fixedBytes: number): Codec {
  const known = Object.hasOwn(CODECS, entry.type) ? CODECS[entry.type] : undefined;
  if (!known) return { name: entry.type.replaceAll(/[^\w-]/gu, "") || "unknown", text: null };
  const start = entry.start + fixedBytes;
  if (start > entry.end) throw new Fmp4Error("A sample entry is too short.");
  const box = known.box === undefined ? undefined : findBox(bytes, { start, end: entry.end }, known.box);
  if (!box || !known.read) return { name: known.name, text: known.text ?? null };
  const described = known.read(new Fields(bytes, box), entry.type);
  return typeof described === "string" ? { name: known.name, text: described } : described;
}
