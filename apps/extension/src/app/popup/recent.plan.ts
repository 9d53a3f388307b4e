import { type Target, locationName } from "../../shared/core/save-target.plan.ts";

/** A space or folder whose newest items are shown. */
export interface RecentLocation {
  workspaceId: string;
  folderId: string | null;
  name: string;
  /** Unique key. */
  key: string;
}

/** Returns the save target of captures as {@link RecentLocation}; null for the personal library. */
export function recentLocationOf(target: Target | null): RecentLocation | null {
  if (!target) return null;
  const { workspaceId, folderId } = target;
  return { workspaceId, folderId, name: locationName(target), key: `${workspaceId}/${folderId ?? ""}` };
}

/** Returns the query: everything in a library, or the content of one folder. */
export function recentQuery(location: RecentLocation | null, limit: number) {
  const { workspaceId = "personal", folderId = null } = location ?? {};
  const where = folderId === null ? ({ view: "all" } as const) : ({ view: "folder", folderId } as const);
  return { params: { workspaceId }, query: { ...where, sort: "newest", limit } as const };
}

/** Returns the path of its page on the server. */
export function recentPath(location: RecentLocation | null): string {
  if (!location) return "/images";
  const { workspaceId, folderId } = location;
  return folderId === null ? `/w/${workspaceId}` : `/w/${workspaceId}/folder/${folderId}`;
}
