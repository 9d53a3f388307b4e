import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { itemPath } from "../../entities/spaces/addresses.ts";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { useGoToItem } from "../../entities/items/use-go-to-item.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { Failure } from "../../ui/status/failure.tsx";
import { Opening as OpeningView } from "../../ui/status/opening.tsx";
import { useOpening } from "./use-opening.ts";
import { VideoEditPage } from "./video-edit-page.tsx";
import { lazyView } from "../../platform/lazy-view.ts";
import styles from "./video-edit.module.css";

const AskAccessScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessScreen");
const AskToEditScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskToEditScreen");

/** Edits one video at its address plus `/edit`. Users who may only watch it can ask to edit it. */
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
  const { shown, round, repeat } = useOpening({ itemId, ref: space }, userId);

  switch (shown.state) {
    case "opening":
      return <OpeningView text={t("opening")} />;
    case "failed":
      return isApiError(shown.error, "not-found") ? (
        <Suspense fallback={<OpeningView text={t("opening")} />}>
          <AskAccessScreen target={{ type: "item", id: itemId }} />
        </Suspense>
      ) : (
        <Failure error={shown.error} reset={repeat} />
      );
    case "no-access":
      return (
        <Suspense fallback={<OpeningView text={t("opening")} />}>
          <AskToEditScreen itemId={itemId} to={own} onAnswered={repeat} />
        </Suspense>
      );
    case "in-trash":
      return <Navigate to={own} replace />;
    case "processing":
      return (
        <main className={styles.notReady}>
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
