import { Logo } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { canChooseLanguage, LanguageSelect } from "../../ui/language-select.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import styles from "./auth-frame.module.css";
import { signInOptionsQuery } from "./auth.queries.ts";
import { CaptureCollage } from "./capture-collage.tsx";

/** Frame of all signed-out pages: the form at the start, decorative captures at the end of wide windows. */
export function AuthFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }): ReactNode {
  const { t } = useTranslation("auth");
  usePageTitle(title);
  const { data: options } = useQuery(signInOptionsQuery);
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header>
          {options?.logoUrl ? (
            <img className={styles.logo} src={options.logoUrl} alt={options.serverName ?? "Stillreel"} />
          ) : (
            <Logo height={23} />
          )}
        </header>
        <main className={styles.form} id="content">
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={styles.footer}>
          {canChooseLanguage && <LanguageSelect label={t("language")} />}
          <span className={styles.gap} />
          <Link to="/help">{t("help")}</Link>
          <Link to="/privacy">{t("privacy")}</Link>
          <Link to="/terms">{t("terms")}</Link>
        </footer>
      </div>
      <CaptureCollage />
    </div>
  );
}
