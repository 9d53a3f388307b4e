import { CountedInput, type CountedInputProps } from "@stillreel/ui/mantine";
import type { ReactNode } from "react";

/** The name of something, asked for by a dialog: it has the focus, and stands in the direction of its own script. */
export function NameInput(props: CountedInputProps): ReactNode {
  return <CountedInput data-autofocus autoComplete="off" dir="auto" {...props} />;
}
