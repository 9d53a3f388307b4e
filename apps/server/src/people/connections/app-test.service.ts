import { randomBytes } from "node:crypto";
import type { IntegrationProvider } from "@stillreel/contract";
import { appOf } from "./apps.ts";
import type { ConnectionsDeps } from "./connections.service.ts";
import { VendorError } from "./vendor-error.ts";
import { redirectUri } from "./visits.service.ts";

/** Outcome of a test of the server's credentials at a service. */
export interface AppTest {
  outcome: "accepted" | "refused" | "redirect" | "late" | "not-configured";
  /** The redirect address that the service must know. */
  to: string;
  /** The service's own word or sentence when it did not accept the credentials. */
  answer: string | null;
}

/** Words of the services for a code that they do not know: they accepted the credentials before they searched for the code. */
const UNKNOWN_CODE: ReadonlySet<string> = new Set(["invalid_grant", "invalid_code", "invalid_code_verifier"]);
/** Words of the services for a redirect address that is not registered. */
const UNKNOWN_REDIRECT: ReadonlySet<string> = new Set(["redirect_uri_mismatch", "bad_redirect_uri", "invalid_redirect_uri"]);

/**
 * Creates the test of the credentials that administrators entered. It exchanges a code that does not exist: a service that knows the
 * credentials refuses only the code. It does not open the consent page, so some services report a wrong redirect address only there.
 */
export const createAppTest =
  ({ ports, vendors }: Pick<ConnectionsDeps, "ports" | "vendors">) =>
  async (provider: IntegrationProvider): Promise<AppTest> => {
    const to = redirectUri(ports, provider);
    const app = appOf(ports.settings, provider);
    if (app === null) return { outcome: "not-configured", to, answer: null };
    const made = (): string => randomBytes(48).toString("base64url");
    try {
      await vendors[provider].exchange(app, { code: made(), verifier: made(), redirectUri: to });
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      return { ...outcomeOf(error), to };
    }
    return { outcome: "accepted", to, answer: null };
  };

function outcomeOf(error: VendorError): Omit<AppTest, "to"> {
  const word = error.vendorCode;
  if (UNKNOWN_CODE.has(word)) return { outcome: "accepted", answer: null };
  if (UNKNOWN_REDIRECT.has(word)) return { outcome: "redirect", answer: word };
  if (error.kind === "unreachable" && error.answer === undefined) return { outcome: "late", answer: error.message };
  return { outcome: "refused", answer: word === "" ? error.message : word };
}
