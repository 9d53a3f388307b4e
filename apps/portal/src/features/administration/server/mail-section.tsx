import { Button, TextInput } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconMailForward } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  sendTestMail,
  useSaveSettings,
  type MailTest,
  type SettingsChange,
  type SettingsView,
} from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";
import { isLocked, LockedMark, SettingForm } from "./setting-form.tsx";

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
      actions={<TestMail isDisabled={isChanged} />}
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

/** Sends a test message with the saved settings and shows the answer in words. */
function TestMail({ isDisabled }: { isDisabled: boolean }): ReactNode {
  const { t } = useTranslation("administration");
  const test = useMutation({ mutationFn: sendTestMail });
  return (
    <>
      <Button
        variant="quiet"
        size="md"
        leftSection={<IconMailForward {...ICON} />}
        disabled={isDisabled}
        aria-busy={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {t("server.testMail")}
      </Button>
      <div className={styles.answer} role="status">
        {test.isPending && t("server.testing")}
        {test.data && !test.isPending && <Answer test={test.data} />}
      </div>
    </>
  );
}

function Answer({ test: { outcome, to, answer } }: { test: MailTest }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <>
      <p data-outcome={outcome}>{t(`server.testAnswers.${outcome}`, { to: `\u2068${to}\u2069` })}</p>
      {answer !== null && (
        <p className={styles.words}>
          <bdi>{answer}</bdi>
        </p>
      )}
    </>
  );
}
