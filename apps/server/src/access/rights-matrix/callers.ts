/** Columns of the matrix: kinds of callers with identical results, in page order. */
export const COLUMNS = {
  anonymous: "anonymous",
  link: "link",
  revoked: "dead link",
  gone: "no session",
  outsider: "outsider",
  operator: "server admin",
  none: "None",
  view: "View",
  edit: "Edit",
  viewer: "viewer",
  member: "member",
  teamOwner: "team owner",
  admin: "admin",
  owner: "owner",
} as const;

export type Column = keyof typeof COLUMNS;

/** All callers with their columns. */
export const CALLERS = [
  { name: "anonymous", column: "anonymous", is: "not signed in" },
  { name: "visitor", column: "link", is: "not signed in, with a valid link to the item" },
  { name: "visitor with a revoked link", column: "revoked", is: "not signed in, with a link that was revoked" },
  { name: "deleted user", column: "gone", is: "a former admin of the workspace, with the tokens of the deleted account" },
  { name: "expired session", column: "gone", is: "a member of the workspace, with the tokens of an expired session" },
  { name: "stranger", column: "outsider", is: "signed in, with another workspace" },
  { name: "invited", column: "outsider", is: "signed in, invited by e-mail, not joined" },
  { name: "ex-member", column: "outsider", is: "signed in, a removed member who had entries and a team" },
  { name: "server admin", column: "operator", is: "the administrator of the installation, in no workspace" },
  { name: "none by own entry", column: "none", is: "a member whose own entry on the folder and the file says None" },
  { name: "none by team", column: "none", is: "a member whose team's entry there says None" },
  { name: "none by inheritance", column: "none", is: "a member whose entry on the folder above says None" },
  { name: "view by own entry", column: "view", is: "a member with View by their own entry, while the entry for everyone above says None" },
  { name: "view by team", column: "view", is: "the same, by the entry of a team" },
  { name: "view by inheritance", column: "view", is: "the same, by an entry on the folder above" },
  { name: "edit by own entry", column: "edit", is: "a member with Edit by their own entry, while the entry for everyone above says None" },
  { name: "edit by team", column: "edit", is: "the same, by the entry of a team" },
  { name: "edit by inheritance", column: "edit", is: "the same, by an entry on the folder above" },
  { name: "viewer", column: "viewer", is: "a viewer without entries" },
  { name: "member", column: "member", is: "a member without entries" },
  { name: "team owner", column: "teamOwner", is: "a member without entries who owns the team" },
  { name: "admin", column: "admin", is: "an admin of the workspace" },
  { name: "owner", column: "owner", is: "the only owner of the workspace" },
] as const satisfies readonly { name: string; column: Column; is: string }[];

export type CallerName = (typeof CALLERS)[number]["name"];
