import { fileNameOf, titleOf } from "../../shared/data/file-name.ts";
import type { Preferences } from "../../shared/data/preferences.ts";
import type { Target } from "../../shared/core/save-target.plan.ts";
import type { StoredCapture, TakenPicture } from "../core/stored-capture.ts";

/** Creates the stored form of a new capture: no annotations, nothing sent. */
export function newCapture(
  taken: Omit<TakenPicture, "picture">,
  {
    owner,
    preferences,
    target = null,
    nowMs,
  }: { owner: string | null; preferences: Pick<Preferences, "fileNamePattern" | "captureFolderId">; target?: Target | null; nowMs: number },
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
    // Folders belong to an account: a signed-out user has none.
    workspaceId: owner === null ? null : (target?.workspaceId ?? null),
    folderId: owner === null ? null : target ? target.folderId : preferences.captureFolderId,
    owner,
    idempotencyKey: crypto.randomUUID(),
    triedRevision: null,
  };
}
