import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../platform/session/user.queries.ts";
import { usePageTitle } from "../use-page-title.ts";
import { LockedArt } from "./locked-art.tsx";
import { SignedInAs } from "./signed-in-as.tsx";
import styles from "./status.module.css";
import { type AccessTarget, useAccessRequest } from "./use-access-request.ts";

/** Opens the page of a target when the user can open it: the page of a link is another application. */
function useOpen(): (url: string) => void {
  const queries = useQueryClient();
  const router = useRouter();
  return (url) => {
    if (url.startsWith("/s/")) return location.assign(url);
    void queries.invalidateQueries();
    if (url !== location.pathname + location.search) router.history.replace(url);
    return undefined;
  };
}

/** The button that asks for access, and what replaces it once the user has asked. */
export function AskAccessButton({ target, size = "lg" }: { target: AccessTarget; size?: "md" | "lg" }): ReactNode {
  const { t } = useTranslation();
  const request = useAccessRequest(target, { level: "view", onOpen: useOpen() });
  return (
    <span className={styles.asking} role="status" aria-busy={request.isLoading}>
      {request.isAsked ? (
        `${t("deadEnds.asked")} ${t("deadEnds.askedText")}`
      ) : (
        <Button size={size} loading={request.isSending} disabled={request.isLoading} onClick={request.ask}>
          {t("deadEnds.askAccess")}
        </Button>
      )}
    </span>
  );
}

/** Page for a user who can open an item and not change it, in place of its editor. They can ask to edit it. */
export function AskToEditScreen({ itemId, to, onAnswered }: { itemId: string; to: string; onAnswered: () => void }): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const { isAsked, isLoading, isSending, ask } = useAccessRequest({ type: "item", id: itemId }, { level: "edit", onAnswered });
  const title = t("deadEnds.viewOnlyTitle");
  usePageTitle(title);
  return (
    <DeadEnd
      art={<LockedArt />}
      title={title}
      actions={
        <>
          <span className={styles.asking} role="status" aria-busy={isLoading}>
            {isAsked ? (
              `${t("deadEnds.askedToEdit")} ${t("deadEnds.askedText")}`
            ) : (
              <Button size="lg" loading={isSending} disabled={isLoading} onClick={ask}>
                {t("deadEnds.askToEdit")}
              </Button>
            )}
          </span>
          <Button size="lg" variant="default" component={Link} to={to}>
            {t("deadEnds.openItem")}
          </Button>
        </>
      }
      footer={user && <SignedInAs user={user} address={location.pathname + location.search} />}
    >
      {t("deadEnds.viewOnlyText")}
    </DeadEnd>
  );
}

interface Props {
  target: AccessTarget;
  /** Whether the page was open before. Otherwise it does not reveal whether the target exists. */
  isLost?: boolean;
}

/** Page for a signed-in user who cannot open an item, a folder or a link, or cannot open it any more. They can ask for access. */
export function AskAccessScreen({ target, isLost = false }: Props): ReactNode {
  const { t } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const title = t(isLost ? "deadEnds.noAccessTitle" : "deadEnds.notFoundTitle");
  usePageTitle(title);
  return (
    <DeadEnd
      art={isLost ? <LockedArt /> : <BrokenMark />}
      title={title}
      actions={
        <>
          <AskAccessButton target={target} />
          <Button size="lg" variant="default" component={Link} to="/images">
            {t("actions.backToLibrary")}
          </Button>
        </>
      }
      footer={user && <SignedInAs user={user} address={location.pathname + location.search} />}
    >
      {isLost ? null : `${t("deadEnds.notFoundText")} `}
      {t("deadEnds.askText")}
    </DeadEnd>
  );
}
