import { notificationSentenceOf } from "@stillreel/contract";
import { Avatar, Thumb, VisuallyHidden } from "@stillreel/ui";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconDatabase,
  IconFlag,
  IconLinkOff,
  IconMailQuestion,
  IconUserShare,
  type Icon,
} from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { formatDuration } from "../../entities/items/item-facts.ts";
import type { NotificationView } from "../../entities/notifications/notification-list.queries.ts";
import { NotificationAction } from "./notification-action.tsx";
import { notificationAge } from "./notification-age.ts";
import styles from "./notifications.module.css";

/** Glyphs of notifications that no user causes. */
const SERVER_GLYPHS: Partial<Record<NotificationView["kind"], Icon>> = {
  "job-done": IconCircleCheck,
  "job-failed": IconAlertTriangle,
  quota: IconDatabase,
  retention: IconClockX,
  transfer: IconUserShare,
  "owner-changed": IconUserShare,
  "link-removed": IconLinkOff,
  request: IconMailQuestion,
  report: IconFlag,
};

interface Props {
  row: NotificationView;
  now: number;
  onOpen: (event: MouseEvent) => void;
  /** Called before an action of the row opens another page. */
  onLeave: () => void;
  onToggle: () => void;
}

/** One notification: who did what, the title of the item, age and thumbnail. The mark at its start toggles read and unread. */
export function NotificationRow({ row, now, onOpen, onLeave, onToggle }: Props): ReactNode {
  const { t } = useTranslation("notifications");
  const isUnread = row.readAt === null;
  const Glyph = SERVER_GLYPHS[row.kind];
  const content = (
    <>
      {Glyph ? (
        <span className={styles.glyph} data-kind={row.kind}>
          <Glyph size={18} stroke={1.6} aria-hidden="true" />
        </span>
      ) : (
        <Avatar name={row.actor?.displayName ?? t("noActor")} src={row.actor?.photoURL ?? null} size={32} />
      )}
      <Texts row={row} now={now} />
      <Picture row={row} />
    </>
  );
  const shared = { className: styles.link, "data-row": row.id, onClick: onOpen };
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <button type="button" tabIndex={-1} className={styles.mark} aria-label={t(isUnread ? "markRead" : "markUnread")} onClick={onToggle}>
        <span className={styles.dot} />
      </button>
      {row.url === null ? (
        <button type="button" {...shared}>
          {content}
        </button>
      ) : (
        <a href={row.url} {...shared}>
          {content}
        </a>
      )}
      {row.action !== null && (
        <span className={styles.action}>
          <NotificationAction row={row} onLeave={onLeave} />
        </span>
      )}
    </li>
  );
}

function Texts({ row, now }: Pick<Props, "row" | "now">): ReactNode {
  const { t, i18n } = useTranslation("notifications");
  return (
    <span className={styles.texts}>
      <span className={styles.sentence}>
        {row.readAt === null && <VisuallyHidden>{`${t("unreadRow")}: `}</VisuallyHidden>}
        <Sentence row={row} />
      </span>
      {row.percent !== null && (
        <span className={styles.meter} aria-hidden="true">
          <span ref={(bar) => bar?.style.setProperty("width", `${Math.min(100, row.percent ?? 0)}%`)} />
        </span>
      )}
      <span className={styles.facts}>
        {row.itemTitle !== null && <bdi className={styles.title}>{row.itemTitle}</bdi>}
        {row.itemTitle !== null && <span aria-hidden="true">·</span>}
        <time className={styles.age} dateTime={row.createdAt}>
          {notificationAge(row.createdAt, now, i18n.resolvedLanguage ?? "en")}
        </time>
      </span>
    </span>
  );
}

function Picture({ row: { thumbnail, itemType, timeMs } }: Pick<Props, "row">): ReactNode {
  if (thumbnail === null) return null;
  return (
    <Thumb shape={itemType === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
      <img src={thumbnail} alt="" loading="lazy" />
      {timeMs !== null && (
        <span className={styles.chip} dir="ltr">
          {formatDuration(timeMs / 1_000)}
        </span>
      )}
    </Thumb>
  );
}

function Sentence({ row }: { row: NotificationView }): ReactNode {
  const { t } = useTranslation("notifications");
  const { kind, job, others, count, emoji, percent, reason } = row;
  const sentence = notificationSentenceOf(kind, job);
  const name = row.actor?.displayName ?? t("noActor");
  const values = { name, emoji: emoji ?? "", percent, reason: reason === null ? "" : t(`reasons.${reason}`) };
  const components = { b: <bdi className={styles.name} /> };
  if (others > 0) return <Trans t={t} i18nKey={`sentence.${sentence}.others`} count={others} values={values} components={components} />;
  if (count > 1) return <Trans t={t} i18nKey={`sentence.${sentence}.many`} count={count} values={values} components={components} />;
  return <Trans t={t} i18nKey={`sentence.${sentence}.one`} values={values} components={components} />;
}
