import { toasts } from "@stillreel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Returns a function that confirms the deletion of the account, shows the login page and clears the data of the user. */
export function useAccountDeleted(): () => Promise<void> {
  const { t } = useTranslation("account");
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    toasts.show(t("delete.done"), { tone: "done" });
    await navigate({ to: "/auth/login", search: {} });
    queries.clear();
  };
}
