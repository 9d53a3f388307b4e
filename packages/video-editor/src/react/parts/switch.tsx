import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  label: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  /** Id of a text that explains it. */
  describedBy?: string;
  onChange(isOn: boolean): void;
}

/** A switch with its label before it. It applies its change without a further button. */
export function Switch({ label, isOn, isDisabled = false, describedBy, onChange }: Props): ReactNode {
  return (
    <label className={styles.switchRow}>
      <span>{label}</span>
      <span className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          aria-describedby={describedBy}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.track} aria-hidden="true" />
      </span>
    </label>
  );
}
