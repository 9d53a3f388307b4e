import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../use-page-title.ts";

/** Pauses before each try of its own, in seconds. After the last, only the button tries. */
const PAUSES_S = [2, 4, 8];
/** Tries so far. It outlives the screen, which every failed try takes down and puts up again. */
let tries = 0;

/** The server does not answer: tries again after 2, 4 and 8 seconds, and when asked to. */
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
