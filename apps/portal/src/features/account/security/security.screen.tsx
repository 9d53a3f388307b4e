import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { PasswordForm } from "../password-form.tsx";
import { SessionList } from "../session-list.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SignInAlerts } from "./sign-in-alerts.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";

/** Security: password, passkeys, authenticator app, sign-in methods, sessions, sign-in alerts. */
export function SecurityScreen(): ReactNode {
  const { t } = useTranslation("account");
  const { data: user } = useSuspenseQuery(userQuery);
  return (
    <SettingsFrame page="security">
      <PasswordForm user={user} />
      <Passkeys />
      <AuthenticatorApp />
      <SignInMethods />
      <SettingsSection id="sessions" title={t("sessions.title")} text={t("sessions.text")}>
        <SessionList />
      </SettingsSection>
      <SignInAlerts />
    </SettingsFrame>
  );
}
