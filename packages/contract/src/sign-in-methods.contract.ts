import { z } from "zod";
import { TypedPassword } from "./auth.contract.ts";
import { Id, IsoDate, Nothing } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** The identity providers that a server can use: Google, and one OpenID Connect provider. */
export const IdentityProvider = z.enum(["google", "oidc"]);
export type IdentityProvider = z.infer<typeof IdentityProvider>;

/** Why a signed-in user goes to an identity provider: to sign in by it later, or to prove who they are. */
export const ProviderPurpose = z.enum(["link", "prove"]);
export type ProviderPurpose = z.infer<typeof ProviderPurpose>;

/** Query parameters with which the identity provider's page returns: the finished purpose, or the code of an error. */
export const PROVIDER_DONE = "provider-done";
export const PROVIDER_ERROR = "provider-error";

/** An account at an identity provider that signs in to this account. */
export const LinkedIdentity = z.object({
  id: Id,
  /** Null for a provider that this server no longer uses. */
  provider: IdentityProvider.nullable(),
  /** Name of the provider, as its button has it. */
  name: z.string(),
  email: z.string(),
  linkedAt: IsoDate,
  /** False for the last usable sign-in method of the account. */
  canUnlink: z.boolean(),
});

const GoogleCredential = z.string().min(1).max(8192);

export const getSignInMethods = defineRoute({
  id: "auth.getSignInMethods",
  method: "GET",
  path: "/auth/methods",
  summary: "Sign-in methods of the account, and those that the server permits",
  auth: "user",
  sessionOnly: true,
  response: z.object({
    password: z.object({ isSet: z.boolean(), isPermitted: z.boolean() }),
    passkeys: z.object({
      count: z.int(),
      /** False when the only passkey is the last usable sign-in method. */
      canRemove: z.boolean(),
    }),
    /** The configured providers. One that is not permitted can only be unlinked. */
    providers: z.array(z.object({ provider: IdentityProvider, name: z.string(), isPermitted: z.boolean() })),
    identities: z.array(LinkedIdentity),
  }),
});

export const startProvider = defineRoute({
  id: "auth.startProvider",
  method: "POST",
  path: "/auth/methods/start",
  summary:
    "Start to link an identity, or to re-authenticate with a linked one; 10 minutes, only in this session. Linking needs a re-authenticated session",
  auth: "user",
  sessionOnly: true,
  body: z.object({
    provider: IdentityProvider,
    purpose: ProviderPurpose,
    /** Page of this server to which the provider of OpenID Connect returns, with `provider-done` or `provider-error` in its query. */
    next: z.string().max(1_000).optional(),
    password: TypedPassword.optional(),
  }),
  response: z.object({
    /** Address of the OpenID Connect provider for the same browser. Null for Google. */
    url: z.string().nullable(),
    /** The nonce that Google's credential must contain. Null for OpenID Connect. */
    nonce: z.string().nullable(),
    /** Client id for Google's button. Null for OpenID Connect. */
    clientId: z.string().nullable(),
  }),
  errors: ["reauthentication-required", "not-configured", "sign-in-method-off"],
});

export const linkGoogle = defineRoute({
  id: "auth.linkGoogle",
  method: "POST",
  path: "/auth/methods/google",
  summary: "Link a Google account by its credential with the nonce of `POST /auth/methods/start`",
  auth: "user",
  sessionOnly: true,
  body: z.object({ credentials: GoogleCredential }),
  response: LinkedIdentity,
  success: 201,
  errors: ["invalid-credentials", "identity-in-use", "not-configured", "sign-in-method-off"],
});

export const unlinkIdentity = defineRoute({
  id: "auth.unlinkIdentity",
  method: "DELETE",
  path: "/auth/methods/{identityId}",
  summary: "Unlink an identity. A session older than 10 minutes needs the password",
  auth: "user",
  sessionOnly: true,
  params: z.object({ identityId: Id }),
  body: z.object({ password: TypedPassword.optional() }),
  response: Nothing,
  errors: ["reauthentication-required", "last-sign-in-method"],
});

export const sendPasswordLink = defineRoute({
  id: "auth.sendPasswordLink",
  method: "POST",
  path: "/auth/methods/password",
  summary: "Mail a link to set the first password of an account; single use, one hour",
  auth: "user",
  sessionOnly: true,
  response: Nothing,
  errors: ["password-exists", "sign-in-method-off", "account-suspended"],
});

export const proveWithGoogle = defineRoute({
  id: "auth.proveWithGoogle",
  method: "POST",
  path: "/auth/proof/google",
  summary: "Re-authenticate with a linked Google account; the session counts as new for 10 minutes",
  auth: "user",
  sessionOnly: true,
  body: z.object({ credentials: GoogleCredential }),
  response: Nothing,
  errors: ["invalid-credentials", "identity-mismatch", "not-configured", "sign-in-method-off"],
});
