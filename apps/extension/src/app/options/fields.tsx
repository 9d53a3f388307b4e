import { type Field, useField } from "@stillreel/ui/primitives";
import { type ReactNode, useState } from "react";

interface RowProps {
  label: string;
  text?: string;
  isInvalid?: boolean;
  children: (control: Field["control"]) => ReactNode;
}

/** One setting: name and description at the start, control at the end. */
function Row({ label, text, isInvalid, children }: RowProps): ReactNode {
  const field = useField({ isInvalid, hasMessage: Boolean(text) });
  return (
    <div className="row">
      <div className="grow">
        <label {...field.label}>{label}</label>
        {text && <p {...field.message}>{text}</p>}
      </div>
      {children(field.control)}
    </div>
  );
}

interface SwitchProps {
  label: string;
  text?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that applies immediately. */
export function Switch({ label, text, checked, onChange }: SwitchProps): ReactNode {
  return (
    <Row label={label} text={text}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          role="switch"
          className="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </Row>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; depth?: number; isOff?: boolean }[];
  onChange: (value: string) => void;
}

/** A choice of one value. */
export function Select({ label, value, options, onChange }: SelectProps): ReactNode {
  return (
    <Row label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isOff}>
              {"\u2003".repeat(option.depth ?? 0) + option.label}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

interface TextFieldProps {
  label: string;
  text?: string;
  value: string;
  /** Returns a message when the text is invalid, otherwise null. */
  check: (text: string) => string | null;
  /** Called when the field loses focus with a valid text. */
  onChange: (text: string) => void;
  type?: "text" | "number";
  unit?: string;
}

/** A text field that applies on blur or Enter. An invalid text stays, with a message. */
export function TextField({ label, text, value, check, onChange, type = "text", unit }: TextFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState<string | null>(null);
  const leave = (): void => {
    const problem = check(typed);
    setWrong(problem);
    if (!problem && typed !== value) onChange(typed);
  };
  return (
    <Row label={label} text={wrong ?? text} isInvalid={wrong !== null}>
      {(control) => (
        <span className="field">
          <input
            {...control}
            type={type}
            dir="auto"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              if (wrong) setWrong(check(event.target.value));
            }}
            onBlur={leave}
            onKeyDown={(event) => event.key === "Enter" && leave()}
          />
          {unit && <span>{unit}</span>}
        </span>
      )}
    </Row>
  );
}
