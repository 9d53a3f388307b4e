import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { copyText } from "../platform/clipboard.ts";
import styles from "./link-field.module.css";

interface Props {
  link: string;
  /** Accessible name of the field, and the texts of its button and of the messages after a click. */
  texts: { label: string; copy: string; copied: string; notCopied: string };
}

/** A link as text with a button that copies it. */
export function LinkField({ link, texts }: Props): ReactNode {
  const copy = async (): Promise<void> => {
    try {
      await copyText(link);
      toasts.show(texts.copied, { tone: "done" });
    } catch {
      toasts.error(texts.notCopied);
    }
  };
  return (
    <div className={styles.link}>
      <input readOnly dir="ltr" aria-label={texts.label} value={link} onFocus={(event) => event.currentTarget.select()} />
      <Button size="md" variant="default" leftSection={<IconCopy {...ICON} />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </div>
  );
}
