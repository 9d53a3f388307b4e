import { TextInput } from "@mantine/core";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";

const MODES = ["open", "domains", "invite", "closed"] as const;

const domainsOf = (text: string): string[] => text.split(/[\s,;]+/u).filter(Boolean);

/** Who may create an account. */
export function RegistrationSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { registration } = settings;
  const { value: saved, version } = registration;
  const [mode, setMode] = useState(saved.mode);
  const [domains, setDomains] = useState(saved.domains.join(", "));
  const locked = isLocked(registration);
  const isChanged = mode !== saved.mode || (mode === "domains" && domainsOf(domains).join() !== saved.domains.join());
  const value = { mode, domains: domainsOf(domains) };
  return (
    <SettingForm
      settings={settings}
      id="registration"
      title={t("server.registration")}
      text={t("server.registrationText")}
      change={isChanged && !locked ? { registration: { value, version } } : null}
      consequence={mode === "closed" ? t("server.closedConsequence") : undefined}
    >
      {locked && <LockedMark />}
      <fieldset className={styles.cards} disabled={locked}>
        <legend className={VISUALLY_HIDDEN.always}>{t("server.registration")}</legend>
        {MODES.map((one) => (
          <label key={one} className={styles.card}>
            <input type="radio" name="registration" value={one} checked={mode === one} disabled={locked} onChange={() => setMode(one)} />
            <span className={styles.cardTitle}>{t(`server.modes.${one}`)}</span>
            <span className={styles.hint}>{t(`server.modeTexts.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      {mode === "domains" && (
        <TextInput
          label={t("server.domains")}
          placeholder={t("server.domainsExample")}
          value={domains}
          disabled={locked}
          onChange={(event) => setDomains(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
    </SettingForm>
  );
}
