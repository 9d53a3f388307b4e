import { isApiError } from "@stillreel/client";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCallback, type ReactNode } from "react";
import { Failure, NoAccessScreen } from "../dead-ends/index.ts";
import { itemQuery, type ItemType, type ItemView } from "../library/index.ts";
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
  const id = itemId ?? "";
  const query = useQuery({ ...itemQuery(id, type), refetchInterval: ({ state }) => (isArriving(state.data) ? ARRIVING_POLL_MS : false) });
  const { data: item, error, refetch } = query;
  const renew = useCallback(async () => (await refetch()).data?.sourceUrl ?? null, [refetch]);
  // It was here a moment ago.
  if (item && !query.isPlaceholderData && isApiError(error, "not-found", "forbidden")) return <NoAccessScreen />;
  if (item && !isApiError(error, "not-found")) return children({ item, renew });
  if (error) return <Failure error={error} reset={() => void refetch()} />;
  return <div className={styles.page} aria-busy="true" />;
}
