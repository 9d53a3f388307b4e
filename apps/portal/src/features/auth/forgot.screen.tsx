import { Button, TextInput } from "@mantine/core";
import { sendResetPasswordEmail } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import styles from "./forms.module.css";
import { rememberTypedEmail, typedEmail } from "./typed-email.ts";
import { useFieldRules } from "../../ui/use-field-rules.ts";

/** Requests a reset link. The response is the same for known and unknown addresses. */
export function ForgotScreen(): ReactNode {
  const { t } = useTranslation("auth");
  const rules = useFieldRules();
  const form = useForm({ initial: { email: typedEmail() }, rules: { email: rules.email } });
  const request = useMutation({
    mutationFn: (email: string) => client.call(sendResetPasswordEmail, { body: { email } }),
    onSuccess: (_data, email) => rememberTypedEmail(email),
  });

  if (request.isSuccess) {
    return (
      <AuthFrame title={t("forgot.sentTitle")} lead={<span role="status">{t("forgot.sentText", { email: request.variables })}</span>}>
        <div className={styles.form}>
          <Button size="lg" fullWidth component={Link} to="/auth/login">
            {t("forgot.back")}
          </Button>
          <Button size="lg" fullWidth variant="default" onClick={() => request.reset()}>
            {t("forgot.other")}
          </Button>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("forgot.title")} lead={t("forgot.text")}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.submit((values) => !request.isPending && request.mutate(values.email.trim()))}
      >
        <TextInput size="lg" type="email" label={t("fields.email")} autoComplete="username" {...form.text("email")} />
        <Button type="submit" size="lg" fullWidth aria-busy={request.isPending}>
          {t("forgot.submit")}
        </Button>
      </form>
      <p className={styles.after}>
        <Link className={styles.link} to="/auth/login">
          {t("forgot.back")}
        </Link>
      </p>
    </AuthFrame>
  );
}
