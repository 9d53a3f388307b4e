import { useState, type ReactNode } from "react";
import styles from "./avatar.module.css";

/** Backgrounds of initials. The ink color is legible on all of them. */
const TINTS = ["#FFD98A", "#F5B8A5", "#A9D8BC", "#A9C8EA", "#CBBDF5", "#EBB5CE"];

/** A user's picture, or initials on a color derived from the name when there is none (or it fails to load). Decorative. */
export function Avatar({ name, src, size = 28 }: { name: string; src?: string | null; size?: number }): ReactNode {
  const [broken, setBroken] = useState<string>();
  if (src && broken !== src) {
    return <img className={styles.avatar} src={src} width={size} height={size} alt="" onError={() => setBroken(src)} />;
  }
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={tint(name)} />
      <text x="20" y="20" dominantBaseline="central" textAnchor="middle" className={styles.initials}>
        {initials(name)}
      </text>
    </svg>
  );
}

/** Returns the first letters of the first and the last word: "Mira Halvorsen" → "MH". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}

function tint(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return TINTS[sum % TINTS.length] as string;
}
