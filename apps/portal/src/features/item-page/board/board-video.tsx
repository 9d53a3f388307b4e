import type { PlayerHandle } from "@stillreel/watch/core";
import { Player, WatchTextsProvider, type WatchTexts } from "@stillreel/watch/player";
import { useCallback, type ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { loadPlayback } from "../video/watch.queries.ts";

interface Props {
  itemId: string;
  /** Second at which it starts. */
  at: number | undefined;
  /** Link by which the user can open the video; undefined when they need none. */
  share: string | undefined;
  title: string;
  ratio: number;
  texts: WatchTexts;
  onClose: () => void;
}

const play = (handle: PlayerHandle | null): void => handle?.play();

/** Plays a video that is on a board, with the rights of the reader. */
export function BoardVideo({ itemId, at, share, title, ratio, texts, onClose }: Props): ReactNode {
  const load = useCallback(() => loadPlayback(itemId, share), [itemId, share]);
  return (
    <Dialog title={title} size={960} onClose={onClose}>
      <WatchTextsProvider texts={texts}>
        <Player itemId={itemId} title={title} ratio={ratio} load={load} startAt={at ?? null} handleRef={play} />
      </WatchTextsProvider>
    </Dialog>
  );
}
