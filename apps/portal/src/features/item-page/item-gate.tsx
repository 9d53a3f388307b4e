import { isApiError } from "@stillreel/client";
import { InFrame } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { Failure } from "../../ui/status/failure.tsx";
import { NoAccessScreen } from "../../ui/status/no-access.screen.tsx";
import { knownFolder } from "../../entities/folders/folders.queries.ts";
import { findInOtherSpaces } from "../../entities/items/find-in-other-spaces.ts";
import { itemQuery, cacheItem, type ItemName } from "../../entities/items/items.queries.ts";
import { useMovedTo } from "../../entities/items/moved-items.ts";
import type { ItemType, ItemView } from "../../entities/items/item-list.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { setUploadTarget } from "../../entities/uploads/upload-target.ts";
import { useRememberOrigin } from "./item-origin.ts";
import { ItemPreviewContext, type ItemPreview } from "./item-preview.ts";
import styles from "./item.module.css";
import { useItemPageSlots } from "./item-page-slots.ts";

/** While an item is still arriving or being made the page looks again this often, in milliseconds. */
const ARRIVING_POLL_MS = 1500;
const isArriving = (item: ItemView | undefined): boolean =>
  item !== undefined && item.stage !== "failed" && (item.sourceUrl === null || (item.type === "video" && item.stage !== "ready"));

/** What a page is told of its item beside the item itself. */
export interface GatedItem {
  item: ItemView;
  /** Reads the item again; resolves to the new address of its picture or video, or to null. */
  renew: () => Promise<string | null>;
}

/**
 * Reads the item that the address names and keeps it fresh: as one sees it oneself, or the member as whom one looks. Who cannot have
 * it, or no longer may, is told so.
 */
export function ItemGate({ type, children }: { type: ItemType; children: (given: GatedItem) => ReactNode }): ReactNode {
  useRememberOrigin();
  const { itemId } = useParams({ strict: false });
  const { ref, asMember } = useSpace();
  const id = itemId ?? "";
  const query = useQuery({
    ...itemQuery(id, type, ref, asMember),
    refetchInterval: ({ state }) => (isArriving(state.data) ? ARRIVING_POLL_MS : false),
  });
  const { data, error, refetch } = query;
  const { item, preview } = useMemo(() => seen(data, asMember !== null), [data, asMember]);
  const renew = useCallback(async () => (await refetch()).data?.sourceUrl ?? null, [refetch]);
  const isLost = isApiError(error, "not-found");
  const isElsewhere = useRedirectToMoved({ id, type, ref }, isLost && asMember === null);
  useItemTarget(item, preview !== null);
  // It was here a moment ago.
  const isTaken = item && !query.isPlaceholderData && isApiError(error, "not-found", "forbidden");
  if (!isElsewhere && item && !isLost && !isTaken)
    return (
      <div className={styles.page}>
        <ItemPreviewContext value={preview}>{children({ item, renew })}</ItemPreviewContext>
      </div>
    );
  if (isElsewhere || !error) return <Without hasTop={asMember !== null} />;
  const end = isTaken ? <NoAccessScreen /> : <Failure error={error} reset={() => void refetch()} />;
  if (asMember === null) return end;
  return (
    <Without of={isLost ? "nothing" : null}>
      <main className={styles.ended} id="content" tabIndex={-1}>
        <InFrame value>{end}</InFrame>
      </main>
    </Without>
  );
}

/** What is shown as another sees it is looked at, not changed. */
function seen(item: ItemView | undefined, isPreview: boolean): { item: ItemView | undefined; preview: ItemPreview | null } {
  if (!item || !isPreview) return { item, preview: null };
  return { item: { ...item, permission: { ...item.permission, write: false } }, preview: { canWrite: item.permission.write } };
}

interface WithoutProps {
  /** What the member gets as whom one looks. */
  of?: "nothing" | null;
  /** The place of what stands above the bar, until it is there. */
  hasTop?: boolean;
  children?: ReactNode;
}

/** The page while there is no item on it. While one looks as a member, the way out of that stands where it does beside an item. */
function Without({ of, hasTop = false, children }: WithoutProps): ReactNode {
  const { PreviewBanner } = useItemPageSlots();
  return (
    <div className={styles.page} aria-busy={children === undefined}>
      <div className={styles.head}>
        {hasTop && <div className={styles.top} />}
        <PreviewBanner of={of} />
      </div>
      {children}
    </div>
  );
}

/** What is not in the space that the address names may have moved: the page then goes to where it is now. True while it is looked for. */
function useRedirectToMoved(name: ItemName, isLost: boolean): boolean {
  const navigate = useNavigate();
  const { id, type, ref } = name;
  const [searched, setSearched] = useState<string | null>(null);
  const key = `${ref}/${id}`;
  const movedTo = useMovedTo(id);
  useEffect(() => {
    if (movedTo) void navigate({ to: itemPath(movedTo), replace: true });
  }, [movedTo, navigate]);
  useEffect(() => {
    if (!isLost) return undefined;
    let isOver = false;
    void findInOtherSpaces({ id, type, ref }).then((item) => {
      if (isOver) return;
      if (item) {
        cacheItem(item);
        void navigate({ to: itemPath(item), replace: true });
      } else setSearched(key);
    });
    return () => {
      isOver = true;
    };
  }, [isLost, id, type, ref, key, navigate]);
  return movedTo !== undefined || (isLost && searched !== key);
}

/** Files that are dropped or pasted beside an item of a workspace go to where it lies; nowhere, while one looks as a member. */
function useItemTarget(item: ItemView | undefined, isReadOnly: boolean): void {
  const workspaceId = item && spaceOf(item);
  const folderId = item?.parentId ?? null;
  const canWrite = item?.permission.write === true;
  useEffect(() => {
    if (workspaceId === undefined || workspaceId === PERSONAL || !(canWrite || isReadOnly)) return undefined;
    const folderName = folderId === null ? null : (knownFolder(folderId)?.name ?? null);
    setUploadTarget({ workspaceId, folderId, folderName, type: "mixed", ...(isReadOnly && { isReadOnly }) });
    return () => setUploadTarget(null);
  }, [workspaceId, folderId, canWrite, isReadOnly]);
}
