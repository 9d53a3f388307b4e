import { Checkbox, TextInput } from "@mantine/core";
import { createWebhook, updateWebhook, WEBHOOK_EVENTS, type WebhookEvent } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refreshWebhooks, type WebhookView } from "../../../entities/people/tools.queries.ts";
import { workspacesQuery } from "../../../entities/spaces/spaces.queries.ts";
import { client, errorText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormActions } from "../access-tools/form-actions.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import tools from "../access-tools/tools.module.css";
import styles from "./webhooks.module.css";

interface FormProps {
  title: string;
  /** Text of the button that saves. */
  label: string;
  /** Address and events before the change. */
  webhook: Pick<WebhookView, "url" | "events">;
  /** Further fields between address and events. */
  children?: ReactNode;
  onSave: (values: { url: string; events: WebhookEvent[] }) => Promise<unknown>;
  onClose: () => void;
}

/** Address and events, for a new webhook and for a change. */
function WebhookForm({ title, label, webhook, children, onSave, onClose }: FormProps): ReactNode {
  const { t } = useTranslation("tools");
  const [url, setUrl] = useState(webhook.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook.events);
  const [isSubmitted, setSubmitted] = useState(false);
  const save = useMutation({ mutationFn: () => onSave({ url: url.trim(), events: [...events] }), meta: { handles: "all" } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (events.length > 0 && !save.isPending) save.mutate();
  };
  return (
    <Dialog title={title} size={480} onClose={onClose}>
      <form className={tools.form} noValidate onSubmit={submit}>
        <TextInput
          data-first-focus
          dir="ltr"
          inputMode="url"
          label={t("webhooks.url")}
          description={t("webhooks.urlTip")}
          value={url}
          error={save.error ? errorText(save.error) : undefined}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            save.reset();
          }}
        />
        {children}
        <EventFields events={events} isMissing={isSubmitted && events.length === 0} onChange={setEvents} />
        <FormActions label={label} isPending={save.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Creation of a webhook: address, library and events. */
export function WebhookDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }): ReactNode {
  const { t } = useTranslation("tools");
  const { data: workspaces } = useSuspenseQuery(workspacesQuery);
  const [workspaceId, setWorkspaceId] = useState("personal");
  return (
    <WebhookForm
      title={t("webhooks.create")}
      label={t("webhooks.create")}
      webhook={{ url: "", events: [...WEBHOOK_EVENTS] }}
      onSave={async (values) => onDone((await client.call(createWebhook, { body: { ...values, workspaceId } })).id)}
      onClose={onClose}
    >
      <SelectField
        label={t("webhooks.library")}
        value={workspaceId}
        onChange={setWorkspaceId}
        choices={[{ value: "personal", label: t("webhooks.personal") }, ...workspaces.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </WebhookForm>
  );
}

/** Change of the address and the events. Its library cannot be changed. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("tools");
  return (
    <WebhookForm
      title={t("webhooks.editTitle")}
      label={t("webhooks.save")}
      webhook={webhook}
      onSave={async (body) => {
        await client.call(updateWebhook, { params: { webhookId: webhook.id }, body });
        await refreshWebhooks();
        onClose();
        toasts.show(t("webhooks.changed"), { tone: "done" });
      }}
      onClose={onClose}
    />
  );
}

interface EventProps {
  events: readonly WebhookEvent[];
  /** Whether the form was sent without an event. */
  isMissing: boolean;
  onChange: (events: readonly WebhookEvent[]) => void;
}

function EventFields({ events, isMissing, onChange }: EventProps): ReactNode {
  const { t } = useTranslation("tools");
  return (
    <fieldset className={styles.events}>
      <legend>{t("webhooks.events")}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          label={t(`webhooks.event.${event}`)}
          checked={events.includes(event)}
          onChange={({ currentTarget }) =>
            onChange(WEBHOOK_EVENTS.filter((one) => (one === event ? currentTarget.checked : events.includes(one))))
          }
        />
      ))}
      {isMissing && (
        <p className={tools.problem} role="alert">
          {t("webhooks.eventsMissing")}
        </p>
      )}
    </fieldset>
  );
}
