import { PERSONAL, spaceOf, type Placed, type SpaceRef } from "./space-ref.ts";

/** Where a link leads: for `Link` and `navigate`. */
export interface Target {
  to: string;
  search: { folder?: string };
}

/** The pages of a workspace's library beside its top level. */
export type WorkspaceSection = "all" | "starred" | "shared" | "trash";

/** A folder's page, or (with null) the page of the top level that holds such things. */
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

/** The same as an address. */
export function folderPath(place: Parameters<typeof folderTarget>[0]): string {
  const { to, search } = folderTarget(place);
  return search.folder === undefined ? to : `${to}?folder=${encodeURIComponent(search.folder)}`;
}

/** An item by what its address is made of. */
export type Addressed = Placed & { id: string; type: "image" | "video" };

/** Address of an item's own page. */
export function itemPath(item: Addressed): string {
  const ref = spaceOf(item);
  return `${ref === PERSONAL ? "" : `/w/${ref}`}/${item.type === "image" ? "images" : "videos"}/${item.id}`;
}

/** Address of the page on which a picture is drawn over. */
export const annotatePath = (item: Addressed): string => `${itemPath(item)}/annotate`;

/** A place of the library as its address tells it. */
export interface LibraryLocation {
  ref: SpaceRef;
  screen: "images" | "videos" | "shared" | "starred" | "trash" | "files" | "all";
  folderId: string | null;
}

const SECTIONS = new Set(["all", "starred", "shared", "trash"]);

/** Which place of the library an address shows; null for pages that show none. */
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

/** Does an address show a workspace's library: a place of it, or an item's own page? */
export function showsLibraryOf(pathname: string, ref: SpaceRef): boolean {
  const place = locationAt(pathname, undefined);
  if (place) return place.ref === ref;
  const [, first, space, third, itemId] = pathname.split("/");
  return first === "w" && space === ref && (third === "images" || third === "videos") && itemId !== undefined && itemId !== "";
}
