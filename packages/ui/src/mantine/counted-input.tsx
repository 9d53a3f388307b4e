import { TextInput, type TextInputProps } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./counted-input.module.css";

/** Props of {@link CountedInput}: those of a controlled text input. */
export interface CountedInputProps extends Omit<TextInputProps, "value" | "onChange" | "maxLength" | "rightSection"> {
  value: string;
  onChange: (value: string) => void;
  /** Maximum length, counted as users count (graphemes). Typing stops there. */
  max: number;
}

let segmenter: Intl.Segmenter | undefined;

/** Returns the letters of a text. The segmenter is created with the first field, because its rules take 10 to 50 ms to load. */
function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** A text field with a maximum length and a counter ("14 / 32") inside its end. */
export function CountedInput({ value, onChange, max, ...rest }: CountedInputProps): ReactNode {
  const change = (next: string): void => onChange(lettersOf(next).slice(0, max).join(""));
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      rightSectionWidth={68}
      rightSectionPointerEvents="none"
      rightSection={
        <span className={styles.counter} dir="ltr">
          {lettersOf(value).length} / {max}
        </span>
      }
    />
  );
}
