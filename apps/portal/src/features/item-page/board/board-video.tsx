import type { PlayerHandle } from "@stillreel/watch/core";
import { Player, WatchTextsProvider, type WatchTexts } from "@stillreel/watch/player";
import { useCallback, type ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { loadPlayback } from "../video/watch.queries.ts";

interface Props {
  itemId: string;
  title: string;
  ratio: number;
  texts: WatchTexts;
  onClose: () => void;
}

const play = (handle: PlayerHandle | null): void => handle?.play();

/** Plays a video that is on a board, with the rights of the reader. */
export function BoardVideo({ itemId, title, ratio, texts, onClose }: Props): ReactNode {
  const load = useCallback(() => loadPlayback(itemId), [itemId]);
  return (
    <Dialog title={title} size={960} onClose={onClose}>
      <WatchTextsProvider texts={texts}>
        <Player itemId={itemId} title={title} ratio={ratio} load={load} handleRef={play} />
      </WatchTextsProvider>
    </Dialog>
  );
}
