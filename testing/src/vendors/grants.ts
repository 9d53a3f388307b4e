import { createHash, randomBytes } from "node:crypto";
import type { RegisteredApp, VendorRequest } from "./vendor-server.ts";

/** What a user granted to an app. */
export interface Grant {
  scopes: string[];
  accessToken: string;
  /** Null for tokens that do not expire. */
  refreshToken: string | null;
  /** Time in milliseconds at which the access token ends. */
  expiresAt: number;
  isRevoked: boolean;
  /** Replaced refresh tokens that still work until the time in milliseconds. */
  replaced: Map<string, number>;
}

interface PendingCode {
  redirectUri: string;
  scopes: string[];
  challenge: string | null;
  isOffline: boolean;
}

/** Why a token request was refused. */
export type Refusal = "client" | "code" | "redirect" | "verifier" | "refresh";

/** How a service issues tokens. */
export interface GrantRules {
  /** Replaces the refresh token with each use. */
  rotates: boolean;
  /** Time in milliseconds for which a replaced refresh token still works. */
  leewayMs?: number;
  /** Refuses codes without a challenge. */
  needsPkce?: boolean;
  /** Whether the request asks for a refresh token. */
  isOffline(query: URLSearchParams, scopes: string[]): boolean;
  /** Separator of scopes in the request. */
  separator: " " | ",";
}

const LIVES_MS = 3_600_000;
const token = (prefix: string): string => `${prefix}${randomBytes(18).toString("hex")}`;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** The permissions that users gave to one app at a service. */
export class Grants {
  readonly app: RegisteredApp;
  readonly #rules: GrantRules;
  readonly #codes = new Map<string, PendingCode>();
  readonly all: Grant[] = [];
  /** Number of successful refreshes. */
  refreshes = 0;
  /** The next visits of the consent page refuse. */
  declines = false;
  /** Scopes that the user leaves out on the consent page. */
  leftOut: string[] = [];
  /** Lifetime of new access tokens in milliseconds. */
  livesMs = LIVES_MS;

  constructor(app: RegisteredApp, rules: GrantRules) {
    this.app = app;
    this.#rules = rules;
  }

  /** Answers the consent page, as a user who decides immediately: returns the redirect, or null for an unknown app. */
  authorize(query: URLSearchParams): string | null {
    const redirectUri = query.get("redirect_uri");
    if (query.get("client_id") !== this.app.clientId || redirectUri === null) return null;
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (this.declines) {
      back.searchParams.set("error", "access_denied");
      return back.href;
    }
    const scopes = (query.get("scope") ?? "").split(this.#rules.separator).filter((scope) => !this.leftOut.includes(scope));
    const code = token("code-");
    const challenge = query.get("code_challenge_method") === "S256" ? query.get("code_challenge") : null;
    this.#codes.set(code, { redirectUri, scopes, challenge, isOffline: this.#rules.isOffline(query, scopes) });
    back.searchParams.set("code", code);
    return back.href;
  }

  /** Answers a token request. */
  issue(client: RegisteredApp, fields: Record<string, string>): Grant | Refusal {
    if (client.clientId !== this.app.clientId || client.clientSecret !== this.app.clientSecret) return "client";
    return fields["grant_type"] === "refresh_token" ? this.#refresh(fields["refresh_token"] ?? "") : this.#exchange(fields);
  }

  #exchange(fields: Record<string, string>): Grant | Refusal {
    const code = this.#codes.get(fields["code"] ?? "");
    this.#codes.delete(fields["code"] ?? "");
    if (!code) return "code";
    if (fields["redirect_uri"] !== code.redirectUri) return "redirect";
    if (code.challenge === null && this.#rules.needsPkce) return "verifier";
    if (code.challenge !== null && sha256(fields["code_verifier"] ?? "") !== code.challenge) return "verifier";
    const grant: Grant = {
      scopes: code.scopes,
      accessToken: token("access-"),
      refreshToken: code.isOffline ? token("refresh-") : null,
      expiresAt: Date.now() + this.livesMs,
      isRevoked: false,
      replaced: new Map(),
    };
    this.all.push(grant);
    return grant;
  }

  #refresh(refreshToken: string): Grant | Refusal {
    const grant = this.all.find((one) => one.refreshToken === refreshToken || (one.replaced.get(refreshToken) ?? 0) > Date.now());
    if (!grant || grant.isRevoked) return "refresh";
    if (this.#rules.rotates) {
      grant.replaced.set(refreshToken, Date.now() + (this.#rules.leewayMs ?? 0));
      grant.refreshToken = token("refresh-");
    }
    grant.accessToken = token("access-");
    grant.expiresAt = Date.now() + this.livesMs;
    this.refreshes += 1;
    return grant;
  }

  /** Returns the grant of a request with a token, or why it is refused. */
  of({ headers }: Pick<VendorRequest, "headers">): Grant | "expired" | "unknown" {
    const given = /^Bearer (.+)$/u.exec(headers.authorization ?? "")?.[1];
    const grant = this.all.find((one) => one.accessToken === given && !one.isRevoked);
    if (!grant) return "unknown";
    return grant.expiresAt <= Date.now() ? "expired" : grant;
  }

  /** Ends the grant of a token at the service. Returns false for unknown tokens. */
  revoke(given: string): boolean {
    const grant = this.all.find((one) => !one.isRevoked && (one.accessToken === given || one.refreshToken === given));
    if (grant) grant.isRevoked = true;
    return grant !== undefined;
  }

  /** Ends all grants, as a user does in the settings of the service. */
  revokeAll(): void {
    for (const grant of this.all) grant.isRevoked = true;
  }

  /** Ends all access tokens. Refresh tokens stay valid. */
  expireAll(): void {
    for (const grant of this.all) grant.expiresAt = 0;
  }
}
