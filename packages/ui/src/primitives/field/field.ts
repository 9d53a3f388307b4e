import { useId } from "react";

/** Attributes that connect the parts of a form field. */
export interface Field {
  label: { htmlFor: string };
  control: { id: string; "aria-invalid": boolean | undefined; "aria-describedby": string | undefined };
  /** Of the text below the control: what it means, or why its value is refused. */
  message: { id: string };
}

/** Connects the label, the control and the message of a form field. Without a message the control is not described. */
export function useField({ isInvalid, hasMessage = true }: { isInvalid?: boolean | undefined; hasMessage?: boolean }): Field {
  const id = useId();
  const messageId = `${id}-message`;
  return {
    label: { htmlFor: id },
    control: { id, "aria-invalid": isInvalid, "aria-describedby": hasMessage ? messageId : undefined },
    message: { id: messageId },
  };
}
