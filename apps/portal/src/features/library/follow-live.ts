import { queryClient } from "../../api.ts";
import { countsQuery } from "../account/index.ts";
import { refreshFolders } from "../folders/index.ts";
import { onLive } from "../live/index.ts";
import { refreshAfter } from "./library.queries.ts";

/** How long news are gathered before anything is read again, in milliseconds. */
const GATHER_MS = 250;

/** What is to be read again; `ids` is null when anything may have changed. */
interface News {
  ids: Set<string> | null;
  hasItems: boolean;
}

let news: News | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;

/** From now on shows what other people, tabs and the server itself change in the library. More calls do nothing. */
export function followLive(): void {
  if (isFollowing) return;
  isFollowing = true;
  onLive((event) => {
    if (event.type !== "items" && event.type !== "folders" && event.type !== "reset") return;
    news ??= { ids: new Set(), hasItems: false };
    if (event.type !== "folders") news.hasItems = true;
    if (event.type === "reset" || (event.type === "items" && event.itemIds === null)) news.ids = null;
    else if (event.type === "items") for (const id of event.itemIds ?? []) news.ids?.add(id);
    // The first news start the clock: a steady stream of them must not put off the sight of all.
    timer ??= setTimeout(show, GATHER_MS);
  });
}

function show(): void {
  const { ids, hasItems } = news ?? { ids: null, hasItems: false };
  news = null;
  timer = undefined;
  if (hasItems) {
    refreshAfter(ids);
    void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
  }
  void refreshFolders();
}
