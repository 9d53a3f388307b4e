import { SAVE_ITEMS_MAX } from "@stillreel/contract";
import { Button, SegmentedControl } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preferencesQuery } from "../../entities/people/account.queries.ts";
import { dropDraft, type SaveDraft, storeDraft } from "../../entities/saves/open-save-dialog.ts";
import { visitService } from "../../entities/integrations/integrations.queries.ts";
import { saveServicesQuery, type SaveProvider, type SaveService } from "../../entities/saves/saves.queries.ts";
import { errorText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./save-dialog.module.css";
import { SaveForm } from "./save-form.tsx";

/** Saves items to a connected account: name, format, folder and link. */
export function SaveDialog({ draft: given, onClose }: { draft: SaveDraft; onClose: () => void }): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const { data: services } = useQuery(saveServicesQuery);
  const { data: preferences } = useQuery(preferencesQuery);
  const [draft, setDraft] = useState(given);
  const service = services && serviceOf(services, draft.provider);
  const name = service ? t(`common:services.${service.provider}`) : "";
  return (
    <Dialog onClose={onClose} size={600} {...(service ? { title: t("common:saveTo", { service: name }) } : { label: t("heading") })}>
      {service && given.provider === null && services.length > 1 && (
        <SegmentedControl
          fullWidth
          className={styles.services}
          aria-label={t("dialog.service")}
          value={service.provider}
          data={services.map(({ provider }) => ({ value: provider, label: t(`common:services.${provider}`) }))}
          onChange={(provider) => setDraft({ ...draft, provider: provider as SaveProvider })}
        />
      )}
      {services?.length === 0 && <p className={styles.note}>{t("connect.absent")}</p>}
      {draft.subjects.length > SAVE_ITEMS_MAX ? (
        <p className={styles.note}>{t("dialog.tooMany", { max: SAVE_ITEMS_MAX })}</p>
      ) : (
        service &&
        preferences &&
        (service.status === "connected" ? (
          <SaveForm
            key={service.provider}
            service={service}
            preferences={preferences}
            draft={draft}
            onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
            onClose={onClose}
          />
        ) : (
          <Connect service={service} draft={draft} />
        ))
      )}
    </Dialog>
  );
}

/** Returns the requested service; without a request a connected one. */
const serviceOf = (services: readonly SaveService[], provider: SaveProvider | null): SaveService | undefined =>
  services.find((one) => one.provider === provider) ?? services.find(({ status }) => status === "connected") ?? services[0];

/** Shown before a service is connected, and after it was disconnected. */
function Connect({ service: { provider, status }, draft }: { service: SaveService; draft: SaveDraft }): ReactNode {
  const { t } = useTranslation(["saves", "common"]);
  const [isBusy, setBusy] = useState(false);
  const service = t(`common:services.${provider}`);
  const wasConnected = status === "reconnect";
  const stay = (): void => {
    setBusy(false);
    dropDraft();
  };
  useEffect(() => {
    // The user came back with the browser's Back button, and the page was not loaded again.
    const show = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) stay();
    };
    addEventListener("pageshow", show);
    return () => removeEventListener("pageshow", show);
  }, []);
  const connect = (): void => {
    setBusy(true);
    storeDraft({ ...draft, provider });
    visitService(provider, `${location.pathname}${location.search}`).catch((error: unknown) => {
      stay();
      toasts.error(errorText(error));
    });
  };
  return (
    <div className={styles.connect}>
      {wasConnected && <p className={styles.connectTitle}>{t("connect.disconnected", { service })}</p>}
      <p className={styles.connectText}>{wasConnected ? t("connect.disconnectedText") : t("connect.first", { service })}</p>
      <Button size="md" data-first-focus loading={isBusy} onClick={connect}>
        {t("connect.action")}
      </Button>
    </div>
  );
}
