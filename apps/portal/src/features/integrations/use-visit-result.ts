import { INTEGRATION_PROVIDERS } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { errorCodeText } from "../../platform/api.ts";
import { refreshIntegrations } from "../../entities/integrations/integrations.queries.ts";

/** Reports once how the visit of a service ended, and removes it from the address of the page. */
export function useVisitResult(): void {
  const { t } = useTranslation("integrations");
  const navigate = useNavigate();
  const { connected, error } = useSearch({ strict: false });
  useEffect(() => {
    if (connected === undefined && error === undefined) return;
    const provider = INTEGRATION_PROVIDERS.find((known) => known === connected);
    if (provider) toasts.show(t("connectedNamed", { name: t(`names.${provider}`) }), { tone: "done" });
    else if (error !== undefined) toasts.error(errorCodeText(error));
    void refreshIntegrations();
    void navigate({ to: ".", search: {}, replace: true });
  }, [connected, error, navigate, t]);
}
