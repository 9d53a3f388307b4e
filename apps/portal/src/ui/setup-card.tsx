import { ActionIcon } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconChevronRight, IconCircle, IconCircleCheckFilled, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./setup-card.module.css";

/** Tabs and sections of the steps. */
const TARGETS = {
  publicAddress: { tab: "server", hash: "public-address" },
  mail: { tab: "server", hash: "mail" },
  registration: { tab: "server", hash: "registration" },
  backup: { tab: "health", hash: "backups" },
} as const;

interface Props {
  steps: readonly { id: keyof typeof TARGETS; isDone: boolean }[];
  /** Absent where the card cannot be dismissed. */
  onDismiss?: () => void;
}

/** The first steps after the installation with their state; each opens its section. Needs the texts of `administration`. */
export function SetupCard({ steps, onDismiss }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const id = useId();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id} className={styles.title}>
          {t("setup.title")}
        </h2>
        <span className={styles.count}>{t("setup.count", { done, all: steps.length })}</span>
        {onDismiss && (
          <ActionIcon className={styles.dismiss ?? ""} size={32} aria-label={t("setup.dismiss")} onClick={onDismiss}>
            <IconX {...ICON} />
          </ActionIcon>
        )}
      </div>
      <ul className={styles.list}>
        {steps.map(({ id: step, isDone }) => (
          <li key={step}>
            <Link className={styles.row} to="/admin/$tab" params={{ tab: TARGETS[step].tab }} hash={TARGETS[step].hash}>
              <span className={styles.mark} data-done={isDone || undefined}>
                {isDone ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconCircle size={20} stroke={1.6} aria-hidden="true" />}
              </span>
              <span className={styles.names}>
                <span className={styles.name}>{t(`setup.steps.${step}.name`)}</span>
                <span className={styles.text}>{t(`setup.steps.${step}.${isDone ? "done" : "open"}`)}</span>
              </span>
              <IconChevronRight className={styles.chevron} {...ICON} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
