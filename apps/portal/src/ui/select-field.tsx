import { useId, type ReactNode } from "react";
import styles from "./select-field.module.css";

interface Props<V extends string> {
  label: string;
  /** Whether the label is only for screen readers, because the first choice states what is chosen. */
  isLabelHidden?: boolean;
  /** Consequence of the chosen value. */
  hint?: string | undefined;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** A native select with its label. */
export function SelectField<V extends string>({ label, isLabelHidden = false, hint, value, choices, onChange }: Props<V>): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      <select
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={styles.select}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as V)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
