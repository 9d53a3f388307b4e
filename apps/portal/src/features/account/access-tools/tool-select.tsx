import { useId, type ReactNode } from "react";
import styles from "./tools.module.css";

interface Props<V extends string> {
  label: string;
  /** Consequence of the chosen value. */
  hint?: string | undefined;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** A native select with its label. */
export function ToolSelect<V extends string>({ label, hint, value, choices, onChange }: Props<V>): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
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
        <span id={`${id}-hint`} className={styles.warning}>
          {hint}
        </span>
      )}
    </div>
  );
}
