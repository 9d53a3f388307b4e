import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../dialog.tsx";
import styles from "./transcript.module.css";

interface Props {
  /** The service that receives data: the sound of the video, or its transcript. */
  kind: "speech" | "chat";
  host: string;
  onContinue: () => void;
  onClose: () => void;
}

/** Informs the user before data of a video leaves the server. */
export function NoticeDialog({ kind, host, onContinue, onClose }: Props): ReactNode {
  const { t } = useTranslation("transcript");
  const { t: common } = useTranslation();
  return (
    <Dialog onClose={onClose} size={460} title={t(kind === "speech" ? "notice.speechTitle" : "notice.chatTitle")}>
      <p className={styles.dialogText}>{t(kind === "speech" ? "notice.speechText" : "notice.chatText", { host })}</p>
      <div className={styles.actions}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button size="md" onClick={onContinue}>
          {t("notice.continue")}
        </Button>
      </div>
    </Dialog>
  );
}
