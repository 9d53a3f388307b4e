import { Link } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../platform/format/format-date.ts";
import textLink from "../../ui/text-link.module.css";
import { CHANGES } from "./changes.ts";
import styles from "./help-panel.module.css";
import { markChangesSeen } from "./seen-changes.ts";

/** The entries of What's New, newest first. Showing them removes the dot in the account menu. */
export function ChangesPanel({ onLeave }: { onLeave: () => void }): ReactNode {
  const { t, i18n } = useTranslation("help");
  useEffect(markChangesSeen, []);
  return (
    <ol className={styles.content}>
      {CHANGES.map(({ name, day, picture, article }) => (
        <li key={name} className={styles.change}>
          <img className={styles.picture} src={picture} width={420} height={262} alt="" loading="lazy" />
          <time className={styles.day} dateTime={day}>
            {formatDay(`${day}T12:00`, i18n.language)}
          </time>
          <h3 className={styles.changeTitle}>{t(`changes.${name}.title`)}</h3>
          <p className={styles.changeText}>{t(`changes.${name}.text`)}</p>
          <Link className={textLink.link} to="/help/$article" params={{ article }} onClick={onLeave}>
            {t(`changes.${name}.link`)}
          </Link>
        </li>
      ))}
    </ol>
  );
}
