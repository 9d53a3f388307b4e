import { PlayerOverlay, StripBar } from "@stillreel/watch/player";
import { useEffect, type ReactNode } from "react";
import { followLink } from "./live.ts";
import { into, type PageData } from "./page-data.ts";
import { usePagePlayer } from "./use-page-player.ts";
import { useSeen } from "./use-seen.ts";

/** A video inside of another site's page: its player alone. */
export function FramedVideo({ data }: { data: PageData }): ReactNode {
  const player = usePagePlayer(data);
  const { slug } = data;
  useEffect(() => followLink(slug, (change) => change === "item" && void player.refresh()), [slug, player]);
  return (
    <>
      {into("player", <PlayerOverlay player={player} />)}
      {into("strip", <StripBar player={player} />)}
    </>
  );
}

/** A picture inside of another site's page: it stands already, and is only counted. */
export function FramedPicture({ data }: { data: PageData }): ReactNode {
  useSeen(data);
  return null;
}
