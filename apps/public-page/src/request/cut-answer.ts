import type { TrimRange } from "@stillreel/recorder/trim.plan";
import { dropUpload } from "./send-answer.ts";
import { newUploadId, storeAnswer, type StoredAnswer } from "./stored-answer.ts";

/** The part of a video could not be cut, or the visitor stopped it. */
export class CutError extends Error {
  readonly isStopped: boolean;

  constructor(isStopped: boolean) {
    super("The video is not cut.");
    this.isStopped = isStopped;
  }
}

interface Options {
  slug: string;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Loads the functions that trim, which most visitors do not need. */
export const loadTrim = (): Promise<typeof import("@stillreel/recorder/trim")> => import("@stillreel/recorder/trim");

/** Returns a name for the part of the video that an upload has. An upload continues only with the same part. */
const keyOf = (trim: TrimRange | null): string => (trim === null ? "" : `${trim.start}-${trim.end}`);

/**
 * Cuts a video before it is sent: what is outside of the chosen part never leaves the browser. The result is stored in this browser, so
 * that an upload continues with the same bytes after a reload.
 * @throws CutError
 */
export async function cutAnswer(
  file: File,
  known: StoredAnswer,
  { slug, signal, onProgress }: Options,
): Promise<{ file: File; answer: StoredAnswer }> {
  const { openTrimVideo, readTrimmed, removeTrimmed } = await loadTrim();
  const cutKey = keyOf(known.trim);
  if (known.cutKey === cutKey && known.cut !== null) {
    const stored = await readTrimmed(known.uploadId, known.cut.bytes);
    if (stored !== null) return { file: new File([stored], known.cut.name, { type: known.cut.type }), answer: known };
  }
  // Other bytes need another upload.
  await Promise.all([dropUpload(known.uploadId), removeTrimmed(known.uploadId)]);
  const answer: StoredAnswer = { ...known, uploadId: newUploadId(), cutKey, cut: null };
  storeAnswer(slug, answer);
  if (answer.trim === null) return { file, answer };
  const video = await openTrimVideo(file);
  try {
    if (video === null) throw new CutError(false);
    const part = await video.cut(answer.trim, { name: answer.uploadId, signal, onProgress });
    const stored = { ...answer, cut: { bytes: part.size, name: part.name, type: part.type } };
    storeAnswer(slug, stored);
    return { file: part, answer: stored };
  } catch {
    throw new CutError(signal.aborted);
  } finally {
    video?.close();
  }
}

/** Deletes the cut video of an answer from this browser. */
export async function removeCut({ uploadId, cut }: StoredAnswer): Promise<void> {
  if (cut !== null) await (await loadTrim()).removeTrimmed(uploadId);
}
