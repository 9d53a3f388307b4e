import { z } from "zod";
import { Email, Id, IsoDate, Name, Nothing, page, Paging } from "./common.contract.ts";
import { MemberRole } from "./workspaces.contract.ts";
import { defineRoute } from "./route.ts";

/** A quota in bytes; 0 is unlimited. */
const Quota = z.int().min(0);

/** A user as administrators see them in the list. */
export const ManagedUser = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  /** How the account was created. */
  provider: z.enum(["password", "google", "oidc"]),
  role: z.enum(["user", "admin"]),
  /** Null for active accounts. */
  suspendedAt: IsoDate.nullable(),
  createdAt: IsoDate,
  /** Last use of a session that still exists; null when there is none. */
  lastSeenAt: IsoDate.nullable(),
  /** Bytes of the items in the personal library, with its trash. */
  storageBytes: z.int(),
  /** Number of items in the personal library, without its trash. */
  itemCount: z.int(),
  /** The account's own quota; null when the default of the installation applies. */
  quota: Quota.nullable(),
  /** The quota that applies. */
  quotaLimit: Quota,
});

/** A user with what the list does not show. */
export const ManagedUserDetails = ManagedUser.extend({
  /** Bytes that count for the quota: of all items that the user owns, also in workspaces. */
  usedBytes: z.int(),
  /** Whether the account asks for the codes of an authenticator app. */
  hasTwoFactor: z.boolean(),
  workspaces: z.array(z.object({ id: Id, name: z.string(), role: MemberRole })),
  sessions: z.array(z.object({ id: Id, userAgent: z.string(), ip: z.string(), createdAt: IsoDate, lastSeenAt: IsoDate })),
  /** Last sign-ins, newest first, with refused ones. */
  signIns: z.array(z.object({ at: IsoDate, isRefused: z.boolean(), ip: z.string() })),
});

const UserParams = z.object({ userId: Id });

export const listUsers = defineRoute({
  id: "people.list",
  method: "GET",
  path: "/admin/users",
  summary: "Accounts of the installation, newest first; `q` searches names and e-mail addresses",
  auth: "admin",
  query: z.object({
    ...Paging,
    q: z.string().trim().max(100).optional(),
    role: z.enum(["user", "admin"]).optional(),
    state: z.enum(["active", "suspended"]).optional(),
    /** Only members of this workspace. */
    workspaceId: Id.optional(),
  }),
  response: page(ManagedUser),
});

export const createManagedUser = defineRoute({
  id: "people.create",
  method: "POST",
  path: "/admin/users",
  summary: "Add an account without a password, also when registration is closed; its user gets a link to set one",
  auth: "admin",
  body: z.object({ email: Email, displayName: Name, role: z.enum(["user", "admin"]) }),
  response: z.object({
    user: ManagedUserDetails,
    /** The link for the password, valid for 7 days. Only without a mail server, and only here; null when the link is mailed. */
    passwordUrl: z.string().nullable(),
  }),
  success: 201,
  errors: ["email-already-in-use", "sign-in-method-off"],
});

export const getManagedUser = defineRoute({
  id: "people.get",
  method: "GET",
  path: "/admin/users/{userId}",
  summary: "One account, with its workspaces, sessions and last sign-ins",
  auth: "admin",
  params: UserParams,
  response: ManagedUserDetails,
});

export const updateManagedUser = defineRoute({
  id: "people.update",
  method: "PUT",
  path: "/admin/users/{userId}",
  summary: "Change role or quota, suspend or restore; a suspension ends all sessions",
  auth: "admin",
  params: UserParams,
  body: z.object({
    role: z.enum(["user", "admin"]).optional(),
    suspended: z.boolean().optional(),
    /** Bytes; 0 is unlimited, null is the default of the installation. */
    quota: Quota.nullable().optional(),
  }),
  response: ManagedUserDetails,
  errors: ["last-administrator", "quota-below-use"],
});

export const deleteManagedUser = defineRoute({
  id: "people.delete",
  method: "DELETE",
  path: "/admin/users/{userId}",
  summary: "Delete an account, and delete or transfer its personal library; its items in workspaces remain",
  auth: "admin",
  params: UserParams,
  body: z
    .object({
      /** What happens to the personal library. */
      items: z.enum(["delete", "transfer"]),
      /** The account that receives the library. */
      toUserId: Id.optional(),
      /** The account that becomes owner of the workspaces without another owner. By default the member with the longest membership. */
      workspacesToUserId: Id.optional(),
    })
    .refine(({ items, toUserId }) => items === "delete" || toUserId !== undefined, {
      path: ["toUserId"],
      error: "Choose the account that receives the items.",
    }),
  response: z.object({ transferredItems: z.int() }),
  errors: ["last-administrator", "receiver-quota-exceeded"],
});

export const sendManagedReset = defineRoute({
  id: "people.resetPassword",
  method: "POST",
  path: "/admin/users/{userId}/reset-password",
  summary: "Send the user a link for a new password",
  auth: "admin",
  params: UserParams,
  response: Nothing,
  errors: ["account-suspended"],
});

export const endManagedSessions = defineRoute({
  id: "people.endSessions",
  method: "DELETE",
  path: "/admin/users/{userId}/sessions",
  summary: "End all sessions of the user",
  auth: "admin",
  params: UserParams,
  response: Nothing,
});

export const disableManagedTwoFactor = defineRoute({
  id: "people.disableTwoFactor",
  method: "DELETE",
  path: "/admin/users/{userId}/two-factor",
  summary: "Turn off the authenticator app of a user; the user gets a mail",
  auth: "admin",
  params: UserParams,
  response: Nothing,
  errors: ["two-factor-off"],
});
