import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface Props {
  label: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange(isOn: boolean): void;
}

/** A switch with its label before it. It applies its change without a further button. */
export function Switch({ label, isOn, isDisabled = false, onChange }: Props): ReactNode {
  return (
    <label className={styles.switchRow}>
      <span>{label}</span>
      <span className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.track} aria-hidden="true" />
      </span>
    </label>
  );
}
