import { createDiscussionApi, createDiscussionStore, type DiscussionStore } from "@stillreel/watch/discussion";
import { useTexts } from "@stillreel/watch/player";
import { useEffect, useState } from "react";
import { client } from "./api.ts";
import { followLink } from "./live.ts";
import { announce, type PageData } from "./page-data.ts";

/** Comments of the page with live updates; `itemChanged` is called when other data must be reloaded. */
export function useTalk({ itemId, slug }: PageData, itemChanged: () => void): DiscussionStore {
  const { t } = useTexts();
  const [store] = useState(() =>
    createDiscussionStore(createDiscussionApi(client, itemId, slug), (error) =>
      announce(error instanceof Error ? error.message : t("page.failed")),
    ),
  );
  useEffect(() => {
    void store.refresh();
    const leave = (): void => store.settle(true);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [store]);
  useEffect(() => {
    const stop = followLink({ slug, itemId }, (change) => (change === "comments" ? void store.refresh() : itemChanged()));
    return stop;
  }, [slug, itemId, store, itemChanged]);
  return store;
}
