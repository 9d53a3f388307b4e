import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./server.module.css";
import { isLocked, LockedMark } from "./setting-form.tsx";

interface RowProps {
  label: string;
  hint: string;
  unit: string;
  value: string;
  setting: { source: "default" | "environment" | "saved" };
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A field for a number with its unit. */
export function NumberRow({ label, hint, unit, value, setting, error, onChange }: RowProps): ReactNode {
  return (
    <div className={styles.number}>
      <TextInput
        className={styles.grow ?? ""}
        label={`${label} (${unit})`}
        description={hint}
        value={value}
        error={error}
        disabled={isLocked(setting)}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isLocked(setting) && <LockedMark />}
    </div>
  );
}
