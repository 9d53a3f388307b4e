import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconAlertCircle, IconCheck, IconClock, IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { SavedStateName, SavedStateProps } from "../image-editor.types.ts";
import { useTexts } from "../texts-context.tsx";
import styles from "./saved-state.module.css";

const ICONS: Record<SavedStateName, typeof IconCheck> = {
  saved: IconCheck,
  draft: IconCheck,
  unsaved: IconPencil,
  saving: IconClock,
  waiting: IconClock,
  failed: IconAlertCircle,
};

/** The text beside the title: whether and where the changes are saved. */
export function SavedState({ state, text }: SavedStateProps): ReactNode {
  const { t } = useTexts();
  const Icon = ICONS[state];
  return (
    <span className={styles.state} role="status" data-failed={state === "failed" || undefined}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className={`${styles.text} ${VISUALLY_HIDDEN.compact}`}>{text ?? t(`saved.${state}`)}</span>
    </span>
  );
}
