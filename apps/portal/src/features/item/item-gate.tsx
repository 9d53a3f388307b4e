import { isApiError } from "@stillreel/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { Failure, NoAccessScreen } from "../dead-ends/index.ts";
import { knownFolder } from "../folders/index.ts";
import { findElsewhere, itemQuery, keepItem, type ItemName, type ItemType, type ItemView } from "../library/index.ts";
import { itemPath, PERSONAL, spaceOf, useSpace } from "../spaces/index.ts";
import { setUploadTarget } from "../uploads/index.ts";
import { useLookBack } from "./item-origin.ts";
import styles from "./item.module.css";

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

/** Reads the item that the address names and keeps it fresh. Who cannot have it, or no longer may, is told so. */
export function ItemGate({ type, children }: { type: ItemType; children: (given: GatedItem) => ReactNode }): ReactNode {
  useLookBack();
  const { itemId } = useParams({ strict: false });
  const { ref, asMember } = useSpace();
  const id = itemId ?? "";
  const query = useQuery({
    ...itemQuery(id, type, ref),
    refetchInterval: ({ state }) => (isArriving(state.data) ? ARRIVING_POLL_MS : false),
  });
  const { data, error, refetch } = query;
  // What is shown as another sees it is looked at, not changed.
  const item = useMemo(
    () => (data && asMember !== null ? { ...data, permission: { ...data.permission, write: false } } : data),
    [data, asMember],
  );
  const renew = useCallback(async () => (await refetch()).data?.sourceUrl ?? null, [refetch]);
  const isLost = isApiError(error, "not-found");
  const isElsewhere = useWayElsewhere({ id, type, ref }, isLost);
  useItemTarget(item);
  if (isElsewhere) return <div className={styles.page} aria-busy="true" />;
  // It was here a moment ago.
  if (item && !query.isPlaceholderData && isApiError(error, "not-found", "forbidden")) return <NoAccessScreen />;
  if (item && !isLost) return children({ item, renew });
  if (error) return <Failure error={error} reset={() => void refetch()} />;
  return <div className={styles.page} aria-busy="true" />;
}

/** What is not in the space that the address names may have moved: the page then goes to where it is now. True while it is looked for. */
function useWayElsewhere(name: ItemName, isLost: boolean): boolean {
  const navigate = useNavigate();
  const { id, type, ref } = name;
  const [searched, setSearched] = useState<string | null>(null);
  const key = `${ref}/${id}`;
  useEffect(() => {
    if (!isLost) return undefined;
    let isOver = false;
    void findElsewhere({ id, type, ref }).then((item) => {
      if (isOver) return;
      if (item) {
        keepItem(item);
        void navigate({ to: itemPath(item), replace: true });
      } else setSearched(key);
    });
    return () => {
      isOver = true;
    };
  }, [isLost, id, type, ref, key, navigate]);
  return isLost && searched !== key;
}

/** Files that are dropped or pasted beside an item of a workspace go to where it lies. */
function useItemTarget(item: ItemView | undefined): void {
  const workspaceId = item && spaceOf(item);
  const folderId = item?.parentId ?? null;
  const canWrite = item?.permission.write === true;
  useEffect(() => {
    if (workspaceId === undefined || workspaceId === PERSONAL || !canWrite) return undefined;
    const folderName = folderId === null ? null : (knownFolder(folderId)?.name ?? null);
    setUploadTarget({ workspaceId, folderId, folderName, type: "mixed" });
    return () => setUploadTarget(null);
  }, [workspaceId, folderId, canWrite]);
}
