import { ApiError } from "@stillreel/client";
import { getShare, uploadImage } from "@stillreel/contract";
import { api } from "../shared/api.ts";
import type { CaptureFailure, CaptureResult } from "../shared/capture-result.ts";
import { type Capture, keepCapture } from "../shared/kept-captures.ts";
import { thumbnailOf } from "./thumbnail.ts";

const PERSONAL = "personal";

/** What a failed call means to the person who captured. */
export function failureOf(error: unknown): CaptureFailure {
  if (!(error instanceof ApiError)) return "failed";
  if (error.code === "offline" || error.code === "unavailable") return "offline";
  if (error.status === 401) return "signed-out";
  if (error.status === 413) return "too-large";
  if (error.status === 507) return "storage-full";
  return "failed";
}

async function upload({ picture, title, fileName, idempotencyKey }: Capture): Promise<string> {
  // The text fields come first: the server reads the form as a stream and stores the file when it meets it.
  const form = new FormData();
  form.append("title", title);
  form.append("fullFileName", fileName);
  form.append("file", picture, fileName);
  const args = { params: { workspaceId: PERSONAL }, body: form };
  const item = await api.call(uploadImage, args, { headers: { "idempotency-key": idempotencyKey } });
  return item.id;
}

/**
 * Sends a picture and gets its link. A picture that could not be sent is kept, unless sending it again cannot help.
 * Never throws: every end is a {@link CaptureResult}.
 */
export async function publishCapture(capture: Capture): Promise<CaptureResult> {
  const thumbnail = thumbnailOf(capture.picture);
  let itemId = capture.itemId;
  try {
    itemId ??= await upload(capture);
    const share = await api.call(getShare, { params: { workspaceId: PERSONAL, itemId } });
    return { ok: true, itemId, title: capture.title, shareUrl: share.shareUrl, copied: false, thumbnail: await thumbnail };
  } catch (error) {
    const reason = failureOf(error);
    const kept = reason !== "too-large";
    if (kept) await keepCapture(itemId === undefined ? capture : { ...capture, itemId });
    return { ok: false, reason, kept };
  }
}
