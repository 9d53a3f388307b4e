import { isApiError } from "@stillreel/client";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/status/failure.tsx";
import { Opening as OpeningView } from "../../ui/status/opening.tsx";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { useGoToItem } from "../../entities/items/use-go-to-item.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import type { SpaceRef } from "../../entities/spaces/space-ref.ts";
import { AnnotatePage } from "./annotate-page.tsx";
import { openPicture, type GivenUp, type Opening } from "./open-picture.ts";
import { RefusedPicture } from "./refused-picture.tsx";
import { lazyView } from "../../platform/lazy-view.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

const AskAccessScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessScreen");
const AskToEditScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskToEditScreen");

type Shown = Opening | { state: "opening" } | { state: "failed"; error: Error };

/** Annotates one picture at its address plus `/annotate`. A member preview shows the item's page instead. */
export function AnnotateScreen(): ReactNode {
  const { itemId = "" } = useParams({ strict: false });
  const { ref, asMember } = useSpace();
  const { data: user } = useQuery(userQuery);
  if (asMember !== null) return <Navigate to={itemPath({ id: itemId, type: "image", workspaceId: ref })} replace />;
  return user ? <Annotate key={itemId} itemId={itemId} space={ref} userId={user.id} /> : null;
}

/** A page on which the user asks for access, while its code is loaded. */
function Ask({ screen }: { screen: ReactNode }): ReactNode {
  const { t } = useTranslation("annotate");
  return <Suspense fallback={<OpeningView text={t("opening")} />}>{screen}</Suspense>;
}

function Annotate({ itemId, space, userId }: { itemId: string; space: SpaceRef; userId: string }): ReactNode {
  const { t } = useTranslation("annotate");
  const own = itemPath({ id: itemId, type: "image", workspaceId: space });
  const goToItem = useGoToItem(own);
  const [shown, setShown] = useState<Shown>({ state: "opening" });
  // Reopened with each round; `givenUp` is the drawing of the previous round.
  const [round, setRound] = useState<{ number: number; givenUp: GivenUp }>({ number: 0, givenUp: null });
  useEffect(() => {
    const abort = new AbortController();
    let dispose = (): void => {};
    setShown({ state: "opening" });
    openPicture({ itemId, ref: space }, userId, round.givenUp, abort.signal).then(
      (opening) => {
        if (opening.state === "open") {
          dispose = () => opening.open.editor.dispose();
          if (abort.signal.aborted) return dispose();
        }
        if (!abort.signal.aborted) setShown(opening);
      },
      (error: Error) => {
        if (!abort.signal.aborted) setShown({ state: "failed", error });
      },
    );
    return () => {
      abort.abort();
      dispose();
    };
  }, [itemId, space, userId, round]);
  const reopen = useCallback((givenUp: GivenUp) => setRound(({ number }) => ({ number: number + 1, givenUp })), []);

  switch (shown.state) {
    case "opening":
      return <OpeningView text={t("opening")} />;
    case "failed":
      if (!isApiError(shown.error, "not-found")) return <Failure error={shown.error} reset={() => reopen(null)} />;
      return <Ask screen={<AskAccessScreen target={{ type: "item", id: itemId }} />} />;
    case "no-access":
      return <Ask screen={<AskToEditScreen itemId={itemId} to={own} onAnswered={() => reopen(null)} />} />;
    case "in-trash":
      return <Navigate to={own} replace />;
    case "refused":
      return <RefusedPicture item={shown.item} reason={shown.reason} />;
    case "open":
      return (
        <AnnotatePage
          key={round.number}
          open={shown.open}
          userId={userId}
          isAfterGivingUp={round.givenUp !== null}
          goToItem={goToItem}
          onReopen={reopen}
        />
      );
  }
}
