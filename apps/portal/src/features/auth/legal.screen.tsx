import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AuthFrame } from "./auth-frame.tsx";
import styles from "./forms.module.css";

/** Terms of a private installation. */
export function TermsScreen(): ReactNode {
  const { t } = useTranslation("auth");
  return <Legal title={t("legal.termsTitle")} paragraphs={[t("legal.terms1"), t("legal.terms2"), t("legal.terms3"), t("legal.terms4")]} />;
}

/** The data that the server stores about a user. */
export function PrivacyScreen(): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <Legal
      title={t("legal.privacyTitle")}
      paragraphs={[t("legal.privacy1"), t("legal.privacy2"), t("legal.privacy3"), t("legal.privacy4")]}
    />
  );
}

function Legal({ title, paragraphs }: { title: string; paragraphs: string[] }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <AuthFrame title={title}>
      <div className={styles.prose}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Button variant="default" component={Link} to="/auth/login">
        {t("forgot.back")}
      </Button>
    </AuthFrame>
  );
}
