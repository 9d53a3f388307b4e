import { PROVIDER_DONE, PROVIDER_ERROR } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** Query parameter with the command that the page continues after a proof by the provider. */
const RESUME = "resume";

/** Returns this page's address with the command that it is to continue. */
export const pageResuming = (command: string): string => `${location.pathname}?${RESUME}=${encodeURIComponent(command)}`;

/** Returns the command that this page was opened to continue after a proof by the provider; null otherwise. */
export function useResumed(): string | null {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const [command] = useState(() => {
    const query = new URLSearchParams(search);
    return query.get(PROVIDER_DONE) === "prove" ? query.get(RESUME) : null;
  });
  return command;
}

/** Says how a visit of the provider ended when it returns to this page, and removes that from the address. */
export function useProviderReturn(): void {
  const { t } = useTranslation(["account", "errors"]);
  const router = useRouter();
  const isTold = useRef(false);
  const { pathname, searchStr } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(searchStr);
    const [done, error] = [query.get(PROVIDER_DONE), query.get(PROVIDER_ERROR)];
    if (isTold.current || (done === null && error === null)) return;
    isTold.current = true;
    if (error !== null) toasts.error(t(`errors:${error}` as "errors:internal", { defaultValue: t("errors:internal") }));
    else toasts.show(t(done === "link" ? "methods.linkDone" : "proof.done"), { tone: "done" });
    for (const name of [PROVIDER_DONE, PROVIDER_ERROR, RESUME]) query.delete(name);
    router.history.replace(query.size === 0 ? pathname : `${pathname}?${query}`);
  }, [pathname, searchStr, router, t]);
}
