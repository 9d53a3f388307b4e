import { Thumb } from "@stillreel/ui";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SettingsSection } from "../../ui/settings-section.tsx";
import styles from "./account.module.css";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PhotoForm } from "./photo-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Profile: photo, name, e-mail, password. */
export function ProfileScreen(): ReactNode {
  const { t } = useTranslation("account");
  const { data: user } = useSuspenseQuery(userQuery);
  return (
    <SettingsFrame page="profile">
      <PhotoForm user={user} />
      <NameForm key={user.displayName} user={user} />
      <EmailForm key={user.email} user={user} />
      <PasswordForm user={user} />
      <SettingsSection title={t("recent.title")} text={t("recent.text")}>
        <div className={styles.ghosts} aria-hidden="true">
          <Thumb />
          <Thumb />
          <Thumb />
        </div>
      </SettingsSection>
    </SettingsFrame>
  );
}
