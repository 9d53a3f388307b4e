import { connectIntegration, type IntegrationProvider, listIntegrations } from "@stillreel/contract";
import type { TestApp, TestUser } from "@stillreel/testing";
import { visitConsent } from "@stillreel/testing/vendors";

/** Begins to connect a service, decides on its consent page, and returns the redirect address with path and query. */
export async function visit(t: TestApp, user: TestUser, provider: IntegrationProvider, returnTo?: string): Promise<string> {
  const body = returnTo === undefined ? {} : { returnTo };
  const { authorizeUrl } = (await t.call(connectIntegration, { params: { provider }, body }, user)).data();
  const back = await visitConsent(authorizeUrl);
  return `${back.pathname}${back.search}`;
}

/** Opens a redirect address in the session of a user. Returns the page that it leads to. */
export async function comeBack(t: TestApp, user: TestUser | null, address: string): Promise<string> {
  const answer = await t.app.inject({ url: address, headers: { ...user?.headers } });
  return String(answer.headers.location ?? answer.statusCode);
}

/** Connects a service. */
export const connect = async (t: TestApp, user: TestUser, provider: IntegrationProvider): Promise<string> =>
  comeBack(t, user, await visit(t, user, provider));

/** Returns the state of one service for a user. */
export async function stateOf(t: TestApp, user: TestUser, provider: IntegrationProvider) {
  const all = (await t.call(listIntegrations, {}, user)).data();
  const found = all.find((one) => one.provider === provider);
  if (!found) throw new Error(`${provider} is not listed`);
  return found;
}
