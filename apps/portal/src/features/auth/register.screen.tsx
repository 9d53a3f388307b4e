import { Button, Checkbox, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { graphemes, inviteIdOf, NAME_MAX, register, sendWelcomeEmail } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { IconAlertCircle } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { signInOptionsQuery } from "./auth.queries.ts";
import styles from "./forms.module.css";
import { PasswordField } from "../../ui/password-field.tsx";
import { PasswordRules } from "../../ui/password-rules.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { typedEmail } from "./typed-email.ts";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { useSignedIn } from "./use-signed-in.ts";

/** Refusals that the form itself shows. */
const REFUSALS = ["registration-closed", "registration-by-invite", "registration-domain"] as const;

const route = getRouteApi("/auth/register");

/** Creates an account. The first account becomes administrator, and the page says so. */
export function RegisterScreen(): ReactNode {
  const { t } = useTranslation("auth");
  const { next } = route.useSearch();
  const { data: options } = useQuery(signInOptionsQuery);
  const registration = useRegistration(next);
  const { problem } = registration;
  if (options?.registration === "closed") return <ClosedRegistration next={next} />;
  const hasPasswords = options?.password !== false;
  const needsInvite = options?.registration === "invite" && inviteIdOf(next) === undefined;
  return (
    <AuthFrame
      title={t("register.title")}
      lead={
        <>
          <Trans t={t} i18nKey="register.host" components={{ host: <b dir="ltr">{options?.host ?? location.host}</b> }} />
          {options?.hasUsers === false && <> {t("register.first")}</>}
          {needsInvite && <> {t("register.byInvite")}</>}
        </>
      }
    >
      {problem && (
        <p className={styles.alert} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {problem}
        </p>
      )}
      {hasPasswords && <RegistrationForm registration={registration} />}
      <ProviderButtons next={next} order={hasPasswords ? "after-form" : "alone"} />
      <p className={styles.after}>
        {t("register.haveAccount")}{" "}
        <Link className={styles.link} to="/auth/login" search={{ next }}>
          {t("login.submit")}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** Name, e-mail, password and consent. */
function RegistrationForm({
  registration: { form, isPending, handleSubmit },
}: {
  registration: ReturnType<typeof useRegistration>;
}): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextInput
        size="lg"
        label={t("fields.name")}
        autoComplete="name"
        {...form.text("name")}
        onChange={(event) => graphemes(event.currentTarget.value) <= NAME_MAX && form.set("name", event.currentTarget.value)}
      />
      <TextInput size="lg" type="email" label={t("fields.email")} autoComplete="username" {...form.text("email")} />
      <div>
        <PasswordField
          size="lg"
          label={t("fields.password")}
          autoComplete="new-password"
          aria-describedby="password-rules"
          {...form.text("password")}
        />
        <PasswordRules id="password-rules" password={form.values.password} />
      </div>
      <PasswordField size="lg" label={t("fields.confirm")} autoComplete="new-password" {...form.text("confirm")} />
      <Checkbox className={styles.check} label={<AgreementLabel />} {...form.check("agree")} />
      <Button type="submit" size="lg" fullWidth aria-busy={isPending}>
        {t("register.submit")}
      </Button>
    </form>
  );
}

/** Replaces the form on a server where accounts cannot be created. */
function ClosedRegistration({ next }: { next: string | undefined }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <AuthFrame title={t("register.closedTitle")} lead={t("register.closedText")}>
      <p className={styles.after}>
        {t("register.haveAccount")}{" "}
        <Link className={styles.link} to="/auth/login" search={{ next }}>
          {t("login.submit")}
        </Link>
      </p>
    </AuthFrame>
  );
}

/** The form of a new account and its submission, which signs in. */
function useRegistration(next: string | undefined) {
  const { t } = useTranslation("auth");
  const rules = useFieldRules();
  const form = useForm({
    initial: { name: "", email: typedEmail(), password: "", confirm: "", agree: false },
    rules: {
      name: rules.name,
      email: rules.email,
      password: rules.newPassword,
      confirm: (value, values) => rules.confirmed(value, values.password),
      agree: (ticked) => (ticked ? undefined : t("problems.agree")),
    },
  });
  const signedIn = useSignedIn(next);
  const inviteId = inviteIdOf(next);
  const invited = inviteId === undefined ? {} : { inviteId };
  const attempt = useMutation({
    mutationFn: (values: typeof form.values) =>
      client.call(register, { body: { email: values.email, password: values.password, username: values.name, ...invited } }),
    meta: { handles: ["email-already-in-use", "validation-failed", ...REFUSALS] },
    onError: (error) => {
      if (isApiError(error, "email-already-in-use", "registration-domain")) form.fail("email", errorText(error));
      if (!isApiError(error, "validation-failed")) return;
      for (const issue of error.details)
        form.fail(issue.field === "username" ? "name" : issue.field === "password" ? "password" : "email", issue.message);
    },
    onSuccess: async (session) => {
      // The account exists regardless of the mail; the server logs a failure.
      void client.call(sendWelcomeEmail, { body: { email: session.email } }).catch(() => undefined);
      await signedIn();
    },
  });

  const handleSubmit = form.submit((values) => !attempt.isPending && attempt.mutate(values));
  const problem = isApiError(attempt.error, "registration-closed", "registration-by-invite") ? errorText(attempt.error) : undefined;
  return { form, isPending: attempt.isPending, problem, handleSubmit };
}

/** Consent to the terms and the privacy policy, with links to both. */
function AgreementLabel(): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <Trans
      t={t}
      i18nKey="register.agree"
      components={{
        terms: <Link className={styles.link} to="/terms" target="_blank" />,
        privacy: <Link className={styles.link} to="/privacy" target="_blank" />,
      }}
    />
  );
}
