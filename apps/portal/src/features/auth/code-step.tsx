import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { verifyTwoFactor } from "@stillreel/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import styles from "./forms.module.css";

const CODE_LENGTH = 6;

interface Props {
  challenge: string;
  remember: boolean;
  onSignedIn: () => Promise<void>;
  /** Returns to the password. */
  onRestart: () => void;
}

/** The second step of a sign-in: the code of the authenticator app, which submits itself, or a recovery code. */
export function CodeStep({ onRestart, ...signIn }: Props): ReactNode {
  const { t } = useTranslation("auth");
  const { code, isRecovery, verify, submit, handleChange, switchKind } = useCode(signIn);
  return (
    <AuthFrame title={t("code.title")} lead={t(isRecovery ? "code.recoveryText" : "code.text")}>
      {verify.error && (
        <p className={styles.alert} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {errorText(verify.error)}
        </p>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(code.trim());
        }}
      >
        <TextInput
          key={String(isRecovery)}
          autoFocus
          size="lg"
          dir="ltr"
          label={t(isRecovery ? "code.recoveryLabel" : "code.label")}
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => handleChange(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth aria-busy={verify.isPending}>
          {t("login.submit")}
        </Button>
      </form>
      <div className={styles.steps}>
        <button type="button" className={styles.textButton} onClick={switchKind}>
          {t(isRecovery ? "code.useApp" : "code.useRecovery")}
        </button>
        <button type="button" className={styles.textButton} onClick={onRestart}>
          {t("code.restart")}
        </button>
      </div>
    </AuthFrame>
  );
}

/** The typed code and its submission. */
function useCode({ challenge, remember, onSignedIn }: Omit<Props, "onRestart">) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const verify = useMutation({
    mutationFn: (given: string) =>
      client.call(verifyTwoFactor, { body: { challenge, remember, ...(isRecovery ? { recoveryCode: given } : { code: given }) } }),
    meta: { handles: "all" },
    onError: (error) => {
      if (isApiError(error, "wrong-code")) setCode("");
    },
    onSuccess: onSignedIn,
  });
  const submit = (given: string): void => {
    if (given !== "" && !verify.isPending) verify.mutate(given);
  };
  const handleChange = (typed: string): void => {
    if (isRecovery) return setCode(typed);
    const digits = typed.replaceAll(/\D/gu, "").slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH) submit(digits);
  };
  const switchKind = (): void => {
    setCode("");
    verify.reset();
    setRecovery(!isRecovery);
  };
  return { code, isRecovery, verify, submit, handleChange, switchKind };
}
