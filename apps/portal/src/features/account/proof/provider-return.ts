import { PROVIDER_DONE, PROVIDER_ERROR } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** What this tab stores while the user is at the provider. The address does not contain it, so that no link can start a command. */
const STORED = "provider-return";

/** A command that a page continues after a proof by the provider. */
interface Command {
  name: string;
  /** What the user typed. */
  typed?: string | undefined;
}

/** Stores the command that this page is to continue when the provider returns. */
export function continueLater(command: Command): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(command));
  } catch {
    // Without storage the user starts the command again.
  }
}

function storedCommand(): Command | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "null") as Command | null;
  } catch {
    return null;
  }
}

function forgetCommand(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Without storage there is none.
  }
}

/** Returns the command that this page continues after a proof by the provider; null otherwise. */
export function useResumed(): Command | null {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const [command] = useState(() => (new URLSearchParams(search).get(PROVIDER_DONE) === "prove" ? storedCommand() : null));
  return command;
}

/** Reports how a visit of the provider ended when it returns to this page, and removes that from the address. */
export function useProviderReturn(): void {
  const { t } = useTranslation(["account", "errors"]);
  const router = useRouter();
  const isReported = useRef(false);
  const { pathname, searchStr } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(searchStr);
    const [done, error] = [query.get(PROVIDER_DONE), query.get(PROVIDER_ERROR)];
    if (isReported.current || (done === null && error === null)) return;
    isReported.current = true;
    if (error === "reauthentication-required") toasts.error(t("proof.refused"));
    else if (error !== null) toasts.error(t(`errors:${error}` as "errors:internal", { defaultValue: t("errors:internal") }));
    else toasts.show(t(done === "link" ? "methods.linkDone" : "proof.done"), { tone: "done" });
    forgetCommand();
    for (const name of [PROVIDER_DONE, PROVIDER_ERROR]) query.delete(name);
    router.history.replace(query.size === 0 ? pathname : `${pathname}?${query}`);
  }, [pathname, searchStr, router, t]);
}
