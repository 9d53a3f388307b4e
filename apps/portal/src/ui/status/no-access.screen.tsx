import { Button } from "@mantine/core";
import { DeadEnd } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../use-page-title.ts";
import { LockedArt } from "./locked-art.tsx";
import { SignedInAs } from "./signed-in-as.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Page for a user who has lost access to an item; `title` and `text` describe another resource. */
export function NoAccessScreen(texts: { title?: string; text?: string }): ReactNode {
  const { t } = useTranslation();
  const { title = t("deadEnds.noAccessTitle"), text = t("deadEnds.noAccessText") } = texts;
  const { data: user } = useQuery(userQuery);
  usePageTitle(title);
  return (
    <DeadEnd
      art={<LockedArt />}
      title={title}
      actions={
        <Button size="lg" component={Link} to="/images">
          {t("actions.backToLibrary")}
        </Button>
      }
      footer={user && <SignedInAs user={user} address={location.pathname} />}
    >
      {text}
    </DeadEnd>
  );
}
