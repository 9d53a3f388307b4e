import { formatPercent } from "@stillreel/i18n";
import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./board.module.css";
import { fit, redo, undo, zoomTo } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

/** Zoom, and undo for people who may edit. */
export function ZoomBar({ stage, canEdit }: { stage: Stage; canEdit: boolean }): ReactNode {
  const { t, i18n } = useTranslation("boards");
  const { zoom } = useStageState(stage, ({ view }) => view);
  return (
    <div className={styles.zoom} role="toolbar" aria-label={t("zoom.label")}>
      <button type="button" data-wide aria-label={t("zoom.out")} onClick={() => zoomTo(stage, zoom / 1.2)}>
        <IconMinus size={18} stroke={1.6} aria-hidden="true" />
      </button>
      <button type="button" title={t("zoom.reset")} onClick={() => zoomTo(stage, 1)}>
        {formatPercent(zoom, i18n.language)}
      </button>
      <button type="button" data-wide aria-label={t("zoom.in")} onClick={() => zoomTo(stage, zoom * 1.2)}>
        <IconPlus size={18} stroke={1.6} aria-hidden="true" />
      </button>
      <i />
      <button type="button" onClick={() => fit(stage)}>
        {t("zoom.fit")}
      </button>
      {canEdit && (
        <>
          <i />
          <button type="button" aria-label={t("zoom.undo")} aria-keyshortcuts="Control+Z" onClick={() => undo(stage)}>
            <IconArrowBackUp className={styles.mirrored} size={18} stroke={1.6} aria-hidden="true" />
          </button>
          <button type="button" data-wide aria-label={t("zoom.redo")} aria-keyshortcuts="Control+Shift+Z" onClick={() => redo(stage)}>
            <IconArrowForwardUp className={styles.mirrored} size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}
