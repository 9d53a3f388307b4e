import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActivityFilters } from "../../../ui/activity/activity-filters.tsx";
import { ActivityList, CsvLink } from "../../../ui/activity/activity-list.tsx";
import { WORKSPACE_GROUPS } from "../../../ui/activity/activity.plan.ts";
import { NoAccessScreen } from "../../../ui/status/no-access.screen.tsx";
import { NO_FILTER, type ActivityFilter } from "../../../platform/activity/activity-filter.ts";
import { inOrder } from "../../../entities/workspaces/members.ts";
import { canManage } from "../../../entities/workspaces/roles.ts";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import { auditCsvUrl, auditQuery } from "../../../entities/workspaces/activity.queries.ts";
import { WorkspacePage } from "../workspace-page.tsx";

/** Activity of a workspace; for owners and admins. */
export function ActivityScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  const [filter, setFilter] = useState(NO_FILTER);
  return (
    <WorkspacePage
      title={t("activity.title")}
      actions={({ workspace, myRole }) => canManage(myRole) && <CsvLink href={auditCsvUrl(workspace.id, filter)} />}
    >
      {(shown) => (canManage(shown.myRole) ? <Activities shown={shown} filter={filter} onFilter={setFilter} /> : <NoAccessScreen />)}
    </WorkspacePage>
  );
}

function Activities({
  shown: { workspace, myId },
  filter,
  onFilter,
}: {
  shown: ShownWorkspace;
  filter: ActivityFilter;
  onFilter: (filter: ActivityFilter) => void;
}): ReactNode {
  const list = useInfiniteQuery(auditQuery(workspace.id, filter));
  const people = useMemo(() => inOrder(workspace.members, myId), [workspace.members, myId]);
  return (
    <>
      <ActivityFilters groups={WORKSPACE_GROUPS} people={people} filter={filter} onChange={onFilter} />
      <ActivityList query={list} filter={filter} onClear={() => onFilter(NO_FILTER)} />
    </>
  );
}
