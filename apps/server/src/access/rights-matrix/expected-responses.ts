import type { PermissionName } from "../../platform/http/permissions.ts";
import type { Column } from "./callers.ts";

/** Results of a cell of the matrix. */
export const EXPECTED_RESPONSES = {
  ok: "the call succeeds (2xx, or a redirect to the bytes); a list contains the resource",
  own: "the call succeeds and concerns only the caller's own data",
  part: "the call succeeds; the response omits what the caller may not read",
  same: "every caller receives the same response",
  "(403)": "the call succeeds; the item is among the refused ones, with `forbidden`",
  "(404)": "the call succeeds; the item is among the refused ones, with `not-found`",
  "401": "the caller must sign in",
  "403": "the caller may read the resource, but not do this",
  "404": "not found: byte for byte the response for an id that never existed",
  "400": "the sent proof is not valid",
  "409":
    "the state does not permit it: a workspace needs an owner, the authenticator app is off, the account has a password, the item did not fail, the video has no transcript, no account of the service is connected",
  "410": "used already or expired",
  "501": "not configured on this server",
  "422": "the named folder is not found: byte for byte the response for an id that never existed",
} as const;

export type ExpectedResponse = keyof typeof EXPECTED_RESPONSES;
/** Cells of one row. */
export type Cells = Readonly<Record<Column, ExpectedResponse>>;

const NOT_SIGNED_IN = { anonymous: "401", link: "401", revoked: "401", gone: "401" } as const;
const allCallers = (expected: ExpectedResponse): Cells => ({
  anonymous: expected,
  link: expected,
  revoked: expected,
  gone: expected,
  outsider: expected,
  operator: expected,
  none: expected,
  view: expected,
  edit: expected,
  viewer: expected,
  member: expected,
  teamOwner: expected,
  admin: expected,
  owner: expected,
});

/** Public. */
export const PUBLIC: Cells = allCallers("ok");
/** Independent of permissions: the same result for everyone. */
export const SAME: Cells = allCallers("same");
/** Expired or used, for everyone. */
export const OVER: Cells = allCallers("410");
/** The caller's own account. */
export const ACCOUNT: Cells = { ...allCallers("own"), ...NOT_SIGNED_IN };
/** The caller's own account, in a state that does not permit the request. */
export const ACCOUNT_STATE: Cells = { ...allCallers("409"), ...NOT_SIGNED_IN };
/** The caller's own account, with a proof that is not valid. */
export const ACCOUNT_PROOF: Cells = { ...allCallers("400"), ...NOT_SIGNED_IN };
/** Something of the caller's own account that does not exist. */
export const ACCOUNT_UNKNOWN: Cells = { ...allCallers("404"), ...NOT_SIGNED_IN };
/** Something for the caller's own account that the server has no configuration for. */
export const ACCOUNT_ABSENT: Cells = { ...allCallers("501"), ...NOT_SIGNED_IN };
/** Something for the caller's own account that was used already or has expired. */
export const ACCOUNT_OVER: Cells = { ...allCallers("410"), ...NOT_SIGNED_IN };
/** Every signed-in user. */
export const SIGNED_IN: Cells = { ...PUBLIC, ...NOT_SIGNED_IN };
/** Administrators of the installation. */
export const OPERATORS: Cells = { ...allCallers("403"), ...NOT_SIGNED_IN, operator: "ok" };
/** Members of the workspace, independent of entries. */
export const MEMBERS: Cells = { ...allCallers("ok"), ...NOT_SIGNED_IN, outsider: "404", operator: "404" };
/** Members except viewers. */
export const NO_VIEWERS: Cells = { ...MEMBERS, viewer: "403" };
/** Owners and admins. */
export const ADMINS: Cells = { ...NO_VIEWERS, none: "403", view: "403", edit: "403", member: "403", teamOwner: "403" };
/** Member preview: for owners and admins; for others the resource must be readable. */
export const PREVIEW: Cells = { ...ADMINS, none: "404" };
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
/** Needs read permission, and a state that the caller's account does not have. */
export const READ_STATE: Cells = {
  ...READ,
  view: "409",
  edit: "409",
  viewer: "409",
  member: "409",
  teamOwner: "409",
  admin: "409",
  owner: "409",
};
/** Needs write permission. */
export const WRITE: Cells = { ...READ, view: "403", viewer: "403" };
/** Needs write permission, and a state that the item does not have. */
export const WRITE_STATE: Cells = { ...WRITE, edit: "409", member: "409", teamOwner: "409", admin: "409", owner: "409" };
/** Needs write permission, and a guest that the link does not have. */
export const UNKNOWN_GUEST: Cells = { ...WRITE, edit: "404", member: "404", teamOwner: "404", admin: "404", owner: "404" };
/** Adds to a folder: needs write permission there. */
export const WRITE_INTO: Cells = { ...WRITE, none: "422" };
/** Entries are edited by owners, admins, and the creator of the folder or item. */
export const EDIT_RIGHTS: Cells = { ...ADMINS, none: "404" };
/** Bulk operation with write permission per item. Callers without any write permission are refused immediately. */
export const WRITE_EACH: Cells = { ...MEMBERS, none: "(404)", view: "(403)", viewer: "403" };
/** Bulk operation with read permission per item. */
export const READ_EACH: Cells = { ...MEMBERS, none: "(404)" };
/** Bearer of the link, signed in or not; `anonymous` has no link. */
export const LINK: Cells = { ...PUBLIC, anonymous: "404", revoked: "404" };
/** Read permission or a link to sign in with; writable by signed-in users. */
const READ_SIGNED_IN_OR_LINK: Cells = { ...READ, revoked: "404" };
/** Every member may leave, except the last owner. */
const LEAVING: Cells = { ...MEMBERS, owner: "409" };

/** Expected cells of a route by the permission that it needs. A row states only a deviation from it. */
export const CELLS_OF: Readonly<Record<PermissionName, Cells>> = {
  public: PUBLIC,
  "signed-in": SIGNED_IN,
  "account.own": ACCOUNT,
  "server.admin": OPERATORS,
  "workspace.member": MEMBERS,
  "workspace.leave": LEAVING,
  "workspace.invite": NO_VIEWERS,
  "workspace.manage": ADMINS,
  "workspace.delete": OWNERS,
  "workspace.audit": ADMINS,
  "member.change": ADMINS,
  "team.join": NO_VIEWERS,
  "team.manage": TEAM_OWNERS,
  "item.list": LISTS,
  "item.read": READ,
  "item.view": READ_OR_LINK,
  "item.write": WRITE,
  "item.mail": READ,
  "item.download": READ_OR_LINK,
  "items.read": READ_EACH,
  "items.write": WRITE_EACH,
  "folder.read": READ,
  "folder.write": WRITE,
  "folder.add": WRITE_INTO,
  "entries.edit": EDIT_RIGHTS,
  "access.answer": WRITE,
  "comment.write": READ,
  "comment.edit": READ,
  "comment.delete": WRITE,
  "item.like": READ_SIGNED_IN_OR_LINK,
  "item.react": READ_SIGNED_IN_OR_LINK,
  "link.open": LINK,
};
