import { getSignInMethods, proveWithPasskey, startPasskeyProof, startProvider, type ProviderPurpose } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import { NoPasskey } from "./security.queries.ts";

/** Sign-in methods of the account, and those that the server permits. */
export const signInMethodsQuery = queryOptions({
  queryKey: ["user", "sign-in-methods"] as const,
  queryFn: ({ signal }) => client.call(getSignInMethods, {}, { signal }),
});

/** Lets the user prove themselves by a passkey of the account. @throws NoPasskey */
export async function proveByPasskey(): Promise<void> {
  const options = await client.call(startPasskeyProof);
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const credential = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw new NoPasskey("no passkey was used", { cause });
  });
  await client.call(proveWithPasskey, { body: { credential } });
}

/** Leaves the portal for the provider of OpenID Connect, which returns to `next`. */
export async function visitProvider(purpose: ProviderPurpose, next: string, password?: string): Promise<void> {
  const { url } = await client.call(startProvider, { body: { provider: "oidc", purpose, next, password } });
  location.assign(url ?? next);
}

/** Returns what Google's button needs to make a credential for a purpose. */
export async function startGoogle(purpose: ProviderPurpose, password?: string): Promise<{ clientId: string; nonce: string }> {
  const { clientId, nonce } = await client.call(startProvider, { body: { provider: "google", purpose, password } });
  return { clientId: clientId ?? "", nonce: nonce ?? "" };
}
