/** Role of a member. */
export type Role = "owner" | "admin" | "member" | "viewer";
/** Permission on an item or folder. */
export type Right = { read: boolean; write: boolean };
/** An entry on a folder or item. */
export interface Entry extends Right {
  targetId: string;
  kind: "member" | "team" | "everyone";
  principalId: string;
}
/** An item. */
export interface Thing {
  id: string;
  type: "image" | "video";
  folderId: string | null;
  trashed: boolean;
}
/** Expected state of a workspace. */
export interface Model {
  workspaceId: string;
  roles: Map<string, Role>;
  teams: Map<string, string[]>;
  /** Parents of folders. */
  folders: Map<string, string | null>;
  items: Thing[];
  entries: Entry[];
  /** Items with a link, and starred items per user. */
  shared: Set<string>;
  stars: Map<string, Set<string>>;
}
