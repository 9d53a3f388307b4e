import { ActionIcon } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openerOf } from "../../platform/dialogs.ts";
import { returnFocus } from "../../ui/focus-return.ts";
import { ArticlePanel } from "./article-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import styles from "./help-panel.module.css";

interface Props {
  /** The article that fits the page, or What's New. */
  shows: "article" | "changes";
  onClose: () => void;
}

/** A panel at the end edge. The page beside it can be used: the panel is not modal. Escape closes it while it has the focus. */
export function HelpPanel({ shows, onClose }: Props): ReactNode {
  const { t } = useTranslation("help");
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  useEffect(() => {
    const opener = openerOf("help-panel");
    panel.current?.focus();
    return () => returnFocus(opener);
  }, []);
  useEffect(() => {
    const element = panel.current;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    element?.addEventListener("keydown", handleKey);
    return () => element?.removeEventListener("keydown", handleKey);
  }, [onClose]);
  return (
    <aside ref={panel} className={`${styles.panel} on-raised`} tabIndex={-1} aria-labelledby={headingId}>
      <div className={styles.header}>
        <h2 id={headingId} className={styles.title}>
          {t(shows === "changes" ? "changes.title" : "title")}
        </h2>
        <ActionIcon size={32} onClick={onClose} aria-label={t(shows === "changes" ? "changes.close" : "panel.close")}>
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      {shows === "changes" ? <ChangesPanel onLeave={onClose} /> : <ArticlePanel onLeave={onClose} />}
    </aside>
  );
}
