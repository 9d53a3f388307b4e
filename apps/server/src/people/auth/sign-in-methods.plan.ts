import type { IdentityProvider } from "@stillreel/contract";

/** The sign-in methods that an account has, and those that the server permits. */
export interface MethodFacts {
  hasPassword: boolean;
  passkeys: number;
  identities: readonly { id: string; provider: IdentityProvider | null }[];
  /** Methods that are configured and that the setting `signIn` permits. Passkeys are always permitted. */
  permitted: Readonly<Record<"password" | IdentityProvider, boolean>>;
}

/** One sign-in method that is to be removed. */
export type Removal = { passkey: true } | { identityId: string };

/** Returns how many ways there are to sign in now. A method that the server does not permit is none. */
function usableMethods({ hasPassword, passkeys, identities, permitted }: MethodFacts): number {
  const usable = identities.filter(({ provider }) => provider !== null && permitted[provider]);
  return (hasPassword && permitted.password ? 1 : 0) + passkeys + usable.length;
}

/** Returns whether at least one usable sign-in method remains without the removed one. */
export function mayRemove(facts: MethodFacts, removal: Removal): boolean {
  const rest =
    "passkey" in removal
      ? { ...facts, passkeys: Math.max(0, facts.passkeys - 1) }
      : { ...facts, identities: facts.identities.filter(({ id }) => id !== removal.identityId) };
  return usableMethods(rest) > 0;
}

/**
 * Returns the provider of an issuer, or null for one that this server no longer uses. If both providers have this issuer, a permitted one is
 * preferred.
 */
export function providerOf(
  issuer: string,
  issuers: Readonly<Record<IdentityProvider, readonly string[]>>,
  permitted: Readonly<Record<IdentityProvider, boolean>>,
): IdentityProvider | null {
  const plain = (address: string): string => (address.endsWith("/") ? address.slice(0, -1) : address);
  const matching = (["google", "oidc"] as const).filter((provider) => issuers[provider].some((known) => plain(known) === plain(issuer)));
  return matching.find((provider) => permitted[provider]) ?? matching[0] ?? null;
}
