import { Button } from "@mantine/core";
import { Avatar, DeadEnd } from "@stillreel/ui";
import { IconLock, IconPhoto } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../shell/use-page-title.ts";
import { userQuery, useSignOut } from "../account/index.ts";
import styles from "./dead-ends.module.css";

/** For somebody who could open an item once and no longer may; with `title` and `text` something else than an item. */
export function NoAccessScreen(said: { title?: string; text?: string }): ReactNode {
  const { t } = useTranslation();
  const { title = t("deadEnds.noAccessTitle"), text = t("deadEnds.noAccessText") } = said;
  const { data: user } = useQuery(userQuery);
  const { signOut } = useSignOut();
  usePageTitle(title);
  return (
    <DeadEnd
      art={
        <span className={styles.locked} aria-hidden="true">
          <IconPhoto size={64} stroke={1.2} />
          <span className={styles.lock}>
            <IconLock size={26} stroke={1.8} />
          </span>
        </span>
      }
      title={title}
      actions={
        <Button size="lg" component={Link} to="/images">
          {t("actions.backToLibrary")}
        </Button>
      }
      footer={
        user && (
          <span className={styles.who}>
            <Avatar name={user.displayName} src={user.photoURL} size={22} />
            <bdi>{t("deadEnds.signedInAs", { name: user.displayName })}</bdi>
            <button type="button" className={styles.link} onClick={() => signOut(location.pathname)}>
              {t("deadEnds.otherAccount")}
            </button>
          </span>
        )
      }
    >
      {text}
    </DeadEnd>
  );
}
