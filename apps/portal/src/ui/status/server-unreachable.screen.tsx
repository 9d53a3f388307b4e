import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../use-page-title.ts";

/** Pauses before automatic retries, in seconds. After the last one, only the button retries. */
const PAUSES_S = [2, 4, 8];
/** Number of attempts. It outlives the screen, which is mounted again after every failed attempt. */
let tries = 0;

/** Shown when the server does not answer: retries after 2, 4 and 8 seconds and on request. */
export function ServerUnreachableScreen({ retry }: { retry: () => void }): ReactNode {
  const { t } = useTranslation();
  const [left, setLeft] = useState<number | undefined>(PAUSES_S[tries]);
  usePageTitle(t("deadEnds.awayTitle"));

  useEffect(() => {
    if (left === undefined) return undefined;
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1);
      tries += 1;
      setLeft(PAUSES_S[tries]);
      return retry();
    }, 1000);
    return () => clearTimeout(timer);
  }, [left, retry]);

  const tryNow = (): void => {
    tries = 0;
    setLeft(PAUSES_S[0]);
    retry();
  };
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("deadEnds.awayTitle")}
      actions={
        <Button size="lg" onClick={tryNow}>
          {t("actions.tryAgain")}
        </Button>
      }
      footer={<span role="timer">{left === undefined ? t("deadEnds.awayStopped") : t("deadEnds.awayRetry", { count: left })}</span>}
    >
      {t("deadEnds.awayText")}
    </DeadEnd>
  );
}
