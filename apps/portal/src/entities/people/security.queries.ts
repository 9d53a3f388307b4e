import { addPasskey, getTwoFactor, listPasskeys, startPasskey } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

/** Whether the account asks for the codes of an authenticator app. */
export const twoFactorQuery = queryOptions({
  queryKey: ["user", "two-factor"] as const,
  queryFn: ({ signal }) => client.call(getTwoFactor, {}, { signal }),
});

/** Passkeys of the account. */
export const passkeysQuery = queryOptions({
  queryKey: ["user", "passkeys"] as const,
  queryFn: ({ signal }) => client.call(listPasskeys, {}, { signal }),
  select: (page) => page.items,
});

/** Thrown when the browser created or used no passkey, usually because the user cancelled. */
export class NoPasskey extends Error {}

/** Lets the browser create a passkey and adds it to the account. @throws NoPasskey */
export async function createPasskey(name: string, password: string | undefined): Promise<void> {
  const options = await client.call(startPasskey, { body: { password } });
  const { startRegistration } = await import("@simplewebauthn/browser");
  const credential = await startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] }).catch(
    (cause: unknown) => {
      throw new NoPasskey("no passkey was created", { cause });
    },
  );
  await client.call(addPasskey, { body: { name, credential } });
}
