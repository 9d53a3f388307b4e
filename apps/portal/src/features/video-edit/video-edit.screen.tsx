import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { Failure } from "../../ui/status/failure.tsx";
import { openVideo, type Opening } from "./open-video.ts";
import { VideoEditPage } from "./video-edit-page.tsx";
import styles from "./video-edit.module.css";

type Shown = Opening | { state: "opening" } | { state: "failed"; error: Error };

/** Edits one video at its address plus `/edit`. Users without write permission see the video's page instead. */
export function VideoEditScreen(): ReactNode {
  const { itemId = "" } = useParams({ strict: false });
  const { ref, asMember } = useSpace();
  const { data: user } = useQuery(userQuery);
  if (asMember !== null) return <Navigate to={itemPath({ id: itemId, type: "video", workspaceId: ref })} replace />;
  return user ? <Opened key={itemId} itemId={itemId} space={ref} userId={user.id} /> : null;
}

function Opened({ itemId, space, userId }: { itemId: string; space: SpaceRef; userId: string }): ReactNode {
  const { t } = useTranslation("video-edit");
  const own = itemPath({ id: itemId, type: "video", workspaceId: space });
  const goToItem = useGoToItem(own);
  const [shown, setShown] = useState<Shown>({ state: "opening" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    setShown({ state: "opening" });
    openVideo({ itemId, ref: space }, userId).then(
      (opening) => !isOver && setShown(opening),
      (error: Error) => !isOver && setShown({ state: "failed", error }),
    );
    return () => {
      isOver = true;
    };
  }, [itemId, space, userId, round]);

  switch (shown.state) {
    case "opening":
      return (
        <main className={styles.opening} aria-busy="true">
          <p role="status">{t("opening")}</p>
        </main>
      );
    case "failed":
      return <Failure error={shown.error} reset={() => setRound((before) => before + 1)} />;
    case "no-access":
      return <Navigate to={own} replace />;
    case "processing":
      return (
        <main className={styles.opening}>
          <div className={styles.refused}>
            <h1>{t("refused.title")}</h1>
            <p>{t("refused.processing")}</p>
            <Button onClick={() => goToItem()}>{t("refused.back")}</Button>
          </div>
        </main>
      );
    case "open":
      return <VideoEditPage key={round} open={shown.open} goToItem={goToItem} />;
  }
}

/** Returns a function that opens a video's page: back in the history when possible, to avoid a duplicate entry. */
function useGoToItem(own: string): (item?: ItemView) => void {
  const router = useRouter();
  const navigate = useNavigate();
  // During the first render the resolved location is still the previous page.
  const [cameFrom] = useState(() => router.state.resolvedLocation?.pathname);
  return useCallback(
    (item) => {
      const address = item ? itemPath(item) : own;
      if (cameFrom === address) router.history.back();
      else void navigate({ to: address, replace: true });
    },
    [own, cameFrom, router, navigate],
  );
}
