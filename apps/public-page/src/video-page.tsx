import { usePins } from "@stillreel/watch/discussion";
import { PlayerOverlay, StripBar } from "@stillreel/watch/player";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { LikeButton } from "./like-button.tsx";
import { into, slot, type PageData } from "./page-data.ts";
import { Panel, type Tab } from "./panel.tsx";
import { Report } from "./report.tsx";
import { SignInPopover } from "./sign-in-popover.tsx";
import { useDownload } from "./use-download.ts";
import { useLikes } from "./use-likes.ts";
import { usePagePlayer } from "./use-page-player.ts";
import { useTalk } from "./use-talk.ts";
import { useVisitor } from "./use-visitor.ts";

/** Page of a video: player on the existing element, timeline, likes, comments and chapters. */
export function VideoPage({ data }: { data: PageData }): ReactNode {
  const visitor = useVisitor(data);
  const likes = useLikes(data, visitor);
  const player = usePagePlayer(data);
  const { refresh } = likes;
  const itemChanged = useCallback(() => {
    void refresh();
    void player.refresh();
  }, [refresh, player]);
  const store = useTalk(data, itemChanged);
  const pins = usePins(store);
  const [tab, setTab] = useState<Tab>("comments");
  const [ticks, setTicks] = useState<readonly number[]>([]);
  const [isTheatre, setTheatre] = useTheatre();
  useDownload(data, visitor);
  useEffect(() => void refresh(), [refresh]);
  const comment = (): void => {
    setTab("comments");
    store.askToWrite();
  };
  const { asked } = visitor;
  return (
    <>
      {into(
        "player",
        <PlayerOverlay
          player={player}
          onComment={data.allowComments ? comment : undefined}
          onLike={() => void likes.toggle(slot("like"))}
          isTheatre={isTheatre}
          onTheatre={setTheatre}
        />,
      )}
      {into(
        "strip",
        <StripBar
          player={player}
          pins={pins}
          ticks={ticks}
          onPin={(id) => {
            setTab("comments");
            store.show(id);
          }}
        />,
      )}
      {into("like", <LikeButton likes={likes} />)}
      <Report slug={data.slug} />
      {into("panel", <Panel data={data} visitor={visitor} store={store} player={player} tab={tab} onTab={setTab} onTicks={setTicks} />)}
      {asked?.anchor && <SignInPopover reason={asked.reason} anchor={asked.anchor} visitor={visitor} />}
    </>
  );
}

/** Theatre mode: the picture spans the page, the panel is below. */
function useTheatre(): [boolean, (isTheatre: boolean) => void] {
  const [isTheatre, setTheatre] = useState(false);
  useEffect(() => {
    document.body.classList.toggle("theatre", isTheatre);
  }, [isTheatre]);
  return [isTheatre, setTheatre];
}
