import { Keycap } from "@stillreel/editor/parts";
import type { ReactNode } from "react";
import styles from "./toolbar.module.css";

export interface ToolProps {
  label: string;
  /** All labels that the button can have. Its width has room for each, so a selection moves no other button. */
  labels?: readonly string[];
  icon: ReactNode;
  hint?: string | undefined;
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Moves into the menu when there is no room. */
  isOptional?: boolean;
  onPress(): void;
}

/** A button of the toolbar with its word and its key. */
export function Tool({ label, labels = [label], icon, hint, isPressed, isDisabled, isOptional, onPress }: ToolProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-pressed={isPressed}
      aria-keyshortcuts={hint}
      data-tool={isOptional ? "more" : undefined}
      data-tip={label}
      data-tip-key={hint}
      disabled={isDisabled}
      onClick={onPress}
    >
      {icon}
      <span className={styles.text} data-part="text">
        <span>{label}</span>
        {hint !== undefined && <Key hint={hint} />}
        {labels.map((other) => (
          <span key={other} className={styles.reserved} aria-hidden="true">
            {other}
            {hint !== undefined && <Key hint={hint} />}
          </span>
        ))}
      </span>
    </button>
  );
}

function Key({ hint }: { hint: string }): ReactNode {
  return (
    <span className={styles.key} data-part="key" aria-hidden="true">
      <Keycap>{hint === "Backspace" ? "⌫" : hint}</Keycap>
    </span>
  );
}
