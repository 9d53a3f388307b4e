import { Button } from "@mantine/core";
import { Thumb } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { requestedItemsQuery, type RequestedItemView, type RequestView } from "../../entities/requests/requests.queries.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { formatDay, formatTime } from "../../platform/format/format-date.ts";
import type { RequestActions } from "./request-actions.ts";
import styles from "./requests.module.css";

/** One item that arrived, with its sender. */
function Sent({ sent }: { sent: RequestedItemView }): ReactNode {
  const { t, i18n } = useTranslation("requests");
  const { item, senderName, senderEmail, note, source, sentAt, isNew } = sent;
  const picture = item.type === "video" ? (item.posterUrl ?? item.thumbnailUrl) : item.thumbnailUrl;
  return (
    <li className={styles.sent}>
      <Link to={itemPath(item)} className={styles.card}>
        <Thumb shape={item.type === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
          {picture !== null && <img src={picture} alt="" loading="lazy" />}
          {isNew && <span className={styles.new}>{t("newItem")}</span>}
          {item.duration !== null && (
            <span className={styles.duration} dir="ltr">
              {formatDuration(item.duration)}
            </span>
          )}
        </Thumb>
        <bdi className={styles.sender}>{senderName}</bdi>
      </Link>
      <span className={styles.facts}>
        {t(`sent.${source}`)}, {formatTime(Date.parse(sentAt), i18n.language)}
      </span>
      {senderEmail !== "" && (
        <a className={styles.facts} href={`mailto:${senderEmail}`}>
          <bdi>{senderEmail}</bdi>
        </a>
      )}
      {note !== "" && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}

/** What arrived by a request, and its terms. */
export function RequestDetails({ request, actions }: { request: RequestView; actions: RequestActions }): ReactNode {
  const { t, i18n } = useTranslation("requests");
  const { data, isPending } = useQuery(requestedItemsQuery(request.id));
  const { message, maxSeconds, expiresAt, openings, arrived, state } = request;
  const items = data?.items ?? [];
  return (
    <div className={styles.details}>
      <ul className={styles.items} aria-label={t("items")} aria-busy={isPending}>
        {items.map((sent) => (
          <Sent key={sent.item.id} sent={sent} />
        ))}
        {data && items.length === 0 && <li className={styles.facts}>{t("nothingYet")}</li>}
      </ul>
      <div className={styles.terms}>
        {message !== "" && (
          <p className={styles.note} dir="auto">
            {message}
          </p>
        )}
        <p>{maxSeconds === null ? t("anyLength") : t("upTo", { count: Math.max(1, Math.round(maxSeconds / 60)) })}</p>
        {expiresAt !== null && <p>{t("closesOn", { day: formatDay(expiresAt, i18n.language) })}</p>}
        <p>{t("opened", { count: openings, arrived })}</p>
        <div className={styles.buttons}>
          <Button variant="default" aria-haspopup="dialog" onClick={actions.edit}>
            {t("edit")}
          </Button>
          {state !== "closed" && (
            <Button variant="quiet" onClick={actions.stop}>
              {t("stop")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
