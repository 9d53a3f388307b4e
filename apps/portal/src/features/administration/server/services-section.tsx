import { Button, TextInput } from "@mantine/core";
import { INTEGRATION_PROVIDERS, integrationCallbackPath, type IntegrationProvider } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconCopy, IconPlugConnected } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SettingsView } from "../../../entities/administration/settings.queries.ts";
import { copyText } from "../../../platform/clipboard.ts";
import { ServiceMark } from "../../../ui/service-mark.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import styles from "./server.module.css";
import { RemoveService, ServiceDetails } from "./service-details.tsx";
import { isLocked, SettingFields } from "./setting-form.tsx";
import { SettingTest } from "./setting-test.tsx";

/** Names of the settings with the credentials of each service. */
const SETTING = { drive: "driveApp", dropbox: "dropboxApp", slack: "slackApp", jira: "jiraApp", trello: "trelloApp" } as const;

/** Credentials of the services that users can connect. Each service opens separately. */
export function ServicesSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <SettingsSection id="integrations" title={t("server.services.title")} text={t("server.services.text")}>
      <div className={styles.services}>
        {INTEGRATION_PROVIDERS.map((provider) => (
          <Service key={provider} provider={provider} settings={settings} />
        ))}
      </div>
    </SettingsSection>
  );
}

function Service({ provider, settings }: { provider: IntegrationProvider; settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const setting = settings[SETTING[provider]];
  return (
    <ServiceDetails mark={<ServiceMark service={provider} size={20} />} name={t(`server.services.names.${provider}`)} setting={setting}>
      <Credentials key={setting.version} provider={provider} settings={settings} />
    </ServiceDetails>
  );
}

/** The redirect address to register, the credentials, and their test. */
function Credentials({ provider, settings }: { provider: IntegrationProvider; settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const setting = settings[SETTING[provider]];
  const savedId = setting.value?.clientId ?? "";
  const [clientId, setClientId] = useState(savedId);
  const [clientSecret, setClientSecret] = useState("");
  const isChanged = clientId.trim() !== savedId || clientSecret !== "";
  const change = { [SETTING[provider]]: { value: { clientId, clientSecret }, version: setting.version } };
  const fields = { autoComplete: "off", spellCheck: false, dir: "ltr", disabled: isLocked(setting) } as const;
  return (
    <SettingFields
      settings={settings}
      change={isChanged ? change : null}
      canUndo={false}
      actions={
        <>
          {setting.source === "saved" && setting.value !== null && (
            <RemoveService
              label={t("server.services.remove")}
              change={{ [SETTING[provider]]: { value: null, version: setting.version } }}
            />
          )}
          <SettingTest what={provider} icon={IconPlugConnected} isDisabled={isChanged || setting.value === null} />
        </>
      }
    >
      <RedirectAddress address={`${settings.publicUrl.value}${integrationCallbackPath(provider)}`} />
      <p className={styles.hint}>{t(`server.services.hints.${provider}`)}</p>
      <TextInput
        {...fields}
        label={t("server.services.clientId")}
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      {!isLocked(setting) && (
        <TextInput
          {...fields}
          label={t("server.services.clientSecret")}
          description={t(setting.value === null ? "server.services.secretHint" : "server.services.secretSavedHint")}
          type="password"
          autoComplete="new-password"
          value={clientSecret}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
        />
      )}
    </SettingFields>
  );
}

function RedirectAddress({ address }: { address: string }): ReactNode {
  const { t } = useTranslation("administration");
  const copy = async (): Promise<void> => {
    await copyText(address);
    toasts.show(t("server.services.copied"), { tone: "done" });
  };
  return (
    <div className={styles.redirect}>
      <TextInput
        className={styles.redirectField}
        label={t("server.services.redirect")}
        description={t("server.services.redirectHint")}
        value={address}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" size="md" leftSection={<IconCopy {...ICON} />} onClick={() => void copy()}>
        {t("server.services.copy")}
      </Button>
    </div>
  );
}
