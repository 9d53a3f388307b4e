import { z } from "zod";
import { Session, TypedPassword } from "./auth.contract.ts";
import { Id, IsoDate, Nothing } from "./common.contract.ts";
import { PASSKEY_NAME_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Binary data of WebAuthn in base64url. */
const Binary = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/u, "Not base64url.");

const Transports = z.array(z.string().max(32)).max(8);

/** Id of a passkey that its authenticator gave. */
const CredentialId = Binary.min(1).max(1_400);

/** One passkey of the account. */
export const Passkey = z.object({ id: Id, name: z.string(), createdAt: IsoDate, lastUsedAt: IsoDate.nullable() });

const Descriptor = z.object({ id: CredentialId, type: z.literal("public-key"), transports: Transports });

/** Options of `navigator.credentials.create` in the JSON form of WebAuthn. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});

/** Options of `navigator.credentials.get` in the JSON form of WebAuthn. */
const RequestOptions = z.object({ challenge: z.string(), rpId: z.string(), timeout: z.int(), userVerification: z.literal("required") });

/** Options of `navigator.credentials.get` for the passkeys of one account. */
const ProofOptions = RequestOptions.extend({ allowCredentials: z.array(Descriptor) });

const shared = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

const Created = z.object({
  ...shared,
  response: z.object({ clientDataJSON: Binary, attestationObject: Binary, transports: Transports.default([]) }),
});

const Asserted = z.object({
  ...shared,
  response: z.object({ clientDataJSON: Binary, authenticatorData: Binary, signature: Binary }),
});

export const listPasskeys = defineRoute({
  id: "auth.listPasskeys",
  method: "GET",
  path: "/auth/passkeys",
  summary: "The account's passkeys, oldest first",
  auth: "user",
  sessionOnly: true,
  response: z.object({ items: z.array(Passkey), nextCursor: z.null() }),
});

export const startPasskey = defineRoute({
  id: "auth.startPasskey",
  method: "POST",
  path: "/auth/passkeys/start",
  summary: "Options to create a passkey; 5 minutes, single use. A session older than 10 minutes needs the password",
  auth: "user",
  sessionOnly: true,
  body: z.object({ password: TypedPassword.optional() }),
  response: CreationOptions,
  errors: ["reauthentication-required", "too-many-passkeys"],
});

export const addPasskey = defineRoute({
  id: "auth.addPasskey",
  method: "POST",
  path: "/auth/passkeys",
  summary: "Add a created passkey to the account",
  auth: "user",
  sessionOnly: true,
  body: z.object({ name: z.string().trim().min(1).max(PASSKEY_NAME_MAX), credential: Created }),
  response: Passkey,
  success: 201,
  errors: ["passkey-refused", "too-many-passkeys"],
});

export const removePasskey = defineRoute({
  id: "auth.removePasskey",
  method: "DELETE",
  path: "/auth/passkeys/{passkeyId}",
  summary: "Remove a passkey",
  auth: "user",
  sessionOnly: true,
  params: z.object({ passkeyId: Id }),
  body: z.object({ password: TypedPassword.optional() }),
  response: Nothing,
  errors: ["reauthentication-required", "last-sign-in-method"],
});

export const startPasskeyProof = defineRoute({
  id: "auth.startPasskeyProof",
  method: "POST",
  path: "/auth/proof/passkey/start",
  summary: "Options to re-authenticate with a passkey of the account; 5 minutes, single use",
  auth: "user",
  sessionOnly: true,
  response: ProofOptions,
});

export const proveWithPasskey = defineRoute({
  id: "auth.proveWithPasskey",
  method: "POST",
  path: "/auth/proof/passkey",
  summary: "Re-authenticate with a passkey; the session counts as new for 10 minutes",
  auth: "user",
  sessionOnly: true,
  body: z.object({ credential: Asserted }),
  response: Nothing,
  errors: ["passkey-refused"],
});

export const restorePasskey = defineRoute({
  id: "auth.restorePasskey",
  method: "POST",
  path: "/auth/passkeys/{passkeyId}/restore",
  summary: "Restore a passkey that this session removed within the last minute",
  auth: "user",
  sessionOnly: true,
  params: z.object({ passkeyId: Id }),
  response: Passkey,
  errors: ["too-many-passkeys"],
});

export const startPasskeySignIn = defineRoute({
  id: "auth.startPasskeySignIn",
  method: "POST",
  path: "/auth/passkeys/sign-in/start",
  summary: "Options to sign in with a passkey; 5 minutes, single use",
  auth: "public",
  response: RequestOptions,
});

export const signInWithPasskey = defineRoute({
  id: "auth.signInWithPasskey",
  method: "POST",
  path: "/auth/passkeys/sign-in",
  summary: "Sign in with a passkey, without a password or a code",
  auth: "public",
  body: z.object({ credential: Asserted, remember: z.boolean().default(true) }),
  response: Session,
  errors: ["passkey-refused", "account-suspended"],
});
