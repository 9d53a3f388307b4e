import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  allWorkspacesQuery,
  installationActivityQuery,
  installationCsvUrl,
  type InstallationFilter,
} from "../../../entities/administration/administration.queries.ts";
import { personQuery } from "../../../entities/administration/people.queries.ts";
import { NO_FILTER } from "../../../platform/activity/activity-filter.ts";
import { ActivityFilters } from "../../../ui/activity/activity-filters.tsx";
import { ActivityList, CsvLink } from "../../../ui/activity/activity-list.tsx";
import { INSTALLATION_GROUPS } from "../../../ui/activity/activity.plan.ts";
import { PersonPicker } from "../parts/person-picker.tsx";
import { type PickedOption, SearchPicker } from "../parts/search-picker.tsx";
import styles from "./audit.module.css";
import { filterOf, searchOf } from "./audit.plan.ts";

const TYPING_PAUSE_MS = 200;

/** The filter in the address of the page, and how to change it. */
function useAddressFilter(): [InstallationFilter, (filter: InstallationFilter) => void] {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [filter, (to) => void navigate({ to: ".", search: searchOf(to) as never, replace: true })];
}

/** The activity log of the installation, sign-ins included. The filter is in the address and in the CSV file. */
export function AuditTab(): ReactNode {
  const [filter, setFilter] = useAddressFilter();
  const list = useInfiniteQuery(installationActivityQuery(filter));
  return (
    <>
      <ActivityFilters groups={INSTALLATION_GROUPS} filter={filter} onChange={(to) => setFilter({ ...filter, ...to })}>
        <span className={styles.csv}>
          <CsvLink href={installationCsvUrl(filter)} />
        </span>
      </ActivityFilters>
      <div className={styles.pickers}>
        <PersonFilter userId={filter.userId} onPick={(userId) => setFilter({ ...filter, userId })} />
        <WorkspaceFilter workspaceId={filter.workspaceId} onPick={(workspaceId) => setFilter({ ...filter, workspaceId })} />
      </div>
      <ActivityList query={list} filter={filter} onClear={() => setFilter({ ...NO_FILTER, workspaceId: "" })} />
    </>
  );
}

/** Filters by a person. The name of a person in the address is loaded; a deleted one is shown by the id. */
function PersonFilter({ userId, onPick }: { userId: string; onPick: (userId: string) => void }): ReactNode {
  const { t } = useTranslation("administration");
  const [chosen, setChosen] = useState<PickedOption | null>(null);
  const known = useQuery({ ...personQuery(userId), enabled: userId !== "" && chosen?.id !== userId, retry: false });
  const loaded = known.data && { id: known.data.id, name: known.data.displayName, photoURL: known.data.photoURL };
  const picked = userId === "" ? null : chosen?.id === userId ? chosen : (loaded ?? { id: userId, name: known.isError ? userId : "" });
  return (
    <PersonPicker
      label={t("audit.person")}
      picked={picked}
      onPick={(person) => {
        setChosen(person);
        onPick(person?.id ?? "");
      }}
    />
  );
}

/** Filters by a workspace. The name of a workspace in the address is found among the first ones, or shown by its id. */
function WorkspaceFilter({ workspaceId, onPick }: { workspaceId: string; onPick: (workspaceId: string) => void }): ReactNode {
  const { t } = useTranslation("administration");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<PickedOption | null>(null);
  const [q] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const list = useInfiniteQuery(allWorkspacesQuery(q));
  const options = (list.data?.pages[0]?.items ?? []).map(({ id, name, owner }) => ({
    id,
    name,
    text: owner?.displayName ?? t("workspaces.noOwner"),
  }));
  const named = [chosen, ...options].find((option) => option?.id === workspaceId);
  return (
    <SearchPicker
      label={t("audit.workspace")}
      placeholder={t("workspaces.search")}
      none={t("workspaces.noMatch")}
      picked={workspaceId === "" ? null : (named ?? { id: workspaceId, name: list.isPending ? "" : workspaceId })}
      options={options}
      isSearching={list.isFetching}
      typed={typed}
      onType={setTyped}
      onPick={(workspace) => {
        setChosen(workspace);
        onPick(workspace?.id ?? "");
      }}
    />
  );
}
