import { CountedInput, type CountedInputProps } from "@stillreel/ui/mantine";
import type { ReactNode } from "react";

/** Name field of a dialog: it has the initial focus and the direction of the typed text. */
export function NameInput(props: CountedInputProps): ReactNode {
  return <CountedInput data-first-focus autoComplete="off" dir="auto" {...props} />;
}
