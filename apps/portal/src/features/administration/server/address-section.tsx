import { Button, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";

/** The address with which links begin. The server refuses one at which it does not answer. */
export function AddressSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { publicUrl } = settings;
  const { value: saved, version, source } = publicUrl;
  const [typed, setTyped] = useState(saved);
  const value = typed.trim() === "" ? null : typed.trim();
  const isChanged = value === null ? source === "saved" : value.replace(/\/+$/u, "") !== saved;
  return (
    <SettingForm
      settings={settings}
      id="public-address"
      title={t("server.address")}
      text={t("server.addressText")}
      change={isChanged ? { publicUrl: { value, version } } : null}
      consequence={t("server.addressConsequence")}
    >
      <TextInput
        aria-label={t("server.address")}
        description={t("server.addressHint")}
        placeholder="https://stills.company.com"
        value={typed}
        disabled={isLocked(publicUrl)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      {isLocked(publicUrl) && <LockedMark />}
      {!isLocked(publicUrl) && location.origin !== saved && location.origin !== typed && (
        <div className={styles.current}>
          <Button variant="quiet" size="xs" onClick={() => setTyped(location.origin)}>
            {t("server.useAddress", { address: `\u2068${location.origin}\u2069` })}
          </Button>
        </div>
      )}
    </SettingForm>
  );
}
