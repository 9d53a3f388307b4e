import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OutboxMailView } from "../../../entities/administration/administration.queries.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./outbox.module.css";

/** Addresses in the text of a mail. */
const ADDRESS = /(https?:\/\/[^\s<>"]+)/u;

/** Preview of one mail: its text, in which addresses are links. Its HTML never becomes part of the page. */
export function MailDialog({ mail, onClose }: { mail: OutboxMailView; onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const time = (iso: string): string => formatTime(Date.parse(iso), i18n.language);
  return (
    <Dialog title={<bdi>{mail.subject}</bdi>} size={640} onClose={onClose}>
      <dl className={styles.facts}>
        <dt>{t("outbox.to")}</dt>
        <dd>
          <bdi>{mail.to}</bdi>
        </dd>
        <dt>{t("outbox.state")}</dt>
        <dd>{mail.sentAt === null ? t(`outbox.states.${mail.status}`) : t("outbox.sentAt", { time: time(mail.sentAt) })}</dd>
        <dt>{t("outbox.created")}</dt>
        <dd>{time(mail.createdAt)}</dd>
        {mail.refusal !== null && (
          <>
            <dt>{t("outbox.reason")}</dt>
            <dd>
              {t(`outbox.refusals.${mail.refusal}`)}
              {mail.status === "queued" && ` ${t("outbox.retry")}`}
            </dd>
          </>
        )}
        {mail.smtpCode !== null && (
          <>
            <dt>{t("outbox.code")}</dt>
            <dd>{mail.smtpCode}</dd>
          </>
        )}
        {mail.triedAt !== null && (
          <>
            <dt>{t("outbox.tried")}</dt>
            <dd>{time(mail.triedAt)}</dd>
            <dt>{t("outbox.attempts")}</dt>
            <dd>{mail.attempts}</dd>
          </>
        )}
        {mail.error !== null && (
          <>
            <dt>{t("outbox.answer")}</dt>
            <dd>
              <bdi>{mail.error}</bdi>
            </dd>
          </>
        )}
      </dl>
      <div className={styles.body} dir="auto">
        {mail.text.split(ADDRESS).map((part, index) =>
          index % 2 === 1 ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change
            <a key={index} className={styles.link} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </div>
    </Dialog>
  );
}
