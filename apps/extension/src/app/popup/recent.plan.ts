import { type Target, locationName } from "../../shared/core/save-target.plan.ts";

/** A place whose newest items are shown. */
export interface RecentLocation {
  workspaceId: string;
  folderId: string | null;
  name: string;
  /** Tells it from other places. */
  key: string;
}

/** The place that captures go to, as its newest items are shown; null for one's own library. */
export function recentLocationOf(target: Target | null): RecentLocation | null {
  if (!target) return null;
  const { workspaceId, folderId } = target;
  return { workspaceId, folderId, name: locationName(target), key: `${workspaceId}/${folderId ?? ""}` };
}

/** What is asked for: everything in one's own library or in a workspace, or what lies in the one folder. */
export function recentQuery(location: RecentLocation | null, limit: number) {
  const { workspaceId = "personal", folderId = null } = location ?? {};
  const where = folderId === null ? ({ view: "all" } as const) : ({ view: "folder", folderId } as const);
  return { params: { workspaceId }, query: { ...where, sort: "newest", limit } as const };
}

/** The page of the place on the server. */
export function recentPath(location: RecentLocation | null): string {
  if (!location) return "/images";
  const { workspaceId, folderId } = location;
  return folderId === null ? `/w/${workspaceId}` : `/w/${workspaceId}/folder/${folderId}`;
}
