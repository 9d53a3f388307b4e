import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSignOut } from "../../platform/session/use-sign-out.ts";
import styles from "./status.module.css";

interface Props {
  user: { displayName: string; photoURL: string | null };
  /** Address of the page, the target after signing in as another user. */
  address: string;
}

/** Shows the current user below an error page, with a link to sign in as another user. */
export function SignedInAs({ user, address }: Props): ReactNode {
  const { t } = useTranslation();
  const { signOut } = useSignOut();
  return (
    <span className={styles.who}>
      <Avatar name={user.displayName} src={user.photoURL} size={22} />
      <bdi>{t("deadEnds.signedInAs", { name: user.displayName })}</bdi>
      <button type="button" className={styles.link} onClick={() => signOut(address)}>
        {t("deadEnds.otherAccount")}
      </button>
    </span>
  );
}
