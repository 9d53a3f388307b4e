import { Checkbox } from "@mantine/core";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { SettingForm } from "./setting-form.tsx";

const METHODS = ["password", "google", "oidc"] as const;

/** Permitted sign-in methods. Methods that are not configured say so. */
export function SignInSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { value: saved, version } = settings.signIn;
  const [methods, setMethods] = useState(saved);
  const isChanged = METHODS.some((method) => methods[method] !== saved[method]);
  const isTurnedOff = METHODS.some((method) => saved[method] && !methods[method] && settings.configured[method]);
  return (
    <SettingForm
      settings={settings}
      title={t("server.signIn")}
      text={t("server.signInText")}
      change={isChanged ? { signIn: { value: methods, version } } : null}
      consequence={isTurnedOff ? t("server.signInConsequence") : undefined}
    >
      <fieldset className={styles.checks}>
        <legend className={VISUALLY_HIDDEN.always}>{t("server.signIn")}</legend>
        {METHODS.map((method) => (
          <Checkbox
            key={method}
            label={t(`server.methods.${method}`)}
            description={settings.configured[method] ? undefined : t("server.notConfigured")}
            checked={methods[method]}
            onChange={(event) => setMethods({ ...methods, [method]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
    </SettingForm>
  );
}
