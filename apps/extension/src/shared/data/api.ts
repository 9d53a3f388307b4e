import { createClient } from "@stillreel/client";
import { API_BASE } from "@stillreel/contract";
import { serverUrl } from "../core/server.ts";
import { readTokens, rememberIdToken } from "./session.ts";

/** Returns the response for a signed-out caller without a request to the server. */
const signedOut = (): Response =>
  new Response(JSON.stringify({ status: "error", code: "unauthenticated", message: "" }), {
    status: 401,
    headers: { "content-type": "application/json" },
  });

/** Calls `fetch` with the mirrored session in headers. Cookies are never sent, so that requests are distinct from the portal's. */
async function sessionFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const tokens = await readTokens();
  if (!tokens) return signedOut();
  const headers = new Headers(init.headers);
  headers.set("refreshToken", tokens.refreshToken);
  if (tokens.idToken) headers.set("idToken", tokens.idToken);
  const response = await fetch(input, { ...init, headers, credentials: "omit", cache: "no-store" });
  const fresh = response.headers.get("idToken");
  if (fresh) await rememberIdToken(tokens.refreshToken, fresh);
  return response;
}

/** API client of the signed-in user. */
export const api = createClient({ baseUrl: serverUrl() + API_BASE, fetch: sessionFetch });
