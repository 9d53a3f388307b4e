import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../../platform/clipboard.ts";
import dialog from "../../../ui/dialog.module.css";
import styles from "./security.module.css";

/** New recovery codes, which are shown once: copy, download, done. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation("security");
  const lines = `${codes.join("\n")}\n`;
  return (
    <>
      <p className={dialog.text}>{t("codes.text")}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={dialog.buttons}>
        <Button
          variant="default"
          size="md"
          onClick={() => void copyText(lines).then(() => toasts.show(t("codes.copied"), { tone: "done" }))}
        >
          {t("codes.copy")}
        </Button>
        <Button
          component="a"
          variant="default"
          size="md"
          download="stillreel-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines)}`}
        >
          {t("codes.download")}
        </Button>
        <Button size="md" onClick={onClose}>
          {t("codes.saved")}
        </Button>
      </div>
    </>
  );
}
