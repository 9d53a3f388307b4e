import type { Column } from "./callers.ts";

/** Results of a cell of the matrix. */
export const VERDICTS = {
  ok: "it is done (2xx, or a redirect to the bytes); a list shows what it is about",
  own: "it is done, and it is about oneself alone",
  part: "it is done; what one may not read is not in the answer",
  same: "everybody is answered the same",
  "(403)": "the call succeeds; the item is among those that were refused, with `forbidden`",
  "(404)": "the call succeeds; the item is among those that were refused, with `not-found`",
  "401": "please log in",
  "403": "one may see it, but not do this",
  "404": "it is not there: byte for byte what is said of an id that never was",
  "409": "a workspace needs an owner",
  "410": "it was used already, or is over",
  "422": "the folder that was named is not there: byte for byte what is said of an id that never was",
} as const;

export type Verdict = keyof typeof VERDICTS;
/** Cells of one row. */
export type Cells = Readonly<Record<Column, Verdict>>;

const NOT_SIGNED_IN = { anonymous: "401", link: "401", revoked: "401", gone: "401" } as const;
const everybody = (verdict: Verdict): Cells => ({
  anonymous: verdict,
  link: verdict,
  revoked: verdict,
  gone: verdict,
  outsider: verdict,
  operator: verdict,
  none: verdict,
  view: verdict,
  edit: verdict,
  viewer: verdict,
  member: verdict,
  teamOwner: verdict,
  admin: verdict,
  owner: verdict,
});

/** Public. */
export const PUBLIC: Cells = everybody("ok");
/** Independent of permissions: the same result for everyone. */
export const SAME: Cells = everybody("same");
/** Expired or used, for everyone. */
export const OVER: Cells = everybody("410");
/** The caller's own account. */
export const ACCOUNT: Cells = { ...everybody("own"), ...NOT_SIGNED_IN };
/** Every signed-in user. */
export const SIGNED_IN: Cells = { ...PUBLIC, ...NOT_SIGNED_IN };
/** Administrators of the installation. */
export const OPERATORS: Cells = { ...everybody("403"), ...NOT_SIGNED_IN, operator: "ok" };
/** Members of the workspace, independent of entries. */
export const MEMBERS: Cells = { ...everybody("ok"), ...NOT_SIGNED_IN, outsider: "404", operator: "404" };
/** Members except viewers. */
export const NO_VIEWERS: Cells = { ...MEMBERS, viewer: "403" };
/** Owners and admins. */
export const ADMINS: Cells = { ...NO_VIEWERS, none: "403", view: "403", edit: "403", member: "403", teamOwner: "403" };
/** Member preview: for owners and admins; for others the resource must be readable. */
export const LOOK: Cells = { ...ADMINS, none: "404" };
/** Owners. */
export const OWNERS: Cells = { ...ADMINS, admin: "403" };
/** Owners, admins, and the team's owner. */
export const TEAM_OWNERS: Cells = { ...ADMINS, teamOwner: "ok" };
/** Lists without unreadable content. */
export const LISTS: Cells = { ...MEMBERS, none: "part" };
/** Needs read permission. */
export const READ: Cells = { ...MEMBERS, none: "404" };
/** Needs read permission or a link. */
export const READ_OR_LINK: Cells = { ...READ, link: "ok", revoked: "404" };
/** Needs write permission. */
export const WRITE: Cells = { ...READ, view: "403", viewer: "403" };
/** Adds to a folder: needs write permission there. */
export const WRITE_INTO: Cells = { ...WRITE, none: "422" };
/** Entries are edited by owners, admins, and the creator of the folder or item. */
export const EDIT_RIGHTS: Cells = { ...ADMINS, none: "404" };
/** Bulk operation with write permission per item. Callers without any write permission are refused immediately. */
export const WRITE_EACH: Cells = { ...MEMBERS, none: "(404)", view: "(403)", viewer: "403" };
/** Bulk operation with read permission per item. */
export const READ_EACH: Cells = { ...MEMBERS, none: "(404)" };
/** Bearer of the link, signed in or not; `nobody` has no link. */
export const LINK: Cells = { ...PUBLIC, anonymous: "404", revoked: "404" };
