import type { IntegrationProvider } from "@stillreel/contract";
import type { Config } from "../../platform/config/config.ts";
import type { SettingValues } from "@stillreel/contract";
import type { VendorAnswer, VendorError } from "./vendor-error.ts";

/** Credentials that a service gave for this server. */
export type ServiceApp = SettingValues["slackApp"];

/** Tokens as a service issued them. */
export interface IssuedTokens {
  accessToken: string;
  /** Null when the service issued none: an earlier one stays valid. */
  refreshToken: string | null;
  /** Lifetime of the access token in seconds; null when it does not expire. */
  livesS: number | null;
  /** Granted scopes, separated by spaces; null when the service does not name them. */
  scopes: string | null;
}

/** The account that the user connected. */
export interface VendorAccount {
  id: string;
  name: string;
  email: string | null;
  details: Record<string, string>;
}

/** The OAuth 2.0 protocol of one service. All methods that send requests throw VendorError. */
export interface Vendor {
  provider: IntegrationProvider;
  /** Whether the service verifies a code challenge (RFC 7636). */
  usesPkce: boolean;
  /** Origins and, with a leading dot, domains that get requests with tokens. */
  hosts: readonly string[];
  authorizeUrl(app: ServiceApp, visit: { state: string; challenge: string; redirectUri: string }): string;
  exchange(app: ServiceApp, visit: { code: string; verifier: string; redirectUri: string }): Promise<IssuedTokens>;
  refresh(app: ServiceApp, refreshToken: string): Promise<IssuedTokens>;
  account(accessToken: string): Promise<VendorAccount>;
  /** Returns whether the service confirmed the end of the permission. False for services without such a call. */
  revoke(tokens: { accessToken: string; refreshToken: string | null }): Promise<boolean>;
  /** Returns the failure that an answer of the service's API reports, or null. */
  failureOf(answer: VendorAnswer): VendorError | null;
}

/** What the vendors need: their addresses. */
export type VendorAddresses = Pick<
  Config,
  | "GOOGLE_AUTH_URL"
  | "GOOGLE_TOKEN_URL"
  | "GOOGLE_REVOKE_URL"
  | "GOOGLE_API_URL"
  | "DROPBOX_AUTH_URL"
  | "DROPBOX_API_URL"
  | "DROPBOX_CONTENT_URL"
  | "SLACK_BASE_URL"
  | "ATLASSIAN_AUTH_URL"
  | "ATLASSIAN_API_URL"
  | "TRELLO_API_URL"
>;
