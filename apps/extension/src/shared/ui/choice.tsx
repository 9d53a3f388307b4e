import type { ReactNode } from "react";
import { ChevronIcon } from "./icons.tsx";

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; depth?: number; isOff?: boolean }[];
  onChange: (value: string) => void;
  className?: string;
}

/** A selected value with a native menu, which may be taller than the popup. */
export function Choice({ label, value, options, onChange, className = "" }: ChoiceProps): ReactNode {
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={`choice focus-ring-within ${className}`}>
      <span className="choice-text" aria-hidden="true">
        {chosen?.label}
      </span>
      <ChevronIcon />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isOff}>
            {"\u2003".repeat(option.depth ?? 0) + option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
