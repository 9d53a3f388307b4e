import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { sendPasswordLink, updatePassword, type ClientResult, type getUserData } from "@stillreel/contract";
import { toasts, useForm } from "@stillreel/ui";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText, refusalText } from "../../platform/api.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { PasswordRules } from "../../ui/password-rules.tsx";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { accountKeys } from "../../entities/people/account.queries.ts";
import { signInMethodsQuery } from "../../entities/people/sign-in-methods.queries.ts";
import styles from "./account.module.css";

const EMPTY = { oldPassword: "", password: "", confirm: "" };

/** Changes the password and signs out all other devices. An account without one gets a link to set it. */
export function PasswordForm({ user }: { user: ClientResult<typeof getUserData> }): ReactNode {
  const { t } = useTranslation(["account", "auth"]);
  const { data: methods } = useSuspenseQuery(signInMethodsQuery);
  const { form, isPending, handleSubmit } = usePasswordChange(user.email);
  if (!methods.password.isSet) return methods.password.isPermitted && <FirstPassword email={user.email} />;
  return (
    <SettingsSection title={t("password.title")} text={t("password.text")}>
      <form className={styles.stack} noValidate onSubmit={handleSubmit}>
        {/* Lets password managers identify the account. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden aria-hidden="true" tabIndex={-1} />
        <PasswordField label={t("auth:fields.currentPassword")} autoComplete="current-password" {...form.text("oldPassword")} />
        <div className={styles.pair}>
          <div>
            <PasswordField
              label={t("auth:fields.newPassword")}
              autoComplete="new-password"
              aria-describedby="password-rules"
              {...form.text("password")}
            />
            {form.values.password !== "" && <PasswordRules id="password-rules" password={form.values.password} />}
          </div>
          <PasswordField label={t("auth:fields.confirmNew")} autoComplete="new-password" {...form.text("confirm")} />
        </div>
        <div>
          <Button type="submit" variant="default" size="md" aria-busy={isPending}>
            {t("password.update")}
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

/** Asks for the link that sets the first password. */
function FirstPassword({ email }: { email: string }): ReactNode {
  const { t } = useTranslation("account");
  const send = useMutation({
    mutationFn: () => client.call(sendPasswordLink),
    meta: { handles: "all" },
  });
  return (
    <SettingsSection title={t("password.title")} text={t("password.none")}>
      <Button variant="default" aria-busy={send.isPending} onClick={() => !send.isPending && send.mutate()}>
        {t("password.set")}
      </Button>
      <p className={styles.pending} role="status">
        {send.isSuccess && t("password.sent", { email })}
      </p>
      {send.error && (
        <p className={styles.problem} role="alert">
          {errorText(send.error)}
        </p>
      )}
    </SettingsSection>
  );
}

/** The form of a new password and its submission. */
function usePasswordChange(email: string) {
  const { t } = useTranslation(["account", "auth"]);
  const queries = useQueryClient();
  const rules = useFieldRules();
  const form = useForm({
    initial: EMPTY,
    rules: {
      oldPassword: rules.typedPassword,
      password: rules.newPassword,
      confirm: (value, values) => rules.confirmed(value, values.password),
    },
  });
  const change = useMutation({
    mutationFn: ({ oldPassword, password }: typeof EMPTY) => client.call(updatePassword, { body: { email, oldPassword, password } }),
    meta: { handles: ["wrong-password", "validation-failed"], failure: "updatePassword" },
    onError: (error) => {
      if (isApiError(error, "wrong-password")) form.fail("oldPassword", t("auth:problems.passwordIncorrect"));
      if (isApiError(error, "validation-failed")) form.fail("password", refusalText(error));
    },
    onSuccess: async () => {
      form.reset(EMPTY);
      toasts.show(t("password.updated"), { tone: "done" });
      await queries.invalidateQueries({ queryKey: accountKeys.sessions });
    },
  });
  const handleSubmit = form.submit((values) => !change.isPending && change.mutate(values));
  return { form, isPending: change.isPending, handleSubmit };
}
