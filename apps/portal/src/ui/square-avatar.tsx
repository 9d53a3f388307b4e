import { useState, type ReactNode } from "react";
import styles from "./square-avatar.module.css";

/** Background colours for the initial letter; white text is readable on all of them. */
const FILLS = ["#0E6B5C", "#7A5AF0", "#2F6FB4", "#B8471F", "#2F7D5B", "#3C2F63", "#A83A6E"];

/** Picture of a workspace or team, or its initial on a colour: a rounded square, in contrast to round user avatars. Decorative. */
export function SquareAvatar({ name, src, size = 20 }: { name: string; src?: string | null | undefined; size?: number }): ReactNode {
  const [broken, setBroken] = useState<string>();
  if (src && broken !== src) {
    return <img className={styles.avatar} src={src} width={size} height={size} alt="" onError={() => setBroken(src)} />;
  }
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={fillOf(name)} />
      <text x="20" y="20.5" dominantBaseline="central" textAnchor="middle" className={styles.letter}>
        {[...name.trim()][0]?.toUpperCase() ?? "?"}
      </text>
    </svg>
  );
}

function fillOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return FILLS[sum % FILLS.length] as string;
}
