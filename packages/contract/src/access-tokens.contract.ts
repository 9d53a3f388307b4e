import { z } from "zod";
import { Id, IsoDate, Name, Nothing } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** What an access token permits: `read` only requests that change nothing, `write` all others, too. */
export const AccessTokenScope = z.enum(["read", "write"]);
export type AccessTokenScope = z.infer<typeof AccessTokenScope>;

/** One access token of the account, without its secret. */
export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  /** First characters of the token, by which its owner recognizes it. */
  prefix: z.string(),
  scopes: z.array(AccessTokenScope),
  createdAt: IsoDate,
  /** Accurate to a minute. Null when it was never used. */
  lastUsedAt: IsoDate.nullable(),
  /** Null when it does not expire. */
  expiresAt: IsoDate.nullable(),
  isExpired: z.boolean(),
});

export const listAccessTokens = defineRoute({
  id: "auth.listAccessTokens",
  method: "GET",
  path: "/auth/tokens",
  summary: "The account's access tokens, newest first, without their secrets",
  auth: "user",
  response: z.object({ items: z.array(AccessToken), nextCursor: z.null() }),
});

export const createAccessToken = defineRoute({
  id: "auth.createAccessToken",
  method: "POST",
  path: "/auth/tokens",
  summary: "Create an access token for programs, sent as `Authorization: Bearer …`. The response alone contains it",
  auth: "user",
  sessionOnly: true,
  body: z.object({
    name: Name,
    /** `write` includes `read`. */
    scopes: z.array(AccessTokenScope).min(1, "Choose what the token permits.").max(2).default(["read"]),
    /** Without a date the token does not expire. */
    expiresAt: IsoDate.nullable().optional(),
  }),
  response: AccessToken.extend({ token: z.string() }),
  success: 201,
  errors: ["session-required", "too-many-tokens"],
});

export const revokeAccessToken = defineRoute({
  id: "auth.revokeAccessToken",
  method: "DELETE",
  path: "/auth/tokens/{tokenId}",
  summary: "Revoke an access token; it is refused immediately. A token can revoke itself",
  auth: "user",
  params: z.object({ tokenId: Id }),
  response: Nothing,
});
