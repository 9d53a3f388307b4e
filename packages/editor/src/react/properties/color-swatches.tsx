import { ANNOTATION_COLORS } from "@stillreel/contract";
import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import { useTexts } from "../texts-context.tsx";
import styles from "./properties.module.css";

const NAMES = ["red", "yellow", "green", "blue", "violet", "black", "white"] as const;
const PALETTE = ANNOTATION_COLORS.map((value, index) => ({ value, name: NAMES[index] ?? "black" }));
const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

interface Props {
  label: string;
  /** Label of the last swatch. */
  customLabel: string;
  value: string | null;
  /** The last swatch opens the system's color chooser. Changes in it are live. */
  onChange(color: string, isLive: boolean): void;
  /** Content before the first color. */
  before?: ReactNode;
}

/** The seven default colors and a custom one. */
export function ColorSwatches({ label, customLabel, value, onChange, before }: Props): ReactNode {
  const { t } = useTexts();
  const custom = useRef<HTMLInputElement>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    const input = custom.current;
    const handleEnd = () => input && change.current(input.value.toUpperCase(), false);
    input?.addEventListener("change", handleEnd);
    return () => input?.removeEventListener("change", handleEnd);
  }, []);
  const isCustom = value !== null && !PALETTE.some((color) => isSame(value, color.value));
  return (
    <div className={styles.swatches} role="group" aria-label={label}>
      {before}
      {PALETTE.map((color) => (
        <button
          key={color.value}
          type="button"
          className={styles.swatch}
          style={{ "--c": color.value } as CSSProperties}
          aria-label={t(`colors.${color.name}`)}
          aria-pressed={isSame(value, color.value)}
          data-tip={t(`colors.${color.name}`)}
          data-tip-always
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(color.value, false)}
        />
      ))}
      <label
        className={styles.custom}
        data-on={isCustom || undefined}
        data-tip={customLabel}
        data-tip-always
        style={isCustom ? ({ "--c": value } as CSSProperties) : undefined}
      >
        <input
          ref={custom}
          type="color"
          aria-label={customLabel}
          value={/^#[0-9a-f]{6}$/iu.test(value ?? "") ? (value ?? "#000000").toLowerCase() : "#000000"}
          onChange={(event) => onChange(event.target.value.toUpperCase(), true)}
        />
      </label>
    </div>
  );
}
