import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import { SettingForm } from "./setting-form.tsx";

/** Contact for problems of security, on its page and in security.txt. */
export function ContactSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version } = settings.securityContact;
  const [contact, setContact] = useState(saved ?? "");
  const value = contact.trim() === "" ? null : contact.trim();
  return (
    <SettingForm
      settings={settings}
      title={t("server.contact")}
      text={t("server.contactText")}
      change={value === saved ? null : { securityContact: { value, version } }}
    >
      <TextInput
        aria-label={t("server.contact")}
        placeholder="security@company.com"
        maxLength={320}
        autoComplete="off"
        value={contact}
        onChange={({ currentTarget }) => setContact(currentTarget.value)}
      />
    </SettingForm>
  );
}
