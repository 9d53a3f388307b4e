import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSignOut } from "../../platform/session/use-sign-out.ts";
import styles from "./status.module.css";

interface Props {
  user: { displayName: string; photoURL: string | null };
  /** The page's own address, where one comes back to as somebody else. */
  address: string;
}

/** Below a page that leads no further: as whom one sees it, with the way to see it as somebody else. */
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
