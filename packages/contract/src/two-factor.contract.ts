import { z } from "zod";
import { Session, TypedPassword } from "./auth.contract.ts";
import { IsoDate, Nothing } from "./common.contract.ts";
import type { FieldIssue } from "./errors.ts";
import { RECOVERY_CODES } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Proof of the caller's identity: the password, needed when the session is older than 10 minutes. */
const Proof = z.object({ password: TypedPassword.optional() });

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) });

/** A code of an authenticator app. Spaces are permitted, because apps show two groups of three digits. */
const Code = z
  .string()
  .transform((text) => text.replaceAll(/\s/gu, ""))
  .pipe(z.string().regex(/^\d{6}$/u, "Enter the 6 digits of the code."));

const RecoveryCode = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/gu, "").toUpperCase())
  .pipe(z.string().regex(/^[A-Z2-7]{12}$/u, "Enter a recovery code like ABCD-EFGH-IJKL."));

/** Field of the details of the error `two-factor-required` whose message is the challenge of {@link verifyTwoFactor}. */
export const CHALLENGE_FIELD = "challenge";

/** Returns the challenge of a sign-in that waits for a code, or null for other failures. */
export function challengeOf(failure: { code?: string; details?: readonly FieldIssue[] }): string | null {
  if (failure.code !== "two-factor-required") return null;
  return failure.details?.find(({ field }) => field === CHALLENGE_FIELD)?.message ?? null;
}

export const getTwoFactor = defineRoute({
  id: "auth.getTwoFactor",
  method: "GET",
  path: "/auth/two-factor",
  summary: "Whether the account asks for the codes of an authenticator app",
  auth: "user",
  sessionOnly: true,
  response: z.object({
    /** Null while the authenticator app is off. */
    enabledAt: IsoDate.nullable(),
    recoveryCodesLeft: z.int(),
    hasPassword: z.boolean(),
  }),
});

export const setUpTwoFactor = defineRoute({
  id: "auth.setUpTwoFactor",
  method: "POST",
  path: "/auth/two-factor/setup",
  summary: "Create a key for an authenticator app; a code must confirm it",
  auth: "user",
  sessionOnly: true,
  body: Proof,
  response: z.object({
    /** The key in base32, for apps without a camera. */
    secret: z.string(),
    /** The `otpauth:` address of the key, for a QR code. */
    uri: z.string(),
  }),
  errors: ["two-factor-on", "reauthentication-required"],
});

export const enableTwoFactor = defineRoute({
  id: "auth.enableTwoFactor",
  method: "POST",
  path: "/auth/two-factor/enable",
  summary: "Turn on codes at each sign-in with the password; only this response has the recovery codes",
  auth: "user",
  sessionOnly: true,
  body: z.object({ code: Code }),
  response: RecoveryCodes,
  errors: ["wrong-code", "two-factor-on", "two-factor-off"],
});

export const createRecoveryCodes = defineRoute({
  id: "auth.createRecoveryCodes",
  method: "POST",
  path: "/auth/two-factor/recovery-codes",
  summary: "Create new recovery codes; earlier ones become invalid",
  auth: "user",
  sessionOnly: true,
  body: Proof,
  response: RecoveryCodes,
  errors: ["two-factor-off", "reauthentication-required"],
});

export const disableTwoFactor = defineRoute({
  id: "auth.disableTwoFactor",
  method: "DELETE",
  path: "/auth/two-factor",
  summary: "Turn off codes, and delete the key and the recovery codes",
  auth: "user",
  sessionOnly: true,
  body: Proof,
  response: Nothing,
  errors: ["two-factor-off", "reauthentication-required"],
});

export const verifyTwoFactor = defineRoute({
  id: "auth.verifyTwoFactor",
  method: "POST",
  path: "/auth/two-factor/verify",
  summary: "Complete a sign-in that returned `two-factor-required`, with a code or a recovery code; 5 minutes, 5 attempts",
  auth: "public",
  body: z.object({
    challenge: z.string().min(1).max(64),
    code: Code.optional(),
    recoveryCode: RecoveryCode.optional(),
    remember: z.boolean().default(false),
  }),
  response: Session,
  errors: ["wrong-code", "sign-in-expired", "account-suspended"],
});
