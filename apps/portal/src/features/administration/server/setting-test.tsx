import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import type { Icon } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { testSetting, type SettingTestAnswer, type TestSubject } from "../../../entities/administration/settings.queries.ts";
import styles from "./server.module.css";

/** Tests the saved settings of the mail server or of a service, and shows the answer in words. */
export function SettingTest({ what, icon: TestIcon, isDisabled }: { what: TestSubject; icon: Icon; isDisabled: boolean }): ReactNode {
  const { t } = useTranslation("administration");
  const test = useMutation({ mutationFn: testSetting });
  return (
    <>
      <Button
        variant="quiet"
        size="md"
        leftSection={<TestIcon {...ICON} />}
        disabled={isDisabled}
        aria-busy={test.isPending}
        onClick={() => !test.isPending && test.mutate(what)}
      >
        {t(what === "mail" ? "server.testMail" : "server.testService")}
      </Button>
      <div className={styles.answer} role="status">
        {test.isPending && t("server.testing")}
        {test.data && !test.isPending && <Answer what={what} test={test.data} />}
      </div>
    </>
  );
}

function Answer({ what, test }: { what: TestSubject; test: SettingTestAnswer }): ReactNode {
  const { t } = useTranslation("administration");
  const { outcome, answer } = test;
  const to = `\u2068${test.to}\u2069`;
  const isAi = what === "speech" || what === "chat";
  const text =
    what === "mail"
      ? t(`server.testAnswers.${outcome === "redirect" ? "refused" : outcome}`, { to })
      : isAi
        ? t(`server.ai.answers.${outcome}`, { name: t(`server.ai.names.${what}`), to })
        : t(`server.services.answers.${outcome}`, { name: t(`server.services.names.${what}`), to });
  return (
    <>
      <p data-outcome={outcome}>{text}</p>
      {answer !== null && (
        <p className={styles.words}>
          <bdi>{answer}</bdi>
        </p>
      )}
    </>
  );
}
