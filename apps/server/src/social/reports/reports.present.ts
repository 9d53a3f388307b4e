import type { getReports, listReports, ServerResult } from "@stillreel/contract";
import { avatarUrl } from "../../people/auth/index.ts";
import type { ReportedRow, ReportRow } from "./reports.repo.ts";

export type PresentedReported = ServerResult<typeof listReports>["items"][number];
export type PresentedReport = ServerResult<typeof getReports>["newestReports"][number];

const dateOf = (text: string): string => new Date(text).toISOString();
const dateOrNull = (text: string | null): string | null => (text === null ? null : dateOf(text));

/** Converts a report to the contract's form. */
export function presentReport({ id, reason, text, email, created_at: createdAt }: ReportRow): PresentedReport {
  return { id, reason, text, email, createdAt: dateOf(createdAt) };
}

/** Converts a reported link to the contract's form. */
export function presentReported(publicUrl: string, row: ReportedRow): PresentedReported {
  const { item_id: id, item_type: type, folder_id: folderId, owner_id: ownerId, taken_down_at: removedAt } = row;
  return {
    slug: row.slug,
    shareUrl: `${publicUrl}/s/${row.slug}`,
    item: id === null || type === null ? null : { id, type, title: row.item_title ?? "" },
    folder: folderId === null ? null : { id: folderId, name: row.folder_name ?? "" },
    owner: ownerId === null ? null : { id: ownerId, displayName: row.owner_name ?? "", photoURL: avatarUrl(row.owner_avatar) },
    reports: row.reports,
    newest: presentReport(row.newest),
    firstAt: dateOf(row.first_at),
    lastAt: dateOf(row.last_at),
    closedAt: dateOrNull(row.closed_at),
    isRevoked: row.revoked_at !== null,
    removal: removedAt === null ? null : { at: dateOf(removedAt), reason: row.taken_down_reason ?? row.newest.reason },
  };
}
