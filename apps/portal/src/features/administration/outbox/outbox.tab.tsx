import { UnstyledButton } from "@mantine/core";
import { Chip } from "@stillreel/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { outboxQuery, type OutboxMailView } from "../../../entities/administration/administration.queries.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { MailDialog } from "./mail-dialog.tsx";
import styles from "./outbox.module.css";

/** Tone of each state that is not plain; the wire names are those of the contract. */
const TONES = new Map<OutboxMailView["status"], "info" | "ok" | "bad">([
  ["kept", "info"],
  ["sent", "ok"],
  ["failed", "bad"],
]);

/** Mail that the server sent or stored, newest first, with a preview. */
export function OutboxTab(): ReactNode {
  const { t } = useTranslation("administration");
  const list = useInfiniteQuery(outboxQuery);
  const [opened, setOpened] = useState<OutboxMailView | null>(null);
  const mails = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <ListState query={list} isEmpty={mails.length === 0} empty={t("outbox.none")}>
      <AdminTable
        label={t("tabs.outbox")}
        className={styles.table}
        columns={[
          { label: t("outbox.subject") },
          { label: t("outbox.state"), name: "second" },
          { label: t("outbox.created"), name: "third" },
        ]}
      >
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
        ))}
      </AdminTable>
      <MoreButton query={list} />
      {opened && <MailDialog mail={opened} onClose={() => setOpened(null)} />}
    </ListState>
  );
}

function MailRow({ mail, onOpen }: { mail: OutboxMailView; onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <tr>
      <th scope="row">
        <UnstyledButton className={styles.open} onClick={onOpen}>
          <span className={`${table.text} ${table.name}`}>
            <bdi>{mail.subject}</bdi>
          </span>
        </UnstyledButton>
        <span className={`${table.text} ${table.small}`}>
          <bdi>{mail.to}</bdi>
        </span>
        {mail.refusal !== null && (
          <span className={`${table.small} ${table.bad}`}>
            {t(`outbox.refusals.${mail.refusal}`)}
            {mail.smtpCode !== null && ` ${t("outbox.smtp", { code: mail.smtpCode })}`}
            {mail.triedAt !== null && <time dateTime={mail.triedAt}>{` ${formatTime(Date.parse(mail.triedAt), i18n.language)}`}</time>}
          </span>
        )}
      </th>
      <td data-column="second">
        <Chip tone={TONES.get(mail.status) ?? "plain"}>{t(`outbox.states.${mail.status}`)}</Chip>
      </td>
      <td data-column="third" className={table.quiet}>
        <time dateTime={mail.createdAt}>{formatTime(Date.parse(mail.createdAt), i18n.language)}</time>
      </td>
    </tr>
  );
}
