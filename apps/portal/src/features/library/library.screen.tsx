import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../shell/index.ts";
import { isTyping } from "../../shell/use-shortcuts.ts";
import { errorText } from "../../api.ts";
import { countsQuery } from "../account/index.ts";
import { EmptyLibrary } from "./empty-library.tsx";
import { ItemGrid } from "./item-grid.tsx";
import styles from "./library.module.css";
import { imagesQuery, type ItemSort, type ItemView } from "./library.queries.ts";
import { SortMenu } from "./sort-menu.tsx";
import { keepSort, readSort } from "./sort-preference.ts";
import { undoLast } from "./undo.ts";
import { useFreshOnFocus, useThumbnailPolling } from "./use-grid-data.ts";

const NO_PAGES: never[] = [];

/** My images. */
export function LibraryScreen(): ReactNode {
  const { t } = useTranslation("library");
  const [sort, setSort] = useState<ItemSort>(readSort);
  const list = useInfiniteQuery(imagesQuery(sort));
  const { data: counts } = useQuery(countsQuery);
  const pages = list.data?.pages ?? NO_PAGES;
  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const isEmpty = list.isSuccess && items.length === 0 && !list.hasNextPage;
  useThumbnailPolling(sort, pages);
  useFreshOnFocus(sort, pages[0]?.fetchedAt);
  useUndoKey();

  const navigate = useNavigate();
  const open = useCallback(
    (item: ItemView, picture: HTMLElement | null) => {
      // The card's picture grows into the item page's, where the browser can do that.
      if (picture) picture.style.viewTransitionName = `item-${item.id}`;
      void navigate({ to: "/images/$itemId", params: { itemId: item.id }, viewTransition: picture !== null });
    },
    [navigate],
  );
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const changeSort = (next: ItemSort): void => {
    keepSort(next);
    setSort(next);
  };

  return (
    <Screen
      title={t("title")}
      count={counts && counts.images > 0 ? counts.images : undefined}
      actions={!isEmpty && <SortMenu sort={sort} onChange={changeSort} />}
    >
      {list.isPending && <Skeletons />}
      {list.isError && items.length === 0 && (
        <div className={styles.failed} role="alert">
          <h2 className={styles.failedTitle}>{t("failed.title")}</h2>
          <p>{errorText(list.error)}</p>
          <Button variant="default" size="md" onClick={() => void list.refetch()}>
            {t("actions.tryAgain")}
          </Button>
        </div>
      )}
      {isEmpty && <EmptyLibrary />}
      {items.length > 0 && (
        <ItemGrid key={sort} items={items} pages={pages} sort={sort} total={counts?.images} onNearEnd={loadMore} onOpen={open} />
      )}
      {isFetchNextPageError && (
        <div className={styles.failedMore} role="alert">
          {t("failed.more")}
          <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
            {t("actions.tryAgain")}
          </Button>
        </div>
      )}
    </Screen>
  );
}

/** Cards to come, in their exact shape. Nothing for the first 200 ms. */
function Skeletons(): ReactNode {
  const { t } = useTranslation("library");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles.ghostGrid} role="status" aria-label={t("loading")}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <span />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

/** ⌘Z (Ctrl Z) takes the last move to trash back. */
function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z" && !isTyping(event.target) && undoLast())
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
