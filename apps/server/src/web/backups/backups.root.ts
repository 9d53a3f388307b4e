/** What the user wants back: a workspace by id or name, an account by id or address, or a folder by id. */
export interface Wanted {
  kind: "workspace" | "account" | "folder";
  name: string;
}

/** The account, workspace or folder of a backup that returns. */
export interface Root extends Wanted {
  id: string;
  email: string | null;
  /** The workspace, the personal library of the account, or the space of the folder. */
  spaceId: string | null;
  /** Users who were members, by id, with their addresses. */
  members: Map<string, string>;
  /** Other workspaces in which the account was, by id, with their names. */
  others: Map<string, string>;
}
