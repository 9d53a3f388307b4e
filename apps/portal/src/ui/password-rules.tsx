import { PASSWORD_MIN } from "@stillreel/contract";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./password-rules.module.css";

const hasLength = (password: string): boolean => password.length >= PASSWORD_MIN;
const hasDigit = (password: string): boolean => /\d/u.test(password);

/** Returns whether a password satisfies every rule. */
export const meetsRules = (password: string): boolean => hasLength(password) && hasDigit(password);

/** Rules of a new password; each is checked off when satisfied. `id` associates them with the field. */
export function PasswordRules({ id, password }: { id: string; password: string }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <ul className={styles.rules} id={id}>
      <Rule met={hasLength(password)} text={t("rules.length")} />
      <Rule met={hasDigit(password)} text={t("rules.digit")} />
    </ul>
  );
}

function Rule({ met, text }: { met: boolean; text: string }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <li
      className={styles.rule}
      data-met={met || undefined}
      aria-label={met ? t("rules.met", { rule: text }) : t("rules.open", { rule: text })}
    >
      <span className={styles.sign} aria-hidden="true">
        {met ? <IconCheck size={14} stroke={2.6} /> : <i className={styles.dot} />}
      </span>
      {text}
    </li>
  );
}
