import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import { NoPasskey } from "../../../entities/people/security.queries.ts";
import dialog from "../../../ui/dialog.module.css";
import { PasswordField } from "../../../ui/password-field.tsx";

interface Props<Result> {
  /** What the command does, or its fields. */
  children: ReactNode;
  action: string;
  isDanger?: boolean;
  /** Whether the account has a password to prove an older session. */
  hasPassword: boolean;
  run: (password: string | undefined) => Promise<Result>;
  onDone: (result: Result) => unknown;
  onClose: () => void;
}

/** Form of a command that needs a proven user. In an older session the field of the password appears after the server asked for it. */
export function ProvenForm<Result>({ children, action, isDanger = false, hasPassword, run, onDone, onClose }: Props<Result>): ReactNode {
  const { t } = useTranslation(["security", "common", "auth"]);
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState("");
  const command = useMutation({
    mutationFn: () => run(isAsked && password !== "" ? password : undefined),
    meta: { handles: "all" },
    onError: (error) => {
      if (isApiError(error, "reauthentication-required")) setAsked(true);
    },
    onSuccess: onDone,
  });
  const isUnproven = isApiError(command.error, "reauthentication-required");
  const isWrong = isUnproven && isAsked && password !== "";
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!command.isPending) command.mutate();
      }}
    >
      {children}
      {isAsked && hasPassword && (
        <PasswordField
          autoFocus
          label={t("auth:fields.currentPassword")}
          description={t("proof.text")}
          autoComplete="current-password"
          value={password}
          error={isWrong ? t("auth:problems.passwordIncorrect") : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {isAsked && !hasPassword && <p className={dialog.problem}>{t("proof.again")}</p>}
      {command.error && !isUnproven && (
        <p className={dialog.problem} role="alert">
          {command.error instanceof NoPasskey ? t("passkeys.cancelled") : errorText(command.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button type="submit" size="md" variant={isDanger ? "danger" : "filled"} aria-busy={command.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
