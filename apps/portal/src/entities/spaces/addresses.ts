import { PERSONAL, spaceOf, type Placed, type SpaceRef } from "./space-ref.ts";

/** Link target for `Link` and `navigate`. */
export interface Target {
  to: string;
  search: { folder?: string };
}

/** Library pages of a workspace besides its root. */
export type WorkspaceSection = "all" | "starred" | "shared" | "trash";

/** Returns the target of a folder's page, or (null) of the root page. */
export function folderTarget({
  ref,
  kind,
  folderId,
}: {
  ref: SpaceRef;
  kind: "image" | "video" | "mixed";
  folderId: string | null;
}): Target {
  if (ref !== PERSONAL) return { to: folderId === null ? `/w/${ref}` : `/w/${ref}/folder/${folderId}`, search: {} };
  return { to: kind === "video" ? "/videos" : "/images", search: folderId === null ? {} : { folder: folderId } };
}

/** Returns the same as a path. */
export function folderPath(location: Parameters<typeof folderTarget>[0]): string {
  const { to, search } = folderTarget(location);
  return search.folder === undefined ? to : `${to}?folder=${encodeURIComponent(search.folder)}`;
}

/** The parts of an item's address. */
export type Addressed = Placed & { id: string; type: "image" | "video" };

/** Returns the path of an item's page. */
export function itemPath(item: Addressed): string {
  const ref = spaceOf(item);
  return `${ref === PERSONAL ? "" : `/w/${ref}`}/${item.type === "image" ? "images" : "videos"}/${item.id}`;
}

/** Returns the path of an item's annotation page. */
export const annotatePath = (item: Addressed): string => `${itemPath(item)}/annotate`;

/** Returns the path of a video's editor. */
export const videoEditPath = (item: Addressed): string => `${itemPath(item)}/edit`;

/** A library page according to its address. */
export interface LibraryLocation {
  ref: SpaceRef;
  screen: "images" | "videos" | "shared" | "starred" | "trash" | "files" | "all";
  folderId: string | null;
}

const SECTIONS = new Set(["all", "starred", "shared", "trash"]);

/** Returns the library page of an address; null for other pages. */
export function locationAt(pathname: string, folder: string | undefined): LibraryLocation | null {
  const [, first = "", ref = "", third, fourth] = pathname.split("/");
  if (first === "w" && ref !== "") {
    if (third === undefined || third === "") return { ref, screen: "files", folderId: null };
    if (third === "folder" && fourth) return { ref, screen: "files", folderId: fourth };
    return SECTIONS.has(third) && fourth === undefined ? { ref, screen: third as WorkspaceSection, folderId: null } : null;
  }
  if (ref !== "") return null;
  if (first === "images" || first === "videos") return { ref: PERSONAL, screen: first, folderId: folder ?? null };
  return first !== "all" && SECTIONS.has(first) ? { ref: PERSONAL, screen: first as WorkspaceSection, folderId: null } : null;
}

/** Returns whether an address shows a workspace's library: one of its pages or items. */
export function showsLibraryOf(pathname: string, ref: SpaceRef): boolean {
  const location = locationAt(pathname, undefined);
  if (location) return location.ref === ref;
  const [, first, space, third, itemId] = pathname.split("/");
  return first === "w" && space === ref && (third === "images" || third === "videos") && itemId !== undefined && itemId !== "";
}
