import { Slider } from "@stillreel/editor/parts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { clock, parseClock } from "../../core/index.ts";
import { useEditor } from "../editor-context.tsx";
import styles from "./panels.module.css";

interface TimeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange(seconds: number): void;
}

/** A time that the user types: seconds, or minutes and seconds. An invalid text is marked and not used. */
export function TimeField({ label, value, min, max, onChange }: TimeProps): ReactNode {
  const shown = clock(value, 1);
  const [text, setText] = useState(shown);
  const [isEditing, setEditing] = useState(false);
  const parsed = parseClock(text);
  const isValid = parsed !== null && parsed >= min - 0.05 && parsed <= max + 0.05;
  const commit = (): void => {
    setEditing(false);
    if (isValid && text !== shown) onChange(Math.min(max, Math.max(min, parsed)));
    else setText(shown);
  };
  return (
    <label className={styles.field}>
      {label}
      <input
        className={styles.input}
        dir="ltr"
        inputMode="decimal"
        value={isEditing ? text : shown}
        aria-invalid={isEditing && !isValid}
        onFocus={() => {
          setText(shown);
          setEditing(true);
        }}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape") setText(shown);
        }}
      />
    </label>
  );
}

interface RangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  text: string;
  /** Called during a drag, too. All changes of one drag are one undo step. */
  onChange(value: number): void;
}

/** A labelled slider whose release ends the undo step. */
export function RangeField({ onChange, ...slider }: RangeProps): ReactNode {
  const editor = useEditor();
  return (
    <Slider
      {...slider}
      isLabelled
      onChange={(value, isLive) => {
        if (isLive) onChange(value);
        else editor.settle();
      }}
    />
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  /** Null: none of the options. */
  value: T | null;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

/** Two to five options beside each other. */
export function Segments<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Opens the system's file dialog and passes the chosen file. */
export function useFilePicker(accept: string, onFile: (file: File) => void): { input: ReactNode; open: () => void } {
  const input = useRef<HTMLInputElement>(null);
  const handler = useRef(onFile);
  useEffect(() => {
    handler.current = onFile;
  });
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        className={styles.file}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) handler.current(file);
        }}
      />
    ),
  };
}
