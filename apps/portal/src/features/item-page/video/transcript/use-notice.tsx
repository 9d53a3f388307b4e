import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../../platform/api.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { isPermitted, permit, type Receiver } from "../../../../entities/transcripts/transcript.queries.ts";
import styles from "./transcript-panel.module.css";

interface Asked {
  receiver: Receiver;
  go: () => void;
}

/** Informs the user before data leaves the server, once for each service. Returns the function that asks, and the open dialog. */
export function useNotice(): { ask: (receiver: Receiver, go: () => void) => Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    async ask(receiver, go) {
      try {
        if (await isPermitted(receiver)) go();
        else setAsked({ receiver, go });
      } catch (error) {
        toasts.error(errorText(error));
      }
    },
    dialog: asked && <NoticeDialog {...asked} onClose={() => setAsked(null)} />,
  };
}

function NoticeDialog({ receiver, go, onClose }: Asked & { onClose: () => void }): ReactNode {
  const { t } = useTranslation("transcript");
  const { t: common } = useTranslation();
  const { kind, host } = receiver;
  const proceed = async (): Promise<void> => {
    try {
      await permit(receiver);
      onClose();
      go();
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  return (
    <Dialog onClose={onClose} size={460} title={t(kind === "speech" ? "notice.speechTitle" : "notice.chatTitle")}>
      <p className={styles.dialogText}>{t(kind === "speech" ? "notice.speechText" : "notice.chatText", { host })}</p>
      <div className={styles.actions}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button size="md" onClick={() => void proceed()}>
          {t("notice.continue")}
        </Button>
      </div>
    </Dialog>
  );
}
