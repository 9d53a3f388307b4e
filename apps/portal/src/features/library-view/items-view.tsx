import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../platform/api.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { theseItems } from "../../entities/items/item-changes.ts";
import { ItemGrid } from "./grid/item-grid.tsx";
import type { ItemSort, ItemView, ListName } from "../../entities/items/item-list.ts";
import styles from "./library.module.css";
import { listQuery } from "../../entities/items/items.queries.ts";
import { useGridSelection, useShownList } from "./selection/use-shown-list.ts";
import { useFreshOnFocus, useThumbnailPolling } from "./grid/use-grid-data.ts";
import type { ViewPreference } from "../../entities/items/view-preference.ts";
import { openDialog } from "../../platform/dialogs.ts";
import { selection } from "./selection/selection-store.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const ListHead = lazyView(() => import("./grid/list-head.tsx"), "ListHead");
const PurgeDialog = lazyView(() => import("./purge-dialog.tsx"), "PurgeDialog");

interface Props {
  list: ListName;
  preference: ViewPreference;
  /** Absent where the list's head does not sort. */
  onSort?: (sort: ItemSort) => void;
  label: string;
  /** Number of items in the list on the server, if known. */
  total?: number | undefined;
  /** Whether folders are displayed, so that the page is not empty without items. */
  hasFolders?: boolean;
  /** Whether the folders are still loading: items wait for them, so that folders move nothing. */
  isFoldersPending?: boolean;
  empty: ReactNode;
  /** Replaces everything when the list is not or no longer accessible. */
  gone?: ReactNode;
  /** Renders the screen around the view and receives whether it is empty. */
  frame: (body: ReactNode, isEmpty: boolean) => ReactNode;
  /** Renders the content above the items (folders). */
  above?: (isEmpty: boolean) => ReactNode;
}

const NO_PAGES: never[] = [];

const moveItems = (items: ItemView[]): void =>
  openDialog("move-to-folder", { subject: { items }, onMove: () => selection.dispatch({ type: "clear" }) });

/** A list of items in every state: loading, failed, empty, grid or rows. Used by every library screen. */
export function ItemsView(props: Props): ReactNode {
  const { list, preference, onSort, label, total, hasFolders = false, isFoldersPending = false, empty, gone, frame, above } = props;
  const query = useInfiniteQuery(listQuery(list));
  const pages = query.data?.pages ?? NO_PAGES;
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const isPending = query.isPending || isFoldersPending;
  const isEmpty = query.isSuccess && !isFoldersPending && items.length === 0 && !query.hasNextPage;
  useThumbnailPolling(list, pages);
  useFreshOnFocus(list, pages[0]?.fetchedAt);

  const gridSelection = useGridSelection();
  useShownList(list, items, query.hasNextPage ? total : items.length, query.hasNextPage);

  const open = useOpenItem();
  const [purging, setPurging] = useState<ItemView[] | null>(null);
  const { fetchNextPage, hasNextPage, isFetchNextPageError } = query;
  const loadMore = useLoadMore(query, items.length);

  if (gone && isApiError(query.error, "not-found", "forbidden")) return gone;
  const body = (
    <div className={styles.view}>
      {preference.layout === "list" && !isPending && items.length + (hasFolders ? 1 : 0) > 0 && (
        <Suspense fallback={<div className={styles.headFallback} />}>
          <ListHead sort={list.sort} onSort={onSort ?? (() => {})} isFixed={onSort === undefined} />
        </Suspense>
      )}
      {!isPending && above?.(isEmpty)}
      {isPending && <Skeletons shape={list.type === "video" ? "reel" : "still"} layout={preference.layout} />}
      {query.isError && items.length === 0 && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && !hasFolders && empty}
      {!isPending && items.length > 0 && (
        <ItemGrid
          key={JSON.stringify(list)}
          items={items}
          pages={pages}
          list={list}
          layout={preference.layout}
          label={label}
          total={hasNextPage ? undefined : items.length}
          selection={gridSelection}
          onNearEnd={loadMore}
          onOpen={open}
          onPurge={setPurging}
          onMove={moveItems}
        />
      )}
      {isFetchNextPageError && <LoadMoreError onRetry={() => void fetchNextPage()} />}
      {purging && (
        <Suspense>
          <PurgeDialog
            target={theseItems(purging)}
            count={purging.length}
            bytes={purging.reduce((sum, item) => sum + item.size, 0)}
            peek={purging}
            onClose={() => setPurging(null)}
          />
        </Suspense>
      )}
    </div>
  );
  return frame(body, isEmpty && !hasFolders);
}

/** Message that the list could not be loaded. */
function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <div className={styles.failed} role="alert">
      <h2 className={styles.failedTitle}>{t("failed.title")}</h2>
      <p>{errorText(error)}</p>
      <Button variant="default" size="md" onClick={onRetry}>
        {t("actions.tryAgain")}
      </Button>
    </div>
  );
}

/** Message that the next page of the list could not be loaded. */
function LoadMoreError({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <div className={styles.failedMore} role="alert">
      {t("failed.more")}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t("actions.tryAgain")}
      </Button>
    </div>
  );
}

interface Paging {
  fetchNextPage: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
}

/** Returns a function that loads the next page. An error stops it until the user tries again. */
function useLoadMore({ fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError }: Paging, itemCount: number): () => void {
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    // A bulk change removed all loaded items: more must be loaded.
    if (itemCount === 0) loadMore();
  }, [itemCount, loadMore]);
  return loadMore;
}

/** Opens an item's page, with a view transition of the picture where the browser supports it. */
function useOpenItem(): (item: ItemView, picture: HTMLElement | null) => void {
  const navigate = useNavigate();
  return useCallback(
    (item, picture) => {
      if (picture) picture.style.viewTransitionName = `item-${item.id}`;
      void navigate({ to: itemPath(item), viewTransition: picture !== null });
    },
    [navigate],
  );
}

/** Placeholder cards in exact layout. Hidden for the first 200 ms. */
function Skeletons({ shape, layout }: { shape: "still" | "reel"; layout: ViewPreference["layout"] }): ReactNode {
  const { t } = useTranslation("library");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={layout === "grid" ? styles.ghostGrid : styles.ghostRows} role="status" aria-label={t("loading")}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeleton} data-shape={shape}>
          <span />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
