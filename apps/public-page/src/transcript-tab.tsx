import type { PlayerCore } from "@stillreel/watch/core";
import { usePlayerState } from "@stillreel/watch/player";
import { CaptionsTranscript } from "@stillreel/watch/transcript";
import type { ReactNode } from "react";

/** The text of the captions beside the video. */
export function TranscriptTab({ player, onMatches }: { player: PlayerCore; onMatches?: (seconds: readonly number[]) => void }): ReactNode {
  const tracks = usePlayerState(player, (state) => state.tracks);
  const chapters = usePlayerState(player, (state) => state.chapters);
  return tracks.length === 0 ? null : (
    <CaptionsTranscript tracks={tracks} handle={player} chapters={chapters} {...(onMatches && { onMatches })} />
  );
}
