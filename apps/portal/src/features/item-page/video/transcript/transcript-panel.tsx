import { WatchTextsProvider } from "@stillreel/watch/player";
import { CaptionsTranscript } from "@stillreel/watch/transcript";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { onLive } from "../../../../platform/live/live-events.ts";
import { useWatchTexts } from "../../use-watch-texts.ts";
import { refreshTranscript, transcriptQuery } from "../../../../entities/transcripts/transcript.queries.ts";
import type { TranscriptPanelProps } from "./transcript-panel.types.ts";
import { WriterTranscript } from "./writer-transcript.tsx";

/** The transcript of a video. Users who may change the video write and correct it; others read the captions. */
export function TranscriptPanel(props: TranscriptPanelProps): ReactNode {
  const { item, handle, tracks, canWrite, onMatches } = props;
  const texts = useWatchTexts();
  return (
    <WatchTextsProvider texts={texts}>
      {canWrite ? (
        <Writer {...props} />
      ) : (
        <CaptionsTranscript tracks={tracks} handle={handle} chapters={chaptersOf(item)} onMatches={onMatches} />
      )}
    </WatchTextsProvider>
  );
}

const NONE: ItemView["chapters"] = [];
const chaptersOf = (item: ItemView): ItemView["chapters"] => (item.chaptersEnabled ? item.chapters : NONE);

function Writer({ item, ...rest }: TranscriptPanelProps): ReactNode {
  const { data } = useQuery(transcriptQuery(item.id));
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "reset" || (event.type === "engagement" && event.itemId === item.id)) void refreshTranscript(item.id);
      }),
    [item.id],
  );
  return data ? <WriterTranscript {...rest} item={item} transcript={data} chapters={chaptersOf(item)} /> : null;
}
