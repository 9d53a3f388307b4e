import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { disconnect, type IntegrationView } from "../../entities/integrations/integrations.queries.ts";
import dialog from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { ServiceMark } from "../../ui/service-mark.tsx";
import styles from "./integrations.module.css";

/** Asks before a connection ends, and names what stays. */
export function DisconnectDialog({
  service: { provider, accountName },
  onClose,
}: {
  service: IntegrationView;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation("integrations");
  const name = t(`names.${provider}`);
  const { mutate, isPending } = useMutation({
    ...disconnect,
    onSuccess: ({ isRevoked }) => {
      toasts.show(t(isRevoked ? "disconnected" : "disconnectedHere", { name }), { tone: "done" });
      onClose();
    },
  });
  return (
    <Dialog label={t("disconnectTitle", { name })} size={420} hasCloseButton={false} onClose={onClose}>
      <span className={styles.mark}>
        <ServiceMark service={provider} size={26} />
      </span>
      <h2 className={styles.question}>{t("disconnectTitle", { name })}</h2>
      <p className={dialog.text}>{t(`disconnectTexts.${provider}`, { account: `\u2068${accountName ?? name}\u2069` })}</p>
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {t("keep")}
        </Button>
        <Button variant="danger" size="md" aria-busy={isPending} onClick={() => !isPending && mutate(provider)}>
          {t("disconnect")}
        </Button>
      </div>
    </Dialog>
  );
}
