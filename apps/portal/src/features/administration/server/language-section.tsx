import { NativeSelect } from "@mantine/core";
import { LANGUAGES, TRANSLATED } from "@stillreel/i18n";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";

/** Languages by their own names. */
const CHOICES = LANGUAGES.filter(({ tag }) => TRANSLATED.includes(tag)).map(({ tag, name }) => ({ value: tag, label: name, lang: tag }));

/** Language of mails and pages for people whose language is not known. */
export function LanguageSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version } = settings.defaultLanguage;
  const locked = isLocked(settings.defaultLanguage);
  const [value, setValue] = useState(saved);
  return (
    <SettingForm
      settings={settings}
      title={t("server.language")}
      text={t("server.languageText")}
      change={value === saved || locked ? null : { defaultLanguage: { value, version } }}
    >
      <NativeSelect
        aria-label={t("server.language")}
        data={CHOICES}
        value={value}
        disabled={locked}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {locked && <LockedMark />}
    </SettingForm>
  );
}
