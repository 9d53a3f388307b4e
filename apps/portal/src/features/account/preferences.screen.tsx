import { SegmentedControl, Switch, TextInput } from "@mantine/core";
import { updatePreferences, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { canChooseLanguage, LanguageSelect } from "../../ui/language-select.tsx";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { accountKeys, preferencesQuery } from "../../entities/people/account.queries.ts";
import { saveServicesQuery } from "../../entities/saves/saves.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import styles from "./account.module.css";
import { CaptureFolderRow, CaptureRows } from "./capture-preferences.tsx";
import { DefaultWorkspaceRow } from "./default-workspace-row.tsx";
import { FileNameRow } from "./file-name-row.tsx";
import { SettingRow, SettingsFrame } from "./settings-frame.tsx";
import { useTheme, type ThemeChoice } from "../../entities/people/use-theme.ts";

/** Characters that file systems refuse (the server refuses them too). */
const NOT_IN_FOLDER = /[\\:*?"<>|\u0000-\u001f]/u;

type Patch = ClientArgs<typeof updatePreferences>["body"];
type Preferences = ClientResult<typeof updatePreferences>;
/** Saves a change and shows the message afterwards. */
type Save = (patch: Patch, message?: string) => void;

/** Preferences for captures and appearance. Every control applies immediately; there is no Save. */
export function PreferencesScreen(): ReactNode {
  const { t } = useTranslation("account");
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const save = useSavePreferences();
  return (
    <SettingsFrame page="preferences">
      <SettingsSection title={t("preferences.screenshots")}>
        <SettingRow label={t("preferences.format")}>
          <SegmentedControl
            aria-label={t("preferences.format")}
            value={preferences.downloadFormat}
            onChange={(downloadFormat) => save({ downloadFormat: downloadFormat as Patch["downloadFormat"] })}
            data={["png", "jpg", "pdf"].map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </SettingRow>
        <SettingRow label={t("preferences.stamp")} hint={t("preferences.stampText")}>
          <Switch
            aria-label={t("preferences.stamp")}
            checked={preferences.stampDateAndUrl}
            onChange={(event) => save({ stampDateAndUrl: event.currentTarget.checked })}
          />
        </SettingRow>
        {preferences.stampDateAndUrl && <StampExample />}
        <CaptureRows preferences={preferences} save={save} />
      </SettingsSection>
      <SavingSection preferences={preferences} save={save} />
      <DisplaySection save={save} />
    </SettingsFrame>
  );
}

/** Preferences for the folder and the name of saved captures. */
function SavingSection({ preferences, save }: { preferences: Preferences; save: Save }): ReactNode {
  const { t } = useTranslation("account");
  return (
    <SettingsSection title={t("preferences.saving")}>
      <DefaultWorkspaceRow
        value={preferences.defaultWorkspaceId}
        onChoose={(defaultWorkspaceId) => save({ defaultWorkspaceId }, t("preferences.defaultWorkspaceSaved"))}
      />
      <CaptureFolderRow value={preferences.captureFolderId} onPick={(captureFolderId) => save({ captureFolderId })} />
      <FileNameRow
        key={preferences.fileNamePattern}
        value={preferences.fileNamePattern}
        onSave={(fileNamePattern) => save({ fileNamePattern }, t("preferences.fileNameSaved"))}
      />
      <SettingRow label={t("preferences.ask")} hint={t("preferences.askText")}>
        <Switch
          aria-label={t("preferences.ask")}
          checked={preferences.askWhereToSave}
          onChange={(event) => save({ askWhereToSave: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow label={t("preferences.subfolder")} hint={t("preferences.subfolderText")}>
        <SubfolderField
          key={preferences.defaultSubfolder}
          value={preferences.defaultSubfolder}
          onSave={(defaultSubfolder) => save({ defaultSubfolder }, t("preferences.saved"))}
        />
      </SettingRow>
      <DriveLinksRow checked={preferences.driveShareableLinks} onChange={(driveShareableLinks) => save({ driveShareableLinks })} />
      <SettingRow label={t("preferences.uploadLink")} hint={t("preferences.uploadLinkText")}>
        <Switch
          aria-label={t("preferences.uploadLink")}
          checked={preferences.copyUploadLink}
          onChange={(event) => save({ copyUploadLink: event.currentTarget.checked })}
        />
      </SettingRow>
    </SettingsSection>
  );
}

/** Preferences for theme and, with a choice of languages, language. */
function DisplaySection({ save }: { save: Save }): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  const { theme, setTheme } = useTheme();
  return (
    <SettingsSection title={t("preferences.display")}>
      <SettingRow label={t("preferences.theme")}>
        <SegmentedControl
          aria-label={t("preferences.theme")}
          value={theme}
          onChange={(value) => setTheme(value as ThemeChoice)}
          data={(["system", "light", "dark"] as const).map((value) => ({ value, label: t(`common:theme.${value}`) }))}
        />
      </SettingRow>
      {canChooseLanguage && (
        <SettingRow label={t("preferences.language")}>
          <LanguageSelect label={t("preferences.language")} onChosen={(language) => save({ language })} />
        </SettingRow>
      )}
    </SettingsSection>
  );
}

/** Applies a change optimistically and rolls it back when the server refuses it. */
function useSavePreferences(): Save {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ patch }: { patch: Patch; message?: string }) => client.call(updatePreferences, { body: patch }),
    onMutate: async ({ patch }) => {
      await queries.cancelQueries({ queryKey: accountKeys.preferences });
      const before = queries.getQueryData(preferencesQuery.queryKey);
      if (before) queries.setQueryData(preferencesQuery.queryKey, { ...before, ...patch });
      return { before };
    },
    onError: (_error, _patch, context) => {
      if (context?.before) queries.setQueryData(preferencesQuery.queryKey, context.before);
    },
    onSuccess: (preferences, { message }) => {
      queries.setQueryData(preferencesQuery.queryKey, preferences);
      queries.setQueryData(userQuery.queryKey, (user) => user && { ...user, preferences });
      if (message) toasts.show(message, { tone: "done" });
    },
  });
  return (patch, message) => mutate({ patch, message });
}

/** Whether files at Google Drive get a link; only where that service is set up. */
function DriveLinksRow({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }): ReactNode {
  const { t } = useTranslation("account");
  const { data: services = [] } = useQuery(saveServicesQuery);
  if (!services.some(({ provider }) => provider === "drive")) return null;
  return (
    <SettingRow label={t("preferences.driveLinks")} hint={t("preferences.driveLinksText")}>
      <Switch aria-label={t("preferences.driveLinks")} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    </SettingRow>
  );
}

/** The subfolder of Downloads; saved on blur or Enter. */
function SubfolderField({ value, onSave }: { value: string; onSave: (value: string) => void }): ReactNode {
  const { t } = useTranslation("account");
  const [text, setText] = useState(value);
  const isValid = !NOT_IN_FOLDER.test(text) && !text.split("/").includes("..");
  const commit = (): void => {
    if (isValid && text.trim() !== value) onSave(text.trim());
  };
  return (
    <TextInput
      aria-label={t("preferences.subfolder")}
      value={text}
      maxLength={120}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      error={isValid ? undefined : t("preferences.subfolderInvalid")}
      spellCheck={false}
    />
  );
}

/** Example of the line above a stamped screenshot. */
function StampExample(): ReactNode {
  const { t, i18n } = useTranslation("account");
  const now = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" }).format(
    new Date(),
  );
  return (
    <div className={styles.stamp} aria-hidden="true">
      <div className={styles.stampLine}>
        <span>{now}</span>
        <span dir="ltr">{t("preferences.stampAddress")}</span>
      </div>
      <div className={styles.stampPage}>
        <i />
        <i />
      </div>
    </div>
  );
}
