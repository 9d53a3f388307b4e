import { CAPTIONS_BYTES_MAX } from "@stillreel/contract";
import type { TFunction } from "i18next";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { cuesAsVtt, cuesFromFile } from "./cues.plan.ts";

/** Texts of the namespaces `video` and `common`. */
interface Texts {
  video: TFunction<"video">;
  common: TFunction;
}

/** Reads a file with captions (VTT or SRT). Returns them as VTT, or why the file cannot be used. */
export async function readCaptionFile(file: File, { video, common }: Texts): Promise<{ vtt: string } | { fault: string }> {
  if (file.size > CAPTIONS_BYTES_MAX) return { fault: video("captions.tooLarge", { size: formatBytes(CAPTIONS_BYTES_MAX, common) }) };
  const text = await file.text();
  const cues = cuesFromFile(text);
  if (cues.length === 0) return { fault: video("captions.unreadable") };
  return { vtt: /\.srt$/iu.test(file.name) ? cuesAsVtt(cues) : text };
}
