import { TextInput, type TextInputProps } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./find-field.module.css";

interface Props extends Omit<TextInputProps, "type" | "value" | "onChange"> {
  value: string;
  onChange: (typed: string) => void;
}

/** A field with a search icon that filters the list below it. */
export function FindField({ className = "", onChange, ...rest }: Props): ReactNode {
  return (
    <TextInput
      className={`${styles.find} ${className}`}
      type="search"
      leftSection={<IconSearch {...ICON} />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
