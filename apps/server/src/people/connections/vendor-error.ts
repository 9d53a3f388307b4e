import type { ErrorCode, IntegrationProvider } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";

/** An answer of a service, with its whole body. */
export interface VendorAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null when it is not JSON. */
  json: unknown;
}

/** Names of the services, as people know them. */
export const VENDOR_NAMES: Record<IntegrationProvider, string> = {
  drive: "Google Drive",
  dropbox: "Dropbox",
  slack: "Slack",
  jira: "Jira",
  trello: "Trello",
};

/**
 * Why a service did not do what was asked. `expired`: the access token, which can be renewed. `revoked`: the whole permission. `busy`: its rate
 * limit. `full`: no space left. `gone`: the named thing does not exist there any more. `invalid`: it did not accept the values. `forbidden`: the
 * account may not do this. `unreachable`: no answer, or a failure of the service.
 */
export type VendorErrorKind = "expired" | "revoked" | "busy" | "full" | "gone" | "invalid" | "forbidden" | "unreachable";

const CODES: Record<VendorErrorKind, ErrorCode> = {
  expired: "reconnect-needed",
  revoked: "reconnect-needed",
  busy: "too-many-requests",
  full: "provider-full",
  gone: "not-found",
  invalid: "provider-refused",
  forbidden: "provider-refused",
  unreachable: "provider-refused",
};

/** Sentences for people, by the name of the service. */
const SENTENCES: Record<VendorErrorKind, (name: string) => string> = {
  expired: (name) => `${name} no longer accepts the connection. Please connect it again.`,
  revoked: (name) => `${name} no longer accepts the connection. Please connect it again.`,
  busy: (name) => `${name} asks to wait before the next request. Try again in a moment.`,
  full: (name) => `The connected account at ${name} has no space left.`,
  gone: (name) => `This no longer exists at ${name}.`,
  invalid: (name) => `${name} did not accept the request.`,
  forbidden: (name) => `The connected account may not do this at ${name}.`,
  unreachable: (name) => `${name} can't be reached. Try again later.`,
};

/** Seconds to wait when a service names none. */
const WAIT_S = 10;

/** A failure at a service. Callers get a status and a sentence; code that knows the service can read its code and its answer. */
export class VendorError extends AppError {
  readonly provider: IntegrationProvider;
  readonly kind: VendorErrorKind;
  /** The service's own word for the failure, such as `not_in_channel`; empty when it gave none. */
  readonly vendorCode: string;
  /** Not enumerable, so that no log contains it. */
  readonly #answer: VendorAnswer | undefined;

  constructor(
    provider: IntegrationProvider,
    kind: VendorErrorKind,
    given: { vendorCode?: string; answer?: VendorAnswer; message?: string; cause?: unknown } = {},
  ) {
    const waitS = Number(given.answer?.headers.get("retry-after") ?? Number.NaN);
    super(CODES[kind], {
      message: given.message ?? SENTENCES[kind](VENDOR_NAMES[provider]),
      ...(kind === "busy" ? { retryAfterS: Number.isFinite(waitS) && waitS > 0 ? waitS : WAIT_S } : {}),
      cause: given.cause,
    });
    this.name = "VendorError";
    this.provider = provider;
    this.kind = kind;
    this.vendorCode = given.vendorCode ?? "";
    this.#answer = given.answer;
  }

  /** The answer of the service; undefined when there was none. */
  get answer(): VendorAnswer | undefined {
    return this.#answer;
  }
}
