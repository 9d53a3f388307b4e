import {
  deleteCaptions,
  getCaptions,
  getPlayback,
  getStatistics,
  likeItem,
  putCaptions,
  unlikeItem,
  updateChapters,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { queryOptions } from "@tanstack/react-query";
import { client, errorText, queryClient } from "../../../platform/api.ts";
import { cacheItem, knownItems } from "../../../entities/items/items.queries.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";

export type Playback = ClientResult<typeof getPlayback>;
export type Statistics = ClientResult<typeof getStatistics>;
export type Captions = ClientResult<typeof getCaptions>;
export type Chapter = ItemView["chapters"][number];

const playbackKey = (itemId: string) => ["items", "playback", itemId] as const;
const statisticsKey = (itemId: string) => ["items", "statistics", itemId] as const;

/** Playback data. Its addresses are valid for five minutes, so it is never cached. */
export const playbackQuery = (itemId: string) =>
  queryOptions({
    queryKey: playbackKey(itemId),
    queryFn: ({ signal }) => client.call(getPlayback, { params: { itemId } }, { signal }),
    staleTime: 60_000,
  });

/** Requests the playback data, for users who open the video by a link with its slug. */
export const loadPlayback = (itemId: string, share?: string): Promise<Playback> =>
  share === undefined
    ? queryClient.fetchQuery({ ...playbackQuery(itemId), staleTime: 0 })
    : client.call(getPlayback, { params: { itemId }, query: { share } });

/** Statistics of a video. */
export const statisticsQuery = (itemId: string, days: number) =>
  queryOptions({
    queryKey: [...statisticsKey(itemId), days],
    queryFn: ({ signal }) => client.call(getStatistics, { params: { itemId }, query: { days } }, { signal }),
  });

/** Invalidates everything about a video except the item itself. */
export function refreshVideo(itemId: string): void {
  void queryClient.invalidateQueries({ queryKey: playbackKey(itemId) });
  void queryClient.invalidateQueries({ queryKey: statisticsKey(itemId) });
}

const listeners = new Set<(itemId: string) => void>();

/** Calls back with the videos that this page changed; its own changes are not part of live events. Returns a function that unsubscribes. */
export function onVideoChanged(listener: (itemId: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changed(itemId: string): void {
  refreshVideo(itemId);
  for (const listener of listeners) listener(itemId);
}

/** Saves the captions of one language. @throws ApiError */
export async function saveCaptions(itemId: string, language: string, body: ClientArgs<typeof putCaptions>["body"]): Promise<Captions> {
  const saved = await client.call(putCaptions, { params: { itemId, language }, body });
  changed(itemId);
  return saved;
}

/** Returns the captions of one language. @throws ApiError */
export const loadCaptions = (itemId: string, language: string): Promise<Captions> =>
  client.call(getCaptions, { params: { itemId, language } });

/** Deletes the captions of one language and returns them for undo. @throws ApiError */
export async function removeCaptions(itemId: string, language: string): Promise<Captions> {
  const before = await loadCaptions(itemId, language);
  await client.call(deleteCaptions, { params: { itemId, language } });
  changed(itemId);
  return before;
}

/** Saves chapters and their visibility, and updates the cache. @throws ApiError */
export async function saveChapters(item: ItemView, change: { enabled?: boolean; chapters?: Chapter[] }): Promise<void> {
  const { enabled, chapters } = await client.call(updateChapters, { params: { itemId: item.id }, body: change });
  const now = knownItems(({ id }) => id === item.id)[0] ?? item;
  cacheItem({ ...now, chapters, chaptersEnabled: enabled });
  changed(item.id);
}

/** Likes or unlikes an item optimistically, with rollback. */
export async function toggleLike(item: ItemView): Promise<void> {
  const likedByMe = !item.likedByMe;
  cacheItem({ ...item, likedByMe, likes: Math.max(0, item.likes + (likedByMe ? 1 : -1)) });
  try {
    cacheItem({ ...item, ...(await client.call(likedByMe ? likeItem : unlikeItem, { params: { itemId: item.id } })) });
  } catch (error) {
    cacheItem(item);
    toasts.error(errorText(error));
  }
}
