import type { Quota } from "../../library/items/index.ts";
import type { UploadRow } from "./uploads.repo.ts";
import type { Staging } from "./staging/staging.ts";

/** A request with more data: its offset (-1 without data), and the length that it declares, if any. */
export interface MoreData {
  offset: number;
  length: number | null;
}

/**
 * Refuses data of an upload without a declared length that its owner has no room for. The length of other uploads counts from
 * their creation. @throws AppError `quota-exceeded`
 */
export async function assertRoomFor(quota: Quota, store: Staging, row: UploadRow, { offset, length }: MoreData): Promise<void> {
  const hasData = offset >= 0 && length !== offset;
  if (!hasData || row.finishedAt !== null || !(await quota.isLimited(row.userId))) return;
  const { size } = await store.getUpload(row.id);
  if (size === undefined) await quota.assertRoom({ ownerId: row.userId, workspaceId: row.workspaceId }, length ?? offset + 1);
}
