import { isApiError } from "@stillreel/client";
import { InFrame } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
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
import { useReopenedSend } from "./use-reopened-send.ts";
import { useRequestedSave } from "./use-requested-save.ts";
import { useRecordOpening } from "./use-record-opening.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const AskAccessScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessScreen");

/** Poll interval while an item is being uploaded or processed, in milliseconds. */
const ARRIVING_POLL_MS = 1500;
const isArriving = (item: ItemView | undefined): boolean =>
  item !== undefined &&
  item.stage !== "failed" &&
  item.type !== "board" &&
  (item.sourceUrl === null || (item.type === "video" && item.stage !== "ready"));

/** Data passed to the page in addition to the item. */
export interface GatedItem {
  item: ItemView;
  /** Reads the item again; resolves to the new address of its file, or to null. */
  renew: () => Promise<string | null>;
}

/**
 * Loads the item that the address names and refreshes it: as the user or as the previewed member. Shows an error page when the
 * item is or becomes inaccessible.
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
  useReopenedSend(asMember === null ? item : undefined);
  useRequestedSave(asMember === null ? item : undefined);
  useRecordOpening(asMember === null && item?.trash === false ? item.id : undefined);
  // The item was accessible before.
  const isTaken = item && !query.isPlaceholderData && isApiError(error, "not-found", "forbidden");
  if (!isElsewhere && item && !isLost && !isTaken)
    return (
      <div className={styles.page}>
        <ItemPreviewContext value={preview}>{children({ item, renew })}</ItemPreviewContext>
      </div>
    );
  if (isElsewhere || !error) return <Without hasTop={asMember !== null} />;
  const failure = isTaken && asMember !== null ? <NoAccessScreen /> : <Failure error={error} reset={() => void refetch()} />;
  if (asMember === null)
    return isLost || isTaken ? (
      <Suspense fallback={<div aria-busy="true" />}>
        <AskAccessScreen target={{ type: "item", id }} isLost={isTaken === true} />
      </Suspense>
    ) : (
      failure
    );
  return (
    <Without of={isLost ? "nothing" : null}>
      <main className={styles.ended} id="content" tabIndex={-1}>
        <InFrame value>{failure}</InFrame>
      </main>
    </Without>
  );
}

/** Makes an item in a member preview read-only. */
function seen(item: ItemView | undefined, isPreview: boolean): { item: ItemView | undefined; preview: ItemPreview | null } {
  if (!item || !isPreview) return { item, preview: null };
  return { item: { ...item, permission: { ...item.permission, write: false } }, preview: { canWrite: item.permission.write } };
}

interface WithoutProps {
  /** Permission of the previewed member. */
  of?: "nothing" | null;
  /** Reserves space for the top bar until it is loaded. */
  hasTop?: boolean;
  children?: ReactNode;
}

/** Page without an item. During a member preview the button to leave it has its usual position. */
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

/** Redirects to the item's current space when it has moved. Returns true while searching. */
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

/** Sets the drop and paste target to the folder of a workspace item; disabled in a member preview. */
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
