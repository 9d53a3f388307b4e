import { WatchTextsProvider } from "@stillreel/watch/player";
import { CaptionsTranscript } from "@stillreel/watch/transcript";
import type { ReactNode } from "react";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { useWatchTexts } from "../../use-watch-texts.ts";
import { useTranscript } from "../../../../entities/transcripts/use-transcript.ts";
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
  const data = useTranscript(item.id);
  return data ? <WriterTranscript {...rest} item={item} transcript={data} chapters={chaptersOf(item)} /> : null;
}
