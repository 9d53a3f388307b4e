import { Button, SegmentedControl } from "@mantine/core";
import { EmptyState, ICON } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { followRequests, requestsQuery, type RequestFilter } from "../../entities/requests/requests.queries.ts";
import { errorText } from "../../platform/api.ts";
import { openDialog } from "../../platform/dialogs.ts";
import { Screen } from "../../ui/screen.tsx";
import { RequestRow } from "./request-row.tsx";
import styles from "./requests.module.css";

const FILTERS: readonly RequestFilter[] = ["all", "open", "closed"];
const PERSONAL_ROOT = { workspaceId: "personal", folderId: null, name: null, kind: "video" } as const;

/** Columns of the list. Each row names its values, so that the heads are only seen. */
const COLUMNS = ["request", "target", "arrived", "last", "closes"] as const;

/** Opens the dialog for a new request. */
const ask = (): void => openDialog("request", { target: PERSONAL_ROOT });

function AskButton(): ReactNode {
  const { t } = useTranslation("requests");
  return (
    <Button size="md" leftSection={<IconPlus {...ICON} />} aria-haspopup="dialog" onClick={ask}>
      {t("ask")}
    </Button>
  );
}

/** Moves the focus between rows, opens and closes them, and copies links by keys. */
function useRowKeys() {
  const list = useRef<HTMLUListElement>(null);
  const handleKey = (event: KeyboardEvent): void => {
    const row = (event.target as Element).closest("li[data-request]");
    const toggle = row?.querySelector<HTMLButtonElement>("[data-toggle]");
    if (!row || !toggle || event.target !== toggle || event.metaKey || event.ctrlKey || event.altKey) return;
    const toggles = [...(list.current?.querySelectorAll<HTMLButtonElement>("[data-toggle]") ?? [])];
    const at = toggles.indexOf(toggle);
    const isOpen = toggle.getAttribute("aria-expanded") === "true";
    const [open, close] = document.documentElement.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    if (event.key === "ArrowDown") toggles[at + 1]?.focus();
    else if (event.key === "ArrowUp") toggles[at - 1]?.focus();
    else if ((event.key === open && !isOpen) || (event.key === close && isOpen)) toggle.click();
    else if (event.key.toLowerCase() === "l") row.querySelector<HTMLButtonElement>("[data-copy]")?.click();
    else return;
    event.preventDefault();
  };
  return { list, handleKey };
}

interface FilterProps {
  filter: RequestFilter;
  counts: Partial<Record<RequestFilter, number | undefined>>;
  onChange: (filter: RequestFilter) => void;
}

/** Chooses which requests are shown, with their numbers. */
function Filter({ filter, counts, onChange }: FilterProps): ReactNode {
  const { t } = useTranslation("requests");
  const labelOf = (one: RequestFilter): string => [t(`filter.${one}`), counts[one]].filter((part) => part !== undefined).join(" ");
  return (
    <SegmentedControl
      aria-label={t("filter.label")}
      value={filter}
      onChange={(value) => onChange(value as RequestFilter)}
      data={FILTERS.map((value) => ({ value, label: labelOf(value) }))}
    />
  );
}

function ColumnHeads(): ReactNode {
  const { t } = useTranslation("requests");
  return (
    <div className={styles.columns} aria-hidden="true">
      {COLUMNS.map((column) => (
        <span key={column}>{t(`columns.${column}`)}</span>
      ))}
    </div>
  );
}

/** The user's requests: each opens in place with what arrived. */
export function RequestsScreen(): ReactNode {
  const { t } = useTranslation("requests");
  const { t: common } = useTranslation();
  const [filter, setFilter] = useState<RequestFilter>("all");
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useInfiniteQuery(requestsQuery(filter));
  const { list, handleKey } = useRowKeys();
  useEffect(followRequests, []);
  const [first] = query.data?.pages ?? [];
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = first ? first.open + first.closed : undefined;
  return (
    <Screen
      title={t("title")}
      count={total === 0 ? undefined : total}
      above={
        <nav className={styles.crumbs} aria-label={t("path")}>
          <Link to="/videos">{t("videos")}</Link>
        </nav>
      }
      actions={
        total === 0 ? undefined : (
          <>
            <Filter filter={filter} counts={{ open: first?.open, closed: first?.closed }} onChange={setFilter} />
            <AskButton />
          </>
        )
      }
    >
      {query.error && (
        <p role="alert">
          {errorText(query.error)}{" "}
          <Button variant="default" size="xs" onClick={() => void query.refetch()}>
            {common("actions.tryAgain")}
          </Button>
        </p>
      )}
      {total === 0 && <EmptyState title={t("emptyTitle")} text={t("emptyText")} actions={<AskButton />} />}
      {total !== undefined && total > 0 && rows.length === 0 && <p role="status">{t("noneHere")}</p>}
      {rows.length > 0 && <ColumnHeads />}
      <ul ref={list} className={styles.list} aria-label={t("title")} aria-busy={query.isPending}>
        {rows.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isOpen={request.id === openId}
            onToggle={() => setOpenId(request.id === openId ? null : request.id)}
            onKeyDown={handleKey}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" aria-busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </Screen>
  );
}
