import { Button, Checkbox, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { challengeOf, login } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { IconAlertCircle, IconShieldCog, IconUser } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { signInOptionsQuery } from "./auth.queries.ts";
import { CodeStep } from "./code-step.tsx";
import styles from "./forms.module.css";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { rememberTypedEmail, typedEmail } from "./typed-email.ts";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { useSignedIn } from "./use-signed-in.ts";

const route = getRouteApi("/auth/login");

/** Sign-in by e-mail and password, or by a configured identity provider. */
export function LoginScreen(): ReactNode {
  const { t } = useTranslation(["auth", "errors"]);
  const { next: asked, admin, error: providerError } = route.useSearch();
  const next = asked ?? (admin ? "/admin" : undefined);
  const { data: options } = useQuery(signInOptionsQuery);
  // Until the options are known, the form is shown, because almost every server has passwords.
  const hasPasswords = options?.password !== false;
  const signedIn = useSignedIn(next);
  const credentials = useLogin(signedIn);
  const { form, attempt } = credentials;
  const challenge = isApiError(attempt.error) ? challengeOf(attempt.error) : null;
  const providerProblem =
    providerError && t(`errors:${providerError}` as "errors:invalid-credentials", { defaultValue: t("errors:invalid-credentials") });
  const problem = attempt.error ? refusalText(attempt.error, t("login.invalid")) : providerProblem;

  if (challenge !== null)
    return <CodeStep challenge={challenge} remember={form.values.remember} onSignedIn={signedIn} onRestart={attempt.reset} />;
  return (
    <AuthFrame
      title={admin ? t("login.adminTitle") : t("login.title")}
      lead={
        <Trans
          t={t}
          i18nKey={options?.serverName ? "login.hostNamed" : "login.host"}
          components={{
            name: <bdi className={styles.serverName}>{options?.serverName}</bdi>,
            host: <b dir="ltr">{options?.host ?? location.host}</b>,
          }}
        />
      }
    >
      {problem && (
        <p className={styles.alert} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {problem}
        </p>
      )}
      <ProviderButtons next={next} order={hasPasswords ? "before-form" : "alone"} />
      {hasPasswords && <PasswordForm login={credentials} />}
      <PasskeyButton remember={form.values.remember} onSignedIn={signedIn} />
      {options?.registration !== "closed" && <RegisterLink next={asked} typed={form.values.email} />}
      <RoleLink isAdmin={Boolean(admin)} next={asked} />
    </AuthFrame>
  );
}

/** Returns the text for a refused sign-in. `invalid` is for an e-mail or a password that the server does not accept as such. */
const refusalText = (error: Error, invalid: string): string => (isApiError(error, "validation-failed") ? invalid : errorText(error));

/** The form of a sign-in by password and its submission. */
function useLogin(signedIn: ReturnType<typeof useSignedIn>) {
  const rules = useFieldRules();
  const form = useForm({
    initial: { email: typedEmail(), password: "", remember: true },
    rules: { email: rules.email, password: rules.typedPassword },
  });
  const attempt = useMutation({
    mutationFn: (body: typeof form.values) => client.call(login, { body }),
    meta: { handles: "all" },
    onSuccess: signedIn,
  });
  return { form, attempt };
}

/** E-mail and password, with the link for a forgotten one. */
function PasswordForm({ login: { form, attempt } }: { login: ReturnType<typeof useLogin> }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <form className={styles.form} noValidate onSubmit={form.submit((values) => !attempt.isPending && attempt.mutate(values))}>
      <TextInput size="lg" type="email" label={t("fields.email")} autoComplete="username" {...form.text("email")} />
      <div className={styles.password}>
        <PasswordField size="lg" label={t("fields.password")} autoComplete="current-password" {...form.text("password")} />
        <Link className={`${styles.link} ${styles.forgot}`} to="/auth/forgot" onClick={() => rememberTypedEmail(form.values.email)}>
          {t("login.forgot")}
        </Link>
      </div>
      <Checkbox className={styles.check} label={t("login.remember")} {...form.check("remember")} />
      <Button type="submit" size="lg" fullWidth aria-busy={attempt.isPending}>
        {t("login.submit")}
      </Button>
    </form>
  );
}

/** Link to the page that creates an account; `typed` is the e-mail that the user has entered so far. */
function RegisterLink({ next, typed }: { next: string | undefined; typed: string }): ReactNode {
  const { t } = useTranslation("auth");
  return (
    <p className={styles.after}>
      {t("login.newHere")}{" "}
      <Link className={styles.link} to="/auth/register" search={{ next }} onClick={() => rememberTypedEmail(typed)}>
        {t("login.register")}
      </Link>
    </p>
  );
}

/** Link between the sign-in of users and the sign-in of administrators. */
function RoleLink({ isAdmin, next }: { isAdmin: boolean; next: string | undefined }): ReactNode {
  const { t } = useTranslation("auth");
  const RoleIcon = isAdmin ? IconUser : IconShieldCog;
  return (
    <Link className={styles.quiet} to="/auth/login" search={{ next, admin: isAdmin ? undefined : "1" }}>
      <RoleIcon size={16} stroke={1.7} aria-hidden="true" />
      {t(isAdmin ? "login.asUser" : "login.asAdmin")}
    </Link>
  );
}
