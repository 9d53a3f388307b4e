import { createClient, isApiError, type ApiError } from "@stillreel/client";
import type { FieldIssue } from "@stillreel/contract";
import type english from "@stillreel/i18n/en/common.json";
import { toasts } from "@stillreel/ui";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { fetchOrTake } from "./early-answers.ts";

/** Base path of the API (`API_BASE` of the contract; a literal, so that the entry bundle needs no schemas). */
const BASE_URL = "/api/v1";

/** Id of this tab (`X-Client-Id`), by which it recognises its own changes in events. */
export const clientId: string = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
  "",
);

/** Headers of every request, also of uploads that do not use the client. */
export const CALL_HEADERS: Readonly<Record<string, string>> = { "x-client-id": clientId };

let signedOut: () => void = () => {};

/** Registers the handler for a request that finds the session ended. */
export function onSignedOut(handler: () => void): void {
  signedOut = handler;
}

/** API client of the portal. Cookies carry the session. */
export const client = createClient({
  baseUrl: BASE_URL,
  headers: () => CALL_HEADERS,
  fetch: fetchOrTake,
  onUnauthenticated: () => {
    queryClient.clear();
    signedOut();
  },
});

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Error codes that the form shows at its fields; all others become a toast. `"all"` for every code. */
      handles?: readonly string[] | "all";
      /** What failed, for errors without a specific text. */
      failure?: Failure;
    };
  }
}

/** Query cache of the page. Errors of mutations are reported here once. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isApiError(error, "forbidden")) toasts.error(errorText(error));
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const handles = mutation.meta?.handles;
      if (isApiError(error, "unauthenticated")) return;
      if (handles === "all" || (isApiError(error) && handles?.includes(error.code))) return;
      toasts.error(errorText(error, mutation.meta?.failure));
    },
  }),
  // The client itself retries reads.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});

/** Names of the commands whose failure has a sentence (spec §8). */
export type Failure = Exclude<keyof (typeof english)["failed"], "withReason">;

/** Codes that name no reason, and codes whose reason does not name what failed. */
const REASONLESS: ReadonlySet<string> = new Set(["internal", "bad-answer", "bad-request"]);
const INDIRECT: ReadonlySet<string> = new Set(["offline", "unavailable", "too-many-requests"]);

/**
 * Returns the translated text of an error code.
 * @param failure the command that failed; it is named when the code does not
 */
export function errorText(error: unknown, failure?: Failure): string {
  const code = isApiError(error) ? error.code : "internal";
  if (failure && REASONLESS.has(code)) return i18next.t(`common:failed.${failure}`);
  if (failure && INDIRECT.has(code))
    return i18next.t("common:failed.withReason", { failure: i18next.t(`common:failed.${failure}`), reason: reasonText(error) });
  return reasonText(error);
}

function reasonText(error: unknown): string {
  // The folder came from a drop or a menu: a message about form fields would be misleading.
  if (isApiError(error, "validation-failed") && error.details.some(isFolderGone)) return i18next.t("library:toasts.folderGone");
  const code = isApiError(error) ? error.code : "internal";
  return i18next.t(`errors:${code}` as "errors:internal", { defaultValue: (error as ApiError).message || i18next.t("errors:internal") });
}

/** Returns the translated text of an error code from the address of a page. */
export const errorCodeText = (code: string): string =>
  i18next.t(`errors:${code}` as "errors:internal", { defaultValue: i18next.t("errors:internal") });

/** Returns the message of the first invalid field, otherwise the {@link errorText}. */
export function refusalText(error: unknown, failure?: Failure): string {
  return (isApiError(error, "validation-failed") ? error.details[0]?.message : undefined) ?? errorText(error, failure);
}

const isFolderGone = ({ field, code }: FieldIssue): boolean => code === "not-found" && /(?:^|\.)(?:folderId|parentId)$/u.test(field);
