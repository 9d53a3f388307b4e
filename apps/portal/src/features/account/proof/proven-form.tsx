import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import { NoPasskey } from "../../../entities/people/security.queries.ts";
import { signInMethodsQuery } from "../../../entities/people/sign-in-methods.queries.ts";
import dialog from "../../../ui/dialog.module.css";
import { Proof } from "./proof.tsx";

interface Props<Result> {
  /** What the command does, or its fields. */
  children: ReactNode;
  action: string;
  isDanger?: boolean;
  /** Name by which the page opens this form again after a proof by the provider. */
  resume: string;
  run: (password: string | undefined) => Promise<Result>;
  onDone: (result: Result) => unknown;
  onClose: () => void;
}

/** Form of a command that needs a proven user. In an older session the ways to prove oneself appear after the server asked for them. */
export function ProvenForm<Result>({ children, action, isDanger = false, resume, run, onDone, onClose }: Props<Result>): ReactNode {
  const { t } = useTranslation(["account", "common", "auth"]);
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState("");
  const command = useMutation({
    mutationFn: (given: string) => run(given === "" ? undefined : given),
    meta: { handles: "all" },
    onError: (error) => {
      if (isApiError(error, "reauthentication-required")) setAsked(true);
    },
    onSuccess: onDone,
  });
  const isUnproven = isApiError(command.error, "reauthentication-required");
  const { data: methods } = useQuery({ ...signInMethodsQuery, enabled: isAsked });
  // Without a password only the buttons of the other ways continue.
  const isSubmittable = !isUnproven || methods?.password.isSet !== false;
  const isWrong = isUnproven && command.variables !== "";
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!command.isPending) command.mutate(password);
      }}
    >
      {children}
      {isAsked && (
        <Proof
          resume={resume}
          password={password}
          error={isWrong ? t("auth:problems.passwordIncorrect") : undefined}
          onPassword={setPassword}
          onProven={() => command.mutate("")}
        />
      )}
      {command.error && !isUnproven && (
        <p className={dialog.problem} role="alert">
          {command.error instanceof NoPasskey ? t("proof.noPasskey") : errorText(command.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        {isSubmittable && (
          <Button type="submit" size="md" variant={isDanger ? "danger" : "filled"} aria-busy={command.isPending}>
            {action}
          </Button>
        )}
      </div>
    </form>
  );
}
