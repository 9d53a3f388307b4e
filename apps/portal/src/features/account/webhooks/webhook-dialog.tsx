import { Checkbox, TextInput } from "@mantine/core";
import { createWebhook, WEBHOOK_EVENTS, type WebhookEvent } from "@stillreel/contract";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { workspacesQuery } from "../../../entities/spaces/spaces.queries.ts";
import { client, errorText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormActions } from "../access-tools/form-actions.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import tools from "../access-tools/tools.module.css";
import styles from "./webhooks.module.css";

/** Creation of a webhook: address, library and events. */
export function WebhookDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }): ReactNode {
  const { t } = useTranslation("tools");
  const { data: workspaces } = useSuspenseQuery(workspacesQuery);
  const [url, setUrl] = useState("");
  const [workspaceId, setWorkspaceId] = useState("personal");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [isSubmitted, setSubmitted] = useState(false);
  const create = useMutation({
    mutationFn: () => client.call(createWebhook, { body: { url: url.trim(), events: [...events], workspaceId } }),
    meta: { handles: "all" },
    onSuccess: ({ id }) => onDone(id),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (events.length > 0 && !create.isPending) create.mutate();
  };
  return (
    <Dialog title={t("webhooks.create")} size={480} onClose={onClose}>
      <form className={tools.form} noValidate onSubmit={submit}>
        <TextInput
          data-first-focus
          dir="ltr"
          inputMode="url"
          label={t("webhooks.url")}
          description={t("webhooks.urlTip")}
          value={url}
          error={create.error ? errorText(create.error) : undefined}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            create.reset();
          }}
        />
        <SelectField
          label={t("webhooks.library")}
          value={workspaceId}
          onChange={setWorkspaceId}
          choices={[
            { value: "personal", label: t("webhooks.personal") },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <EventFields events={events} isMissing={isSubmitted && events.length === 0} onChange={setEvents} />
        <FormActions label={t("webhooks.create")} isPending={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
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
