import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { installationActivityQuery, installationCsvUrl } from "../../../entities/administration/administration.queries.ts";
import { NO_FILTER } from "../../../platform/activity/activity-filter.ts";
import { ActivityFilters } from "../../../ui/activity/activity-filters.tsx";
import { ActivityList, CsvLink } from "../../../ui/activity/activity-list.tsx";
import { INSTALLATION_GROUPS } from "../../../ui/activity/activity.plan.ts";
import styles from "./audit.module.css";

/** The activity log of the installation, sign-ins included. */
export function AuditTab(): ReactNode {
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useInfiniteQuery(installationActivityQuery(filter));
  return (
    <>
      <ActivityFilters groups={INSTALLATION_GROUPS} filter={filter} onChange={setFilter}>
        <span className={styles.csv}>
          <CsvLink href={installationCsvUrl(filter)} />
        </span>
      </ActivityFilters>
      <ActivityList query={list} filter={filter} onClear={() => setFilter(NO_FILTER)} />
    </>
  );
}
