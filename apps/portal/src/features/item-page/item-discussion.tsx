import { askedReply, createDiscussionApi, Discussion, useDiscussionStore, type DiscussionStore } from "@stillreel/watch/discussion";
import type { PlayerHandle, Viewer } from "@stillreel/watch/core";
import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { onLive } from "../../platform/live/live-events.ts";
import { useItemPreview } from "./item-preview.ts";
import { useWatchTexts } from "./use-watch-texts.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Returns the comments of an item with live updates. */
export function useItemDiscussion(itemId: string): DiscussionStore {
  const api = useMemo(() => createDiscussionApi(client, itemId), [itemId]);
  const subscribe = useCallback(
    (onChange: () => void) =>
      onLive((event) => {
        const isOurs = (event.type === "comments" || event.type === "engagement") && event.itemId === itemId;
        if (isOurs || event.type === "reset") onChange();
      }),
    [itemId],
  );
  return useDiscussionStore(api, subscribe, showFailure);
}

const showFailure = (error: unknown): void => toasts.error(errorText(error));

interface Props {
  item: ItemView;
  store: DiscussionStore;
  handle?: PlayerHandle | null;
}

/** Comments panel of an item's page. */
export function ItemDiscussion({ item, store, handle = null }: Props): ReactNode {
  const { t } = useTranslation("item");
  const texts = useWatchTexts();
  const isPreview = useItemPreview() !== null;
  const { data: user } = useQuery(userQuery);
  const [replyTo] = useState(() => askedReply(location.search));
  const viewer: Viewer | null = user ? { id: user.id, displayName: user.displayName, photoURL: user.photoURL } : null;
  return (
    <Discussion
      store={store}
      viewer={viewer}
      type={item.type}
      handle={handle}
      canComment={!item.trash}
      replyTo={replyTo}
      {...(isPreview && { readOnly: t("preview.comments") })}
      texts={texts}
      errorText={errorText}
      requestSignIn={neverAsked}
    />
  );
}

/** Every portal user is signed in; a user whose session ends is sent to the login page. */
const neverAsked = async (): Promise<boolean> => false;
