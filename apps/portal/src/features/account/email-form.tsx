import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { requestEmailChange, type ClientResult, type getUserData } from "@stillreel/contract";
import { toasts, useForm } from "@stillreel/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import settings from "../../ui/settings.module.css";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { accountKeys } from "../../entities/people/account.queries.ts";
import styles from "./account.module.css";
import { Proof } from "./proof/proof.tsx";
import { useResumed } from "./proof/provider-return.ts";

/** Command that this page continues after a proof by the provider. */
const RESUME = "email";

/** The address of the account. It changes once the link in a mail to it is opened. Some minutes after sign-in the server also requires a proof, whose ways appear then. */
export function EmailForm({ user }: { user: ClientResult<typeof getUserData> }): ReactNode {
  const { t } = useTranslation(["account", "auth"]);
  const queries = useQueryClient();
  const rules = useFieldRules();
  const resumed = useResumed();
  const [isAsked, setAsked] = useState(false);
  /** The address to which a link was sent. */
  const [pendingEmail, setPendingEmail] = useState<string | null>(null);
  const [initial] = useState(() => ({ email: (resumed?.name === RESUME && resumed.typed) || user.email, password: "" }));
  const form = useForm({ initial, rules: { email: rules.email } });
  const change = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      client.call(requestEmailChange, { body: { email, ...(password && { password }) } }),
    meta: { handles: ["email-already-in-use", "reauthentication-required", "wrong-password"], failure: "updateEmail" },
    onError: (error, values) => {
      if (isApiError(error, "email-already-in-use")) form.fail("email", errorText(error));
      if (!isApiError(error, "reauthentication-required", "wrong-password")) return;
      setAsked(true);
      // The server gives both codes for a wrong password.
      if (values.password) form.fail("password", t("auth:problems.passwordIncorrect"));
    },
    onSuccess: async ({ pending }, { email }) => {
      setPendingEmail(pending ? email : null);
      if (pending) return;
      await queries.invalidateQueries({ queryKey: accountKeys.user, exact: true });
      toasts.show(t("email.changed"), { tone: "done" });
    },
  });
  return (
    <SettingsSection title={t("email.title")} text={t("email.text")}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={form.submit((values) => !change.isPending && values.email !== user.email && change.mutate(values))}
      >
        <div className={settings.line}>
          <TextInput className={settings.grow} type="email" aria-label={t("email.title")} autoComplete="email" {...form.text("email")} />
          <Button type="submit" variant="default" size="md" aria-busy={change.isPending}>
            {t("email.change")}
          </Button>
        </div>
        <div>
          <p className={styles.pending} role="status">
            {pendingEmail !== null && t("email.pending", { email: pendingEmail })}
          </p>
          {isAsked && pendingEmail === null && (
            <Proof
              resume={RESUME}
              password={form.values.password}
              error={form.text("password").error}
              onPassword={(password) => form.set("password", password)}
              onProven={() => change.mutate({ email: form.values.email, password: "" })}
              typed={form.values.email}
            />
          )}
        </div>
      </form>
    </SettingsSection>
  );
}
