import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isLocalLink } from "./is-local-link.ts";

/** Warns that a link opens only on the server's own machine. Nothing for other links. */
export function LocalLinkNote({ link, className }: { link: string; className?: string }): ReactNode {
  const { t } = useTranslation();
  if (!isLocalLink(link)) return null;
  return (
    <p className={className} role="note">
      {t("localLink")}
    </p>
  );
}
