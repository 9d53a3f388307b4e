import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ActivityFilter } from "../../platform/activity/activity-filter.ts";
import type { ActivityGroup } from "./activity.plan.ts";
import styles from "./activity.module.css";

interface Props {
  groups: readonly ActivityGroup[];
  /** Absent without a choice of a person. */
  people?: readonly { id: string; displayName: string }[];
  filter: ActivityFilter;
  onChange: (filter: ActivityFilter) => void;
  /** Further controls at the end of the line. */
  children?: ReactNode;
}

/** Filters of an activity log: group of actions, person and days. */
export function ActivityFilters({ groups, people, filter, onChange, children }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  const change = (part: Partial<ActivityFilter>): void => onChange({ ...filter, ...part });
  return (
    <div className={styles.tools} role="group" aria-label={t("activity.filters")}>
      <label className={styles.filter}>
        <span>{t("activity.what")}</span>
        <select value={filter.action} onChange={(event) => change({ action: event.currentTarget.value })}>
          {groups.map((group) => (
            <option key={group} value={group}>
              {t(`activity.groups.${group === "" ? "all" : (group.slice(0, -1) as "member")}`)}
            </option>
          ))}
        </select>
      </label>
      {people && (
        <label className={styles.filter}>
          <span>{t("activity.who")}</span>
          <select value={filter.userId} onChange={(event) => change({ userId: event.currentTarget.value })}>
            <option value="">{t("activity.anybody")}</option>
            {people.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={styles.filter}>
        <span>{t("activity.from")}</span>
        <input
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
      </label>
      <label className={styles.filter}>
        <span>{t("activity.to")}</span>
        <input
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </label>
      {children}
    </div>
  );
}
