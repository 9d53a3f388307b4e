import { type Target, placeName } from "../../shared/core/save-target.plan.ts";

/** A place whose newest items are shown. */
export interface RecentPlace {
  workspaceId: string;
  folderId: string | null;
  name: string;
  /** Tells it from other places. */
  key: string;
}

/** The place that captures go to, as its newest items are shown; null for one's own library. */
export function recentPlaceOf(target: Target | null): RecentPlace | null {
  if (!target) return null;
  const { workspaceId, folderId } = target;
  return { workspaceId, folderId, name: placeName(target), key: `${workspaceId}/${folderId ?? ""}` };
}

/** What is asked for: everything in one's own library or in a workspace, or what lies in the one folder. */
export function recentQuery(place: RecentPlace | null, limit: number) {
  const { workspaceId = "personal", folderId = null } = place ?? {};
  const where = folderId === null ? ({ view: "all" } as const) : ({ view: "folder", folderId } as const);
  return { params: { workspaceId }, query: { ...where, sort: "newest", limit } as const };
}

/** The page of the place on the server. */
export function recentPath(place: RecentPlace | null): string {
  if (!place) return "/images";
  const { workspaceId, folderId } = place;
  return folderId === null ? `/w/${workspaceId}` : `/w/${workspaceId}/folder/${folderId}`;
}
