import { Button, TextInput } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSaveSettings, type SettingsChange, type SettingsView } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";
import { SettingTest } from "./setting-test.tsx";

/** The mail server and the sender, with a test. */
export function MailSection({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const { smtpUrl, mailFrom } = settings;
  const [url, setUrl] = useState("");
  const [from, setFrom] = useState(mailFrom.value);
  const change: SettingsChange = {
    ...(url.trim() === "" ? {} : { smtpUrl: { value: url.trim(), version: smtpUrl.version } }),
    ...(from.trim() === mailFrom.value ? {} : { mailFrom: { value: from.trim() === "" ? null : from.trim(), version: mailFrom.version } }),
  };
  const isChanged = Object.keys(change).length > 0;
  return (
    <SettingForm
      settings={settings}
      id="mail"
      title={t("server.mail")}
      text={t("server.mailText")}
      change={isChanged ? change : null}
      canUndo={change.smtpUrl === undefined}
      actions={<SettingTest what="mail" icon={IconMailForward} isDisabled={isChanged} />}
    >
      <CurrentServer settings={settings} />
      {isLocked(smtpUrl) ? (
        <LockedMark />
      ) : (
        <TextInput
          label={t("server.smtpUrl")}
          description={t("server.smtpUrlHint")}
          placeholder={t("server.smtpUrlExample")}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
      <TextInput
        label={t("server.mailFrom")}
        value={from}
        disabled={isLocked(mailFrom)}
        onChange={(event) => setFrom(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      {isLocked(mailFrom) && <LockedMark />}
    </SettingForm>
  );
}

/** The mail server that is used now, with a button that removes a saved one. */
function CurrentServer({ settings: { smtpUrl } }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("administration");
  const save = useSaveSettings();
  if (smtpUrl.value === null) return <p className={styles.current}>{t("server.noMail")}</p>;
  return (
    <div className={styles.current}>
      <span>
        {t("server.currentMail")} <bdi dir="ltr">{smtpUrl.value}</bdi>
      </span>
      {smtpUrl.source === "saved" && (
        <Button
          variant="quiet"
          size="xs"
          aria-busy={save.isPending}
          onClick={() => !save.isPending && save.mutate({ smtpUrl: { value: null, version: smtpUrl.version } })}
        >
          {t("server.removeMail")}
        </Button>
      )}
    </div>
  );
}
