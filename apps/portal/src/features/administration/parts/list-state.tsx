import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import styles from "./list-state.module.css";

/** The part of a query that {@link ListState} shows. */
interface ShownQuery {
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Content of a list, or its state: loading, failed (with a retry button) or empty. */
export function ListState({
  query,
  isEmpty,
  empty,
  children,
}: {
  query: ShownQuery;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  if (query.isPending) return <div className={styles.pending} aria-busy="true" />;
  if (query.error)
    return (
      <p className={styles.problem} role="alert">
        {errorText(query.error)}{" "}
        <Button variant="default" size="xs" onClick={() => void query.refetch()}>
          {t("actions.tryAgain")}
        </Button>
      </p>
    );
  return (
    <div aria-busy={query.isFetching}>
      <div role="status">{isEmpty && <div className={styles.none}>{empty}</div>}</div>
      {!isEmpty && children}
    </div>
  );
}

/** The part of a paged query that {@link MoreButton} uses. */
interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page of a list. Hidden on the last one. */
export function MoreButton({ query }: { query: PagedQuery }): ReactNode {
  const { t } = useTranslation("administration");
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={styles.more}
      variant="default"
      aria-busy={query.isFetchingNextPage}
      onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
    >
      {t("more")}
    </Button>
  );
}
