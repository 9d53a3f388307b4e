import type { Column } from "./callers.ts";

/** What a caller is answered, as a cell of the matrix says it. */
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
/** One row's cells. */
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

/** Open to everybody. */
export const PUBLIC: Cells = everybody("ok");
/** Nothing that rights have a say in: one answer for all. */
export const SAME: Cells = everybody("same");
/** Over or used already, whoever asks. */
export const OVER: Cells = everybody("410");
/** About the caller's own account. */
export const ACCOUNT: Cells = { ...everybody("own"), ...NOT_SIGNED_IN };
/** For whoever is signed in. */
export const SIGNED_IN: Cells = { ...PUBLIC, ...NOT_SIGNED_IN };
/** For administrators of the installation. */
export const OPERATORS: Cells = { ...everybody("403"), ...NOT_SIGNED_IN, operator: "ok" };
/** For whoever is in the workspace; entries have no say. */
export const MEMBERS: Cells = { ...everybody("ok"), ...NOT_SIGNED_IN, outsider: "404", operator: "404" };
/** For members, and not for viewers. */
export const NO_VIEWERS: Cells = { ...MEMBERS, viewer: "403" };
/** For owners and admins. */
export const ADMINS: Cells = { ...NO_VIEWERS, none: "403", view: "403", edit: "403", member: "403", teamOwner: "403" };
/** A look at something as another member sees it is for owners and admins; to others it must be there at all. */
export const LOOK: Cells = { ...ADMINS, none: "404" };
/** For owners. */
export const OWNERS: Cells = { ...ADMINS, admin: "403" };
/** For owners and admins, and whoever owns the team. */
export const TEAM_OWNERS: Cells = { ...ADMINS, teamOwner: "ok" };
/** A list that leaves out what one may not read. */
export const LISTS: Cells = { ...MEMBERS, none: "part" };
/** Needs the right to read. */
export const READ: Cells = { ...MEMBERS, none: "404" };
/** Needs the right to read, or a link. */
export const READ_OR_LINK: Cells = { ...READ, link: "ok", revoked: "404" };
/** Needs the right to write. */
export const WRITE: Cells = { ...READ, view: "403", viewer: "403" };
/** Puts something into a folder: needs the right to write there. */
export const WRITE_INTO: Cells = { ...WRITE, none: "422" };
/** Rights on a place are edited by owners and admins, and by whoever made it. */
export const EDIT_RIGHTS: Cells = { ...ADMINS, none: "404" };
/** Many at once, each by the right to write it. Whoever may write nowhere is told so at once. */
export const WRITE_EACH: Cells = { ...MEMBERS, none: "(404)", view: "(403)", viewer: "403" };
/** The same by the right to read. */
export const READ_EACH: Cells = { ...MEMBERS, none: "(404)" };
/** Whoever holds the link, signed in or not; `nobody` holds none. */
export const LINK: Cells = { ...PUBLIC, anonymous: "404", revoked: "404" };
