import { createClient, isApiError, type ApiError } from "@stillreel/client";
import type { FieldIssue } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { fetchOrTake } from "./early-answers.ts";

/** Base of the API on this site (`API_BASE` of the contract; a literal, so that the entry needs no schemas). */
const BASE_URL = "/api/v1";

/** This tab's name towards the server (`X-Client-Id`), by which it tells its own changes from others'. */
export const clientId: string = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
  "",
);

/** Headers of every call, also of uploads that go past the client. */
export const CALL_HEADERS: Readonly<Record<string, string>> = { "x-client-id": clientId };

let signedOut: () => void = () => {};

/** Registers what happens when a call finds that nobody is signed in any more. */
export function onSignedOut(handler: () => void): void {
  signedOut = handler;
}

/** The portal's client. The session travels in cookies. */
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
      /** Error codes that the form shows beside its fields; all others become a toast. `"all"` for every code. */
      handles?: readonly string[] | "all";
    };
  }
}

/** Server state of the whole page. Errors of changes are told here, once. */
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
      toasts.error(errorText(error));
    },
  }),
  // The client itself tries reads again.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});

/** What a person reads when something failed: the catalogue's sentence for the code, in their language. */
export function errorText(error: unknown): string {
  // Nobody typed the folder that a drop or a menu named: to speak of fields would say nothing.
  if (isApiError(error, "validation-failed") && error.details.some(isFolderGone)) return i18next.t("library:toasts.folderGone");
  const code = isApiError(error) ? error.code : "internal";
  return i18next.t(`errors:${code}` as "errors:internal", { defaultValue: (error as ApiError).message || i18next.t("errors:internal") });
}

/** What a form reads of a refusal: what is wrong with the field that the server names first, or else the {@link errorText}. */
export function refusalText(error: unknown): string {
  return (isApiError(error, "validation-failed") ? error.details[0]?.message : undefined) ?? errorText(error);
}

const isFolderGone = ({ field, code }: FieldIssue): boolean => code === "not-found" && /(?:^|\.)(?:folderId|parentId)$/u.test(field);
