import { EMAIL_MAX, EMAIL_PATTERN, PASSWORD_MAX } from "@stillreel/contract";
import { useTranslation } from "react-i18next";
import { meetsRules } from "./password-rules.tsx";

/** Validators shared by several forms; each returns a message or undefined. */
export interface FieldRules {
  name: (value: string) => string | undefined;
  email: (value: string) => string | undefined;
  /** A password that is only compared. */
  typedPassword: (value: string) => string | undefined;
  newPassword: (value: string) => string | undefined;
  confirmed: (value: string, password: string) => string | undefined;
}

/** Returns the validators in the user's language. They mirror the contract, which the server applies. */
export function useFieldRules(): FieldRules {
  const { t } = useTranslation("auth");
  const typedPassword = (value: string): string | undefined => (value === "" ? t("problems.passwordMissing") : undefined);
  return {
    name: (value) => (value.trim() === "" ? t("problems.nameMissing") : undefined),
    email: (value) => {
      if (value.trim() === "") return t("problems.emailMissing");
      return EMAIL_PATTERN.test(value.trim()) && value.trim().length <= EMAIL_MAX ? undefined : t("problems.emailInvalid");
    },
    typedPassword,
    newPassword: (value) => {
      if (value.length > PASSWORD_MAX) return t("problems.passwordLong");
      return typedPassword(value) ?? (meetsRules(value) ? undefined : t("problems.passwordWeak"));
    },
    confirmed: (value, password) => {
      if (value === "" && password === "") return t("problems.confirmMissing");
      return value === password ? undefined : t("problems.mismatch");
    },
  };
}
