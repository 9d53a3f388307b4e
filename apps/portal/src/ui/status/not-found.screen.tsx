import { Button } from "@mantine/core";
import { BrokenMark, DeadEnd, ICON } from "@stillreel/ui";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../platform/session/user.queries.ts";
import { usePageTitle } from "../use-page-title.ts";
import styles from "./status.module.css";

/** Shown for missing and inaccessible resources alike. Users return to their library, and signed-out visitors can sign in. */
export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation();
  const isSignedIn = useIsSignedIn();
  usePageTitle(t("deadEnds.notFoundTitle"));
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("deadEnds.notFoundTitle")}
      actions={
        isSignedIn ? (
          <Button size="lg" component={Link} to="/images" leftSection={<IconArrowLeft className={styles.arrow} {...ICON} />}>
            {t("actions.backToLibrary")}
          </Button>
        ) : (
          isSignedIn === false && (
            <Button size="lg" component={Link} to="/auth/login">
              {t("deadEnds.signIn")}
            </Button>
          )
        )
      }
    >
      {t("deadEnds.notFoundText")}
    </DeadEnd>
  );
}

/** Returns whether the page has a session; undefined until that is known. A failed request clears the cache, so no query observes it. */
function useIsSignedIn(): boolean | undefined {
  const queries = useQueryClient();
  const [isSignedIn, setSignedIn] = useState<boolean | undefined>(() => queries.getQueryData(userQuery.queryKey) && true);
  useEffect(() => {
    if (isSignedIn !== undefined) return undefined;
    let isShown = true;
    const show = (answer: boolean): void => void (isShown && setSignedIn(answer));
    queries.ensureQueryData(userQuery).then(
      () => show(true),
      () => show(false),
    );
    return () => {
      isShown = false;
    };
  }, [queries, isSignedIn]);
  return isSignedIn;
}
