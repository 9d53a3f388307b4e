import { Button, Switch } from "@mantine/core";
import { deleteWebhook, getWebhookSecret, testWebhook, updateWebhook } from "@stillreel/contract";
import { Chip, ICON, toasts } from "@stillreel/ui";
import { IconChevronDown, IconCopy } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { workspacesQuery } from "../../../entities/spaces/spaces.queries.ts";
import { refreshWebhooks, type WebhookView } from "../../../entities/people/tools.queries.ts";
import { client } from "../../../platform/api.ts";
import { copyText } from "../../../platform/clipboard.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import tools from "../access-tools/tools.module.css";
import { Deliveries, TONES } from "./deliveries.tsx";
import { EditWebhookDialog } from "./webhook-dialog.tsx";
import styles from "./webhooks.module.css";

interface Props {
  webhook: WebhookView;
  isOpen: boolean;
  onToggle: () => void;
}

/** One webhook: address, events and last delivery; opened with its secret and its log. */
export function WebhookRow({ webhook, isOpen, onToggle }: Props): ReactNode {
  const { t } = useTranslation("tools");
  const { data: workspaces } = useSuspenseQuery(workspacesQuery);
  const id = useId();
  const { url, events, enabled, disabledReason, lastDelivery: last } = webhook;
  const workspace = workspaces.find((one) => one.id === webhook.workspaceId);
  const library = webhook.isPersonal ? t("webhooks.personal") : (workspace?.name ?? "");
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.what}>
          <bdi className={tools.name} dir="ltr">
            {url}
          </bdi>
          <small>
            <bdi>{library}</bdi> · {events.map((event) => t(`webhooks.event.${event}`)).join(", ")}
          </small>
        </div>
        {enabled ? (
          <Chip tone={last === null ? "plain" : TONES[last.state]}>{t(`webhooks.last.${last?.state ?? "none"}`)}</Chip>
        ) : (
          <Chip tone="warn">{t("webhooks.off")}</Chip>
        )}
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t("webhooks.details", { url })}
          onClick={onToggle}
        >
          <IconChevronDown {...ICON} className={styles.chevron} />
        </Button>
      </div>
      {disabledReason !== null && <p className={tools.hint}>{t(`webhooks.reason.${disabledReason}`)}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened webhook={webhook} />}
      </div>
    </li>
  );
}

function Opened({ webhook }: { webhook: WebhookView }): ReactNode {
  const { t } = useTranslation("tools");
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { id, url, enabled } = webhook;
  const params = { webhookId: id };
  const change = useMutation({
    mutationFn: (isOn: boolean) => client.call(updateWebhook, { params, body: { enabled: isOn } }),
    onSuccess: () => toasts.show(t("webhooks.changed"), { tone: "done" }),
    onSettled: refreshWebhooks,
  });
  const test = useMutation({
    mutationFn: () => client.call(testWebhook, { params }),
    onSuccess: () => toasts.show(t("webhooks.testSent"), { tone: "done" }),
    onSettled: refreshWebhooks,
  });
  return (
    <div className={styles.opened}>
      <Secret webhookId={id} />
      <div className={styles.tools}>
        <Switch
          label={t("webhooks.enabled")}
          aria-label={t("webhooks.enabledNamed", { url })}
          checked={enabled}
          onChange={({ currentTarget }) => !change.isPending && change.mutate(currentTarget.checked)}
        />
        <Button variant="default" size="xs" disabled={!enabled} aria-busy={test.isPending} onClick={() => !test.isPending && test.mutate()}>
          {t("webhooks.test")}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          aria-label={t("webhooks.editNamed", { url })}
          onClick={() => setEditing(true)}
        >
          {t("webhooks.edit")}
        </Button>
        <Button variant="default" size="xs" aria-label={t("webhooks.deleteNamed", { url })} onClick={() => setDeleting(true)}>
          {t("webhooks.delete")}
        </Button>
      </div>
      <Deliveries webhook={webhook} />
      {isEditing && <EditWebhookDialog webhook={webhook} onClose={() => setEditing(false)} />}
      {isDeleting && <DeleteDialog webhook={webhook} onClose={() => setDeleting(false)} />}
    </div>
  );
}

/** The secret, which is requested when it is shown. */
function Secret({ webhookId }: { webhookId: string }): ReactNode {
  const { t } = useTranslation("tools");
  const [secret, setSecret] = useState<string | null>(null);
  const show = useMutation({
    mutationFn: () => client.call(getWebhookSecret, { params: { webhookId } }),
    onSuccess: (answer) => setSecret(answer.secret),
  });
  const copy = async (text: string): Promise<void> => {
    try {
      await copyText(text);
      toasts.show(t("webhooks.secretCopied"), { tone: "done" });
    } catch {
      toasts.error(t("webhooks.notCopied"));
    }
  };
  return (
    <div className={tools.secret}>
      <input
        readOnly
        dir="ltr"
        aria-label={t("webhooks.secret")}
        value={secret ?? "whsec_••••••••••••"}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        aria-busy={show.isPending}
        onClick={() => (secret === null ? !show.isPending && show.mutate() : setSecret(null))}
      >
        {t(secret === null ? "webhooks.show" : "webhooks.hide")}
      </Button>
      {secret !== null && (
        <Button variant="default" leftSection={<IconCopy {...ICON} />} onClick={() => void copy(secret)}>
          {t("webhooks.copy")}
        </Button>
      )}
    </div>
  );
}

function DeleteDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }): ReactNode {
  const { t } = useTranslation(["tools", "common"]);
  const remove = useMutation({
    mutationFn: () => client.call(deleteWebhook, { params: { webhookId: webhook.id } }),
    onSuccess: async () => {
      onClose();
      await refreshWebhooks();
      toasts.show(t("webhooks.deleted"), { tone: "done" });
    },
  });
  const name = (
    <b>
      <bdi dir="ltr">{webhook.url}</bdi>
    </b>
  );
  return (
    <Dialog title={t("webhooks.deleteTitle")} size={440} onClose={onClose}>
      <p className={dialog.text}>
        <Trans t={t} i18nKey="webhooks.deleteText" components={{ url: name }} />
      </p>
      <div className={tools.actions}>
        <Button variant="default" data-first-focus onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button variant="danger" aria-busy={remove.isPending} onClick={() => !remove.isPending && remove.mutate()}>
          {t("webhooks.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
