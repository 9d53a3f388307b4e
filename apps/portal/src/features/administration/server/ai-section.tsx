import { Switch, TextInput } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSaveSettings, type SettingsView } from "../../../entities/administration/settings.queries.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import styles from "./server.module.css";
import { RemoveService, ServiceDetails } from "./service-details.tsx";
import { isLocked, SettingFields } from "./setting-form.tsx";
import { SettingTest } from "./setting-test.tsx";

type Kind = "speech" | "chat";

/** The services that write transcripts and suggest titles. */
export function AiSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <SettingsSection id="transcripts" title={t("server.ai.title")} text={t("server.ai.text")}>
      <div className={styles.services}>
        {(["speech", "chat"] as const).map((kind) => (
          <Service key={kind} kind={kind} settings={settings} />
        ))}
      </div>
      <NewVideos settings={settings} />
    </SettingsSection>
  );
}

function Service({ kind, settings }: { kind: Kind; settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const setting = settings[kind];
  return (
    <ServiceDetails name={t(`server.ai.${kind}`)} setting={setting}>
      <Fields key={setting.version} kind={kind} settings={settings} />
    </ServiceDetails>
  );
}

/** Address, model and key of a service, and its test. */
function Fields({ kind, settings }: { kind: Kind; settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const setting = settings[kind];
  const { value, version, source } = setting;
  const [url, setUrl] = useState(value?.url ?? "");
  const [model, setModel] = useState(value?.model ?? "");
  const [key, setKey] = useState("");
  const isChanged = url.trim() !== (value?.url ?? "") || model.trim() !== (value?.model ?? "") || key !== "";
  const change = { [kind]: { value: { url: url.trim(), model, key: key.trim() === "" ? null : key }, version } };
  const fields = { autoComplete: "off", spellCheck: false, dir: "ltr", disabled: isLocked(setting) } as const;
  return (
    <SettingFields
      settings={settings}
      change={isChanged ? change : null}
      canUndo={false}
      actions={
        <>
          {source === "saved" && value !== null && (
            <RemoveService label={t("server.ai.remove")} change={{ [kind]: { value: null, version } }} />
          )}
          <SettingTest what={kind} icon={IconPlugConnected} isDisabled={isChanged || value === null} />
        </>
      }
    >
      <TextInput
        {...fields}
        label={t("server.ai.url")}
        description={t("server.ai.urlHint")}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput {...fields} label={t("server.ai.model")} value={model} onChange={(event) => setModel(event.currentTarget.value)} />
      {!isLocked(setting) && (
        <TextInput
          {...fields}
          label={t("server.ai.key")}
          description={t(value?.hasKey === true ? "server.ai.keySavedHint" : "server.ai.keyHint")}
          type="password"
          autoComplete="new-password"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      )}
    </SettingFields>
  );
}

function NewVideos({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const save = useSaveSettings();
  const setting = settings.transcribeNew;
  return (
    <Switch
      className={styles.afterServices}
      label={t("server.ai.new")}
      description={t("server.ai.newHint")}
      checked={setting.value}
      disabled={isLocked(setting) || save.isPending}
      onChange={(event) => save.mutate({ transcribeNew: { value: event.currentTarget.checked, version: setting.version } })}
    />
  );
}
