import { Button } from "@mantine/core";
import { COMMAND_LINE_ORIGIN } from "@stillreel/contract";
import { Avatar, ICON } from "@stillreel/ui";
import { IconDownload } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import type { Activity, ActivityFilter } from "../../platform/activity/activity-filter.ts";
import { errorText } from "../../platform/api.ts";
import { formatDay } from "../../platform/format/format-date.ts";
import { actionKey, byDay, detailsOf, NAMED_ROLES, settingOf, subjectOf, type Detail } from "./activity.plan.ts";
import styles from "./activity.module.css";

/** Link that downloads an activity log as CSV. */
export function CsvLink({ href }: { href: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <Button variant="quiet" component="a" href={href} download="" leftSection={<IconDownload {...ICON} />}>
      {t("activity.csv")}
    </Button>
  );
}

/** The part of a paged query that the list uses. */
interface ShownQuery {
  data: { pages: { items: Activity[] }[] } | undefined;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** Entries of an activity log by day, newest first. */
export function ActivityList({
  query: list,
  filter,
  onClear,
}: {
  query: ShownQuery;
  filter: ActivityFilter;
  onClear: () => void;
}): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const language = i18n.resolvedLanguage ?? "en";
  const days = useMemo(
    () =>
      byDay(
        (list.data?.pages ?? []).flatMap(({ items }) => items),
        (iso) => formatDay(iso, language),
      ),
    [list.data, language],
  );
  if (list.error && !list.data) return <ListFailure error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return null;
  return (
    <div aria-busy={list.isFetching}>
      <div role="status">
        {days.length === 0 && (
          <p className={styles.none}>
            {t("activity.none")}{" "}
            {Object.values(filter).some((value) => value !== "") && (
              <Button variant="default" size="xs" onClick={onClear}>
                {t("activity.clear")}
              </Button>
            )}
          </p>
        )}
      </div>
      {days.map(({ day, rows }) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{day}</h2>
          <ul aria-label={day}>
            {rows.map((row) => (
              <Row key={row.id} row={row} language={language} />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button
          className={styles.more}
          variant="default"
          aria-busy={list.isFetchingNextPage}
          onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
        >
          {t("activity.more")}
        </Button>
      )}
    </div>
  );
}

function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <p className={styles.problem} role="alert">
      {errorText(error)}{" "}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t("actions.tryAgain")}
      </Button>
    </p>
  );
}

function Row({ row, language }: { row: Activity; language: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  const time = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: "short" }).format(new Date(row.at));
  const name = row.person?.displayName ?? t(row.ip === COMMAND_LINE_ORIGIN ? "activity.commandLine" : "activity.nobody");
  const key = actionKey(row.action);
  const setting = settingOf(row);
  const subject = setting === null ? subjectOf(row) : { name: t(`activity.settings.${setting}`) };
  const details = detailsOf(row).map((detail) => detailText(detail, t));
  const who = <bdi className={styles.who}>{name}</bdi>;
  const object = subject && (
    <bdi className={styles.subject}>
      {"name" in subject ? subject.name : t("items", { count: subject.count, number: formatCount(subject.count, language) })}
    </bdi>
  );
  return (
    <li className={styles.row}>
      <Avatar name={name} src={row.person?.photoURL ?? null} size={28} />
      <span className={styles.what}>
        {key ? (
          <Trans t={t} i18nKey={`activity.told.${key}`} components={{ who, subject: object ?? <bdi /> }} />
        ) : (
          <>
            {who} {row.action} {object}
          </>
        )}
        {details.length > 0 && (
          <span className={styles.details}>
            <bdi>{details.join(" · ")}</bdi>
          </span>
        )}
      </span>
      <time className={styles.time} dateTime={row.at}>
        <bdi>{time}</bdi>
      </time>
    </li>
  );
}

function detailText(detail: Detail, t: TFunction<"workspaces">): string {
  switch (detail.kind) {
    case "role": {
      const { from, to } = detail;
      return from === null ? roleName(to, t) : t("activity.fromTo", { from: roleName(from, t), to: roleName(to, t) });
    }
    case "right":
      return t(`activity.right.${detail.right}`, { name: detail.name ?? t("activity.everyone") });
    case "before":
      return t("activity.before", { name: detail.names });
    case "address":
      return detail.names;
    case "added":
    case "dropped":
    case "workspace":
      return t(`activity.${detail.kind}`, { names: detail.names });
  }
}

function roleName(role: string, t: TFunction<"workspaces">): string {
  const known = NAMED_ROLES.find((one) => one === role);
  return known ? t(`roles.${known}`) : role;
}
