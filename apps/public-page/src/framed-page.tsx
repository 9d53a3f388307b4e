import { PlayerOverlay, StripBar } from "@stillreel/watch/player";
import { useEffect, type ReactNode } from "react";
import { followLink } from "./live.ts";
import { into, type PageData } from "./page-data.ts";
import { usePagePlayer } from "./use-page-player.ts";
import { useSeen } from "./use-seen.ts";

/** An embedded video: the player alone. */
export function FramedVideo({ data }: { data: PageData }): ReactNode {
  const player = usePagePlayer(data);
  useEffect(() => followLink(data, (change) => change === "item" && void player.refresh()), [data, player]);
  return (
    <>
      {into("player", <PlayerOverlay player={player} />)}
      {into("strip", <StripBar player={player} />)}
    </>
  );
}

/** An embedded image: it is already rendered, only the view is counted. */
export function FramedPicture({ data }: { data: PageData }): ReactNode {
  useSeen(data);
  return null;
}
