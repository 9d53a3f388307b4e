import { Avatar } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../platform/session/user.queries.ts";
import type { RequestValues } from "./request-form.ts";
import styles from "./request-dialog.module.css";

/** What chat apps show about the link. The message is never part of it. */
export function LinkPreview({ values: { title, maxSeconds } }: { values: RequestValues }): ReactNode {
  const { t } = useTranslation("requests");
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  const shown = title.trim() === "" ? t("form.untitled") : title.trim();
  const text =
    maxSeconds === ""
      ? t("preview.text", { title: shown })
      : t("preview.length", { title: shown, count: Math.round(Number(maxSeconds) / 60) });
  return (
    <figure className={styles.preview} aria-label={t("preview.label")}>
      <figcaption>{t("preview.label")}</figcaption>
      <div>
        <Avatar name={user.displayName} src={user.photoURL} size={44} />
        <p>
          <small dir="ltr">{location.host}</small>
          <b>{t("preview.title", { name: user.displayName })}</b>
          <span>{text}</span>
        </p>
      </div>
    </figure>
  );
}
