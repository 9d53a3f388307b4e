import { fileNameOf, titleOf } from "../files/file-name.ts";
import type { Preferences } from "../shared/preferences.ts";
import type { StoredCapture, TakenPicture } from "./capture.types.ts";

/** A capture that was just taken, as it is kept: nothing drawn, nothing sent. */
export function newCapture(
  taken: Omit<TakenPicture, "picture">,
  {
    owner,
    preferences,
    nowMs,
  }: { owner: string | null; preferences: Pick<Preferences, "fileNamePattern" | "captureFolderId">; nowMs: number },
): StoredCapture {
  const { pageUrl, record, width, height } = taken;
  const title = titleOf(taken.title, pageUrl);
  return {
    id: crypto.randomUUID(),
    createdAt: nowMs,
    touchedAt: nowMs,
    discardedAt: null,
    title,
    fileName: fileNameOf(preferences.fileNamePattern, { title, pageUrl, takenAt: new Date(nowMs) }),
    pageUrl,
    record,
    width,
    height,
    document: null,
    savedDocument: null,
    keepOriginal: true,
    revision: 1,
    upload: { state: "none" },
    item: null,
    // A folder is of an account: whoever captures signed out has none.
    folderId: owner === null ? null : preferences.captureFolderId,
    owner,
    idempotencyKey: crypto.randomUUID(),
    triedRevision: null,
  };
}
