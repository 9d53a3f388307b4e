import { Anchor, Button, CloseButton } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { REPORT_REASONS, type ReportReason } from "@stillreel/contract";
import { DialogFrame } from "@stillreel/ui/primitives";
import { IconCheck, IconLink, IconLinkOff, IconRotate } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeReports, reportQuery, type ReportsChange } from "../../../entities/administration/reports.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { ListState } from "../parts/list-state.tsx";
import person from "../people/person-drawer.module.css";
import { SelectField } from "../../../ui/select-field.tsx";
import { LinkState } from "./link-state.tsx";
import styles from "./reports.module.css";

type Report = NonNullable<ReturnType<typeof useReport>["data"]>;

const useReport = (slug: string) => useQuery(reportQuery(slug));

/** A reported link in a drawer over the list: the reports, the link and the decision. Mounted while open. */
export function ReportDrawer({ slug, onClose }: { slug: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const headingId = useId();
  const query = useReport(slug);
  const report = query.data;
  return (
    <DialogFrame labelledBy={headingId} backdropClassName={person.backdrop} className={`${person.drawer} on-raised`} onClose={onClose}>
      <div className={person.header}>
        <h2 id={headingId} className={person.title}>
          <bdi>{report?.item?.title ?? report?.folder?.name ?? t("reports.title")}</bdi>
        </h2>
        <CloseButton aria-label={common("actions.close")} onClick={onClose} />
      </div>
      <ListState query={query} isEmpty={false} empty={null}>
        {report && (
          <div className={person.content}>
            <Facts report={report} />
            <Decision report={report} />
            <Reports report={report} />
          </div>
        )}
      </ListState>
    </DialogFrame>
  );
}

function Facts({ report }: { report: Report }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { shareUrl, owner, removal } = report;
  return (
    <section className={person.section}>
      <span className={person.chips}>
        <LinkState link={report} />
      </span>
      <Anchor href={shareUrl} target="_blank" rel="noopener noreferrer" className={styles.address}>
        <bdi>{shareUrl}</bdi>
      </Anchor>
      {owner && (
        <p>
          {t("reports.ownedBy")} <bdi>{owner.displayName}</bdi>
        </p>
      )}
      {removal && (
        <p className={styles.removal}>
          {t("reports.removedFor", {
            reason: t(`reports.reasons.${removal.reason}`),
            time: formatTime(Date.parse(removal.at), i18n.language),
          })}
        </p>
      )}
    </section>
  );
}

/** The change that a decision makes, and its reversal. */
interface Decided {
  text: string;
  change: ReportsChange;
  reversal: ReportsChange;
}

function useDecision(slug: string) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ change }: Decided) => changeReports(slug, change),
    onSuccess: (_done, { text, reversal }) => {
      offerUndo(text, t("actions.undo"), () => changeReports(slug, reversal).catch(() => undefined));
    },
  });
}

function Decision({ report }: { report: Report }): ReactNode {
  const { t } = useTranslation("administration");
  const { slug, newest, removal, closedAt, isRevoked, item, folder } = report;
  const [reason, setReason] = useState<ReportReason>(newest.reason);
  const decide = useDecision(slug);
  const closed = closedAt !== null;
  const run = (decided: Decided): void => {
    if (!decide.isPending) decide.mutate(decided);
  };
  const remove = (): void => run({ text: t("reports.removed"), change: { removed: true, reason }, reversal: { removed: false, closed } });
  const restore = (): void =>
    run({
      text: t("reports.restored"),
      change: { removed: false },
      reversal: { removed: true, reason: removal?.reason ?? reason, closed },
    });
  const close = (): void =>
    run({ text: t(closed ? "reports.reopened" : "reports.closed"), change: { closed: !closed }, reversal: { closed } });
  const hasLink = (item ?? folder) !== null && !isRevoked;
  return (
    <section className={styles.decision} aria-label={t("reports.decision")}>
      {hasLink && removal === null && (
        <SelectField
          label={t("reports.removeReason")}
          hint={t("reports.removeHint")}
          value={reason}
          onChange={setReason}
          choices={REPORT_REASONS.map((value) => ({ value, label: t(`reports.reasons.${value}`) }))}
        />
      )}
      <div className={styles.buttons}>
        {hasLink && removal === null && (
          <Button variant="danger-quiet" leftSection={<IconLinkOff {...ICON} />} aria-busy={decide.isPending} onClick={remove}>
            {t("reports.remove")}
          </Button>
        )}
        {hasLink && removal !== null && (
          <Button variant="default" leftSection={<IconLink {...ICON} />} aria-busy={decide.isPending} onClick={restore}>
            {t("reports.restore")}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={closed ? <IconRotate {...ICON} /> : <IconCheck {...ICON} />}
          aria-busy={decide.isPending}
          onClick={close}
        >
          {t(closed ? "reports.reopen" : "reports.close")}
        </Button>
      </div>
    </section>
  );
}

function Reports({ report: { newestReports, reports } }: { report: Report }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <section className={person.section}>
      <h3>{t("reports.list", { count: reports })}</h3>
      <ul aria-label={t("tabs.reports")}>
        {newestReports.map(({ id, reason, text, email, createdAt }) => (
          <li key={id} className={styles.report}>
            <span className={styles.line}>
              <b>{t(`reports.reasons.${reason}`)}</b>
              <time dateTime={createdAt}>{formatTime(Date.parse(createdAt), i18n.language)}</time>
            </span>
            {text !== "" && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            {email !== null && (
              <Anchor href={`mailto:${email}`} className={styles.address}>
                <bdi>{email}</bdi>
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
