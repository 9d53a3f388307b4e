import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refreshWebhooks, webhooksQuery } from "../../../entities/people/tools.queries.ts";
import dialog from "../../../ui/dialog.module.css";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import tools from "../access-tools/tools.module.css";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";
import styles from "./webhooks.module.css";

/** Webhooks of the account, each with its secret and its log. */
export function WebhooksScreen(): ReactNode {
  const { t } = useTranslation("tools");
  const { data: webhooks } = useSuspenseQuery(webhooksQuery);
  const [isCreating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const handleCreated = async (id: string): Promise<void> => {
    setCreating(false);
    await refreshWebhooks();
    setOpenId(id);
    toasts.show(t("webhooks.created"), { tone: "done" });
  };
  return (
    <SettingsFrame page="webhooks">
      <SettingsSection title={t("webhooks.title")} text={t("webhooks.text")}>
        {webhooks.length === 0 && <p className={dialog.text}>{t("webhooks.none")}</p>}
        <ul className={styles.list} aria-label={t("webhooks.title")}>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isOpen={openId === webhook.id}
              onToggle={() => setOpenId((open) => (open === webhook.id ? null : webhook.id))}
            />
          ))}
        </ul>
        <Button className={tools.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setCreating(true)}>
          {t("webhooks.create")}
        </Button>
        {isCreating && <WebhookDialog onClose={() => setCreating(false)} onDone={(id) => void handleCreated(id)} />}
      </SettingsSection>
    </SettingsFrame>
  );
}
