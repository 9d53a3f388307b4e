import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { confirmEmailChange } from "@stillreel/contract";
import { BrokenMark, DeadEnd, toasts } from "@stillreel/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AuthFrame } from "./auth-frame.tsx";

const route = getRouteApi("/auth/email");

/** Target of the link that confirms an e-mail address. A button confirms it, because mail scanners open links. */
export function ConfirmEmailScreen(): ReactNode {
  const { t } = useTranslation("auth");
  const { code } = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: (secret: string) => client.call(confirmEmailChange, { body: { code: secret } }),
    meta: { handles: ["email-link-used", "validation-failed"] },
    onSuccess: async () => {
      queries.removeQueries({ queryKey: userQuery.queryKey, exact: true });
      toasts.show(t("confirmEmail.done"), { tone: "done" });
      await navigate({ to: "/profile", replace: true });
    },
  });
  if (code === undefined || isApiError(confirm.error, "email-link-used", "validation-failed")) return <UsedLink />;
  return (
    <AuthFrame title={t("confirmEmail.title")} lead={t("confirmEmail.text")}>
      <Button size="lg" fullWidth aria-busy={confirm.isPending} onClick={() => !confirm.isPending && confirm.mutate(code)}>
        {t("confirmEmail.submit")}
      </Button>
    </AuthFrame>
  );
}

function UsedLink(): ReactNode {
  const { t } = useTranslation("auth");
  const { t: common } = useTranslation();
  usePageTitle(t("confirmEmail.usedTitle"));
  return (
    <DeadEnd
      art={<BrokenMark />}
      title={t("confirmEmail.usedTitle")}
      actions={
        <Button size="lg" component={Link} to="/profile">
          {common("account.profile")}
        </Button>
      }
    >
      {t("confirmEmail.usedText")}
    </DeadEnd>
  );
}
