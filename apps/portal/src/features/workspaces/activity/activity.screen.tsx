import { Button } from "@mantine/core";
import { Avatar, ICON } from "@stillreel/ui";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import { formatDay } from "../../../platform/format/format-date.ts";
import { NoAccessScreen } from "../../../ui/status/no-access.screen.tsx";
import { byDay, detailsOf, GROUPS, subjectOf, actionKey, type Detail } from "./activity.plan.ts";
import styles from "./activity.module.css";
import { inOrder } from "../../../entities/workspaces/members.ts";
import { canManage, ROLES } from "../../../entities/workspaces/roles.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import { WorkspacePage } from "../workspace-page.tsx";
import page from "../workspace-page.module.css";
import { auditCsvUrl, auditQuery, type AuditFilter, type AuditView } from "../../../entities/workspaces/workspaces.queries.ts";

const ALL: AuditFilter = { action: "", userId: "", from: "", to: "" };

/** Activity of a workspace; for owners and admins. */
export function ActivityScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  const [filter, setFilter] = useState(ALL);
  return (
    <WorkspacePage
      title={t("activity.title")}
      actions={({ workspace, myRole }) =>
        canManage(myRole) && (
          <Button
            variant="quiet"
            component="a"
            href={auditCsvUrl(workspace.id, filter)}
            download=""
            leftSection={<IconDownload {...ICON} />}
          >
            {t("activity.csv")}
          </Button>
        )
      }
    >
      {(shown) =>
        canManage(shown.myRole) ? (
          <>
            <Filters shown={shown} filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
            <Rows workspaceId={shown.workspace.id} filter={filter} onClear={() => setFilter(ALL)} />
          </>
        ) : (
          <NoAccessScreen />
        )
      }
    </WorkspacePage>
  );
}

interface FilterProps {
  shown: ShownWorkspace;
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

function Filters({ shown, filter, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation("workspaces");
  const people = useMemo(() => inOrder(shown.workspace.members, shown.myId), [shown.workspace.members, shown.myId]);
  return (
    <div className={page.tools} role="group" aria-label={t("activity.filters")}>
      <label className={styles.filter}>
        <span>{t("activity.what")}</span>
        <select value={filter.action} onChange={(event) => onChange({ action: event.currentTarget.value })}>
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {t(`activity.groups.${group === "" ? "all" : (group.slice(0, -1) as "member")}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.filter}>
        <span>{t("activity.who")}</span>
        <select value={filter.userId} onChange={(event) => onChange({ userId: event.currentTarget.value })}>
          <option value="">{t("activity.anybody")}</option>
          {people.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.filter}>
        <span>{t("activity.from")}</span>
        <input
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
      </label>
      <label className={styles.filter}>
        <span>{t("activity.to")}</span>
        <input
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function Rows({ workspaceId, filter, onClear }: { workspaceId: string; filter: AuditFilter; onClear: () => void }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const list = useInfiniteQuery(auditQuery(workspaceId, filter));
  const language = i18n.resolvedLanguage ?? "en";
  const days = useMemo(
    () =>
      byDay(
        (list.data?.pages ?? []).flatMap(({ items }) => items),
        (iso) => formatDay(iso, language),
      ),
    [list.data, language],
  );
  if (list.error && !list.data)
    return (
      <p className={styles.problem} role="alert">
        {errorText(list.error)}{" "}
        <Button variant="default" size="xs" onClick={() => void list.refetch()}>
          {common("actions.tryAgain")}
        </Button>
      </p>
    );
  if (!list.data) return null;
  return (
    <div aria-busy={list.isFetching}>
      <div role="status">
        {days.length === 0 && (
          <p className={page.none}>
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

function Row({ row, language }: { row: AuditView; language: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  const time = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: "short" }).format(new Date(row.at));
  const name = row.person?.displayName ?? t("activity.nobody");
  const key = actionKey(row.action);
  const subject = subjectOf(row);
  const details = detailsOf(row).map((detail) => detailText(detail, t));
  return (
    <li className={styles.row}>
      <Avatar name={name} src={row.person?.photoURL ?? null} size={28} />
      <span className={styles.what}>
        <bdi className={styles.who}>{name}</bdi> {key ? t(`activity.told.${key}`) : row.action}
        {subject && " "}
        {subject && (
          <bdi className={styles.subject}>
            {"name" in subject ? subject.name : t("items", { count: subject.count, number: subject.count.toLocaleString("en") })}
          </bdi>
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
    case "added":
    case "dropped":
      return t(`activity.${detail.kind}`, { names: detail.names });
  }
}

function roleName(role: string, t: TFunction<"workspaces">): string {
  const known = ROLES.find((one) => one === role);
  return known ? t(`roles.${known}`) : role;
}
