/** Columns of the matrix: kinds of callers with identical results, in page order. */
export const COLUMNS = {
  anonymous: "nobody",
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
  { name: "anonymous", column: "anonymous", is: "nobody is signed in" },
  { name: "visitor", column: "link", is: "nobody is signed in; they were given a live link to the item" },
  { name: "visitor with a revoked link", column: "revoked", is: "the same, and the link was revoked since" },
  { name: "deleted user", column: "gone", is: "an admin of the workspace once; the tokens of an account that was deleted" },
  { name: "expired session", column: "gone", is: "a member of the workspace; the tokens of a session that is over" },
  { name: "stranger", column: "outsider", is: "signed in, with a workspace of their own" },
  { name: "invited", column: "outsider", is: "invited by e-mail, signed in, not joined yet" },
  { name: "ex-member", column: "outsider", is: "was in it, with entries and a team, and was taken out" },
  { name: "server admin", column: "operator", is: "the administrator of the installation, in no workspace" },
  { name: "none by own entry", column: "none", is: "a member whose own entry on the folder and the file says None" },
  { name: "none by team", column: "none", is: "a member whose team's entry there says None" },
  { name: "none by inheritance", column: "none", is: "a member whose entry on the folder above says None" },
  { name: "view by own entry", column: "view", is: "a member with View by their own entry, where everyone's above says None" },
  { name: "view by team", column: "view", is: "the same by their team's entry" },
  { name: "view by inheritance", column: "view", is: "the same by an entry on the folder above" },
  { name: "edit by own entry", column: "edit", is: "a member with Edit by their own entry, where everyone's above says None" },
  { name: "edit by team", column: "edit", is: "the same by their team's entry" },
  { name: "edit by inheritance", column: "edit", is: "the same by an entry on the folder above" },
  { name: "viewer", column: "viewer", is: "a viewer for whom no entry stands" },
  { name: "member", column: "member", is: "a member for whom no entry stands" },
  { name: "team owner", column: "teamOwner", is: "a member for whom no entry stands, who owns the team in question" },
  { name: "admin", column: "admin", is: "an admin of the workspace" },
  { name: "owner", column: "owner", is: "its only owner" },
] as const satisfies readonly { name: string; column: Column; is: string }[];

export type CallerName = (typeof CALLERS)[number]["name"];
