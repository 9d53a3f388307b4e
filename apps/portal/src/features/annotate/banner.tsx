import { EditorButton } from "@stillreel/editor/react";
import type { ReactNode } from "react";
import styles from "./annotate.module.css";

/** A message during annotation with its actions. */
export interface BannerContent {
  id: string;
  text: ReactNode;
  icon: ReactNode;
  tone?: "plain" | "warn";
  actions: readonly { label: string; run: () => void }[];
}

/** One line below the top bar. */
export function Banner({ text, icon, tone = "plain", actions }: BannerContent): ReactNode {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      {icon}
      <p>{text}</p>
      <span className={styles.bannerActions}>
        {actions.map(({ label, run }) => (
          <EditorButton key={label} label={label} variant="default" onPress={run} />
        ))}
      </span>
    </div>
  );
}
