import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isSignedOut } from "../../platform/session/session.ts";
import { BarePage } from "../../ui/bare-page.tsx";
import styles from "./help.module.css";

/** Frame of the pages of the help centre, which need no session: the button leads to the library or to the sign-in page. */
export function HelpPage({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation("help");
  const isVisitor = isSignedOut();
  return (
    <BarePage
      className={styles.page}
      back={isVisitor ? { to: "/auth/login" } : { to: "/images" }}
      backText={t(isVisitor ? "signIn" : "toLibrary")}
    >
      {children}
    </BarePage>
  );
}
