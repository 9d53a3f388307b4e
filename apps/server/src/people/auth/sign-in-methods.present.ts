import type { getSignInMethods, LinkedIdentity as Contract, ServerResult } from "@stillreel/contract";
import type { z } from "zod";
import type { LinkedIdentity, MethodsView } from "./sign-in-methods.service.ts";

/** Converts a linked identity to the contract's form. */
export function presentIdentity({ id, provider, name, email, createdAt, canUnlink }: LinkedIdentity): z.input<typeof Contract> {
  return { id, provider, name, email, linkedAt: createdAt.toISOString(), canUnlink };
}

/** Converts the sign-in methods of an account to the contract's form. */
export function presentMethods({ facts, identities, canRemovePasskey, providers }: MethodsView): ServerResult<typeof getSignInMethods> {
  return {
    password: { isSet: facts.hasPassword, isPermitted: facts.permitted.password },
    passkeys: { count: facts.passkeys, canRemove: canRemovePasskey },
    providers,
    identities: identities.map(presentIdentity),
  };
}
