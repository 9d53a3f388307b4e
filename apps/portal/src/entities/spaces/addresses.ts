import { PERSONAL, spaceOf, type Placed, type SpaceRef } from "./space-ref.ts";

/** Link target for `Link` and `navigate`. */
export interface Target {
  to: string;
  search: { folder?: string };
}

/** Library pages of a workspace besides its root. */
export type WorkspaceSection = "all" | "starred" | "shared" | "trash";

/** First part of the addresses of each type's items in the personal library. */
const SECTIONS_OF_TYPES = { image: "images", video: "videos", board: "boards" } as const;
type ItemType = keyof typeof SECTIONS_OF_TYPES;
/** Name of the personal screen of each type. */
export type TypeSection = (typeof SECTIONS_OF_TYPES)[ItemType];

/** Returns the name of the personal screen of a type. */
export const sectionOf = (type: ItemType): TypeSection => SECTIONS_OF_TYPES[type];

/** Returns the target of a folder's page, or (null) of the root page. */
export function folderTarget({ ref, kind, folderId }: { ref: SpaceRef; kind: ItemType | "mixed"; folderId: string | null }): Target {
  if (ref !== PERSONAL) return { to: folderId === null ? `/w/${ref}` : `/w/${ref}/folder/${folderId}`, search: {} };
  return { to: `/${sectionOf(kind === "mixed" ? "image" : kind)}`, search: folderId === null ? {} : { folder: folderId } };
}

/** Returns the same as a path. */
export function folderPath(location: Parameters<typeof folderTarget>[0]): string {
  const { to, search } = folderTarget(location);
  return search.folder === undefined ? to : `${to}?folder=${encodeURIComponent(search.folder)}`;
}

/** The parts of an item's address. */
export type Addressed = Placed & { id: string; type: ItemType };

/** Returns the path of an item's page. */
export function itemPath(item: Addressed): string {
  const ref = spaceOf(item);
  return `${ref === PERSONAL ? "" : `/w/${ref}`}/${sectionOf(item.type)}/${item.id}`;
}

/** Returns the path of an item's annotation page. */
export const annotatePath = (item: Addressed): string => `${itemPath(item)}/annotate`;

/** Returns the path of a video's editor. */
export const videoEditPath = (item: Addressed): string => `${itemPath(item)}/edit`;

/** A library page according to its address. */
export interface LibraryLocation {
  ref: SpaceRef;
  screen: TypeSection | "shared" | "starred" | "trash" | "files" | "all";
  folderId: string | null;
}

const TYPE_SECTIONS: ReadonlySet<string> = new Set(Object.values(SECTIONS_OF_TYPES));
const isTypeSection = (part: string | undefined): part is TypeSection => part !== undefined && TYPE_SECTIONS.has(part);
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
  if (isTypeSection(first)) return { ref: PERSONAL, screen: first, folderId: folder ?? null };
  return first !== "all" && SECTIONS.has(first) ? { ref: PERSONAL, screen: first as WorkspaceSection, folderId: null } : null;
}

/** Returns whether an address shows a workspace's library: one of its pages or items. */
export function showsLibraryOf(pathname: string, ref: SpaceRef): boolean {
  const location = locationAt(pathname, undefined);
  if (location) return location.ref === ref;
  const [, first, space, third, itemId] = pathname.split("/");
  return first === "w" && space === ref && isTypeSection(third) && itemId !== undefined && itemId !== "";
}
