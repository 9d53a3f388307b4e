import type { SoundType } from "../video.port.ts";

/** Number of bytes for detecting a sound type. */
export const SOUND_HEAD_BYTES = 4096;

const text = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString("latin1");

/** Returns the sound type by the first bytes; null for everything else: videos, images, and files with only a sound's extension. */
export function sniffSound(head: Uint8Array): SoundType | null {
  if (text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WAVE") return "audio/wav";
  if (text(head, 0, 4) === "OggS") return "audio/ogg";
  if (text(head, 4, 8) === "ftyp") return ["M4A ", "M4B "].includes(text(head, 8, 12)) ? "audio/mp4" : null;
  if (text(head, 0, 3) === "ID3") return "audio/mpeg";
  // A frame of MPEG layer III without tags.
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2 ? "audio/mpeg" : null;
}
