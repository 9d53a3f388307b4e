import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { checkResetLink, setNewPassword } from "@stillreel/contract";
import { BrokenMark, DeadEnd, toasts, useForm } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AuthFrame } from "./auth-frame.tsx";
import styles from "./forms.module.css";
import { PasswordField } from "../../ui/password-field.tsx";
import { PasswordRules } from "../../ui/password-rules.tsx";
import { useFieldRules } from "../../ui/use-field-rules.ts";

const route = getRouteApi("/auth/reset");

/** Target of the reset mail's link: the form while the link is valid, otherwise an explanation. */
export function ResetScreen(): ReactNode {
  const { code } = route.useSearch();
  const link = useQuery({
    queryKey: ["reset-link", code] as const,
    queryFn: ({ signal }) => client.call(checkResetLink, { query: { oobCode: code ?? "" } }, { signal }),
    enabled: code !== undefined,
    // Submitting the form invalidates the link; a refetch while it is filled in would hide the form.
    staleTime: Infinity,
  });
  if (code === undefined || isApiError(link.error, "reset-link-used", "validation-failed")) return <UsedLink />;
  if (link.error) throw link.error;
  if (!link.isSuccess) return null;
  return <NewPasswordForm code={code} isFirst={link.data.isFirst} />;
}

/** @param isFirst whether the account has no password yet */
function NewPasswordForm({ code, isFirst }: { code: string; isFirst: boolean }): ReactNode {
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const rules = useFieldRules();
  const form = useForm({
    initial: { password: "", confirm: "" },
    rules: { password: rules.newPassword, confirm: (value, values) => rules.confirmed(value, values.password) },
  });
  const change = useMutation({
    mutationFn: (newPassword: string) => client.call(setNewPassword, { body: { oobCode: code, newPassword } }),
    meta: { handles: ["reset-link-used", "validation-failed"] },
    onError: (error) => {
      if (isApiError(error, "validation-failed")) form.fail("password", error.details[0]?.message ?? t("problems.passwordWeak"));
    },
    onSuccess: async () => {
      toasts.show(t(isFirst ? "reset.firstDone" : "reset.done"), { tone: "done" });
      await navigate({ to: "/auth/login", replace: true });
    },
  });
  if (isApiError(change.error, "reset-link-used")) return <UsedLink />;
  return (
    <AuthFrame title={t(isFirst ? "reset.firstTitle" : "reset.title")} lead={t("reset.text")}>
      <form className={styles.form} noValidate onSubmit={form.submit((values) => !change.isPending && change.mutate(values.password))}>
        <div>
          <PasswordField
            size="lg"
            label={t("fields.newPassword")}
            autoComplete="new-password"
            aria-describedby="password-rules"
            {...form.text("password")}
          />
          <PasswordRules id="password-rules" password={form.values.password} />
        </div>
        <PasswordField size="lg" label={t("fields.confirmNew")} autoComplete="new-password" {...form.text("confirm")} />
        <Button type="submit" size="lg" fullWidth aria-busy={change.isPending}>
          {t(isFirst ? "reset.firstSubmit" : "reset.submit")}
        </Button>
      </form>
    </AuthFrame>
  );
}

function UsedLink(): ReactNode {
  const { t } = useTranslation("auth");
  usePageTitle(t("reset.usedTitle"));
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("reset.usedTitle")}
      actions={
        <>
          <Button size="lg" component={Link} to="/auth/forgot">
            {t("reset.sendNew")}
          </Button>
          <Button size="lg" variant="default" component={Link} to="/auth/login">
            {t("forgot.back")}
          </Button>
        </>
      }
    >
      {t("reset.usedText")}
    </DeadEnd>
  );
}
