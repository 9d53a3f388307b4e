import { Button } from "@mantine/core";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cancelSaving } from "../../entities/items/cancel-saving.ts";
import type { OpenVideo } from "./open-video.ts";
import type { LiveVideo } from "./use-live-video.ts";
import styles from "./video-edit.module.css";

type Render = NonNullable<OpenVideo["render"]>;

/** Returns the notes above the editor: why edits are refused, and what happens with the version that was saved last. */
export function useNotes({ item, keeper }: OpenVideo, { render, refresh }: LiveVideo): ReactNode {
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState);
  if (state === "failed") return <span role="alert">{keeper.reason}</span>;
  return render && <RenderNote render={render} onCancel={() => cancelSaving(item.id, render.jobId).then(refresh)} />;
}

/** What happens with the version that was saved last. */
function RenderNote({ render, onCancel }: { render: Render; onCancel: () => Promise<void> }): ReactNode {
  const { t } = useTranslation("video-edit");
  const [isBusy, setBusy] = useState(false);
  if (render.state === "failed") return <span role="status">{t("render.failed", { reason: render.reason ?? "" })}</span>;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    await onCancel();
    setBusy(false);
  };
  return (
    <div className={styles.note}>
      <span role="status">{t("render.running", { percent: Math.round(render.progress * 100) })}</span>
      <Button variant="quiet" size="xs" loading={isBusy} aria-label={t("render.cancel")} onClick={() => void cancel()}>
        {t("cancel")}
      </Button>
    </div>
  );
}
