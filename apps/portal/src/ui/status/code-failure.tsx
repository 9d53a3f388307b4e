import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isOtherVersion } from "../../platform/code-load.ts";
import { usePageTitle } from "../use-page-title.ts";
import { ServerUnreachableScreen } from "./server-unreachable.screen.tsx";

/**
 * Shown instead of a screen whose code was not loaded: offers to reload the page when the server has another version, else retries. It
 * never reloads automatically, because a page can have running uploads.
 */
export function CodeFailure({ error, retry }: { error: Error; retry: () => void }): ReactNode {
  const [isOther, setOther] = useState<boolean>();
  useEffect(() => {
    let isGone = false;
    void isOtherVersion(error).then((result) => isGone || setOther(result));
    return () => void (isGone = true);
  }, [error]);
  if (isOther === undefined) return <main aria-busy="true" />;
  return isOther ? <NewVersionScreen /> : <ServerUnreachableScreen retry={retry} />;
}

function NewVersionScreen(): ReactNode {
  const { t } = useTranslation(["common", "item"]);
  usePageTitle(t("deadEnds.versionTitle"));
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("deadEnds.versionTitle")}
      actions={
        <Button size="lg" onClick={() => location.reload()}>
          {t("item:stage.reload")}
        </Button>
      }
    >
      {t("deadEnds.versionText")}
    </DeadEnd>
  );
}
