import { type ReactNode, useId, useState } from "react";

interface RowProps {
  label: string;
  text?: string;
  children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** One setting: its name and what it does at the start, its control at the end. */
export function Row({ label, text, children }: RowProps): ReactNode {
  const id = useId();
  return (
    <div className="row">
      <div className="grow">
        <label htmlFor={id}>{label}</label>
        {text && <p id={`${id}-text`}>{text}</p>}
      </div>
      {children(id, text ? `${id}-text` : undefined)}
    </div>
  );
}

interface SwitchProps {
  label: string;
  text?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off; it applies at once. */
export function Switch({ label, text, checked, onChange }: SwitchProps): ReactNode {
  return (
    <Row label={label} text={text}>
      {(id, describedBy) => (
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={describedBy}
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

/** One of a few. */
export function Select({ label, value, options, onChange }: SelectProps): ReactNode {
  return (
    <Row label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
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
  /** A sentence when the text cannot be taken, else null. */
  check: (text: string) => string | null;
  /** Called once the field is left with a text that can be taken. */
  onChange: (text: string) => void;
  type?: "text" | "number";
  unit?: string;
}

/** A text that is kept when the field is left or Enter is pressed; one that cannot be taken stays, and says why. */
export function TextField({ label, text, value, check, onChange, type = "text", unit }: TextFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState<string | null>(null);
  const leave = (): void => {
    const problem = check(typed);
    setWrong(problem);
    if (!problem && typed !== value) onChange(typed);
  };
  return (
    <Row label={label} text={wrong ?? text}>
      {(id, describedBy) => (
        <span className="field">
          <input
            id={id}
            type={type}
            dir="auto"
            value={typed}
            aria-invalid={wrong !== null}
            aria-describedby={describedBy}
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
