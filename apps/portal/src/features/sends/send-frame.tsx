import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import type { IntegrationProvider } from "@stillreel/contract";
import { Chip, ICON } from "@stillreel/ui";
import { IconPlugConnected } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../entities/items/item-list.ts";
import { integrationsQuery, visitService, type IntegrationView } from "../../entities/integrations/integrations.queries.ts";
import { type SendService, type SendValues, storeSend } from "../../entities/sends/open-send-dialog.ts";
import { errorText } from "../../platform/api.ts";
import dialog from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { type MarkedService, ServiceMark } from "../../ui/service-mark.tsx";
import textLink from "../../ui/text-link.module.css";
import styles from "./sends.module.css";

/** Props of every dialog that sends an item. */
export interface SendProps {
  item: ItemView;
  /** Entered values, after the visit of a consent page. */
  values: SendValues;
  onClose: () => void;
}

/** Frame of a dialog that sends an item: title, item and service. */
export function SendFrame({
  service,
  title,
  item,
  account,
  isTouched,
  onClose,
  children,
}: {
  service: MarkedService;
  title: string;
  item: ItemView;
  account?: string | null | undefined;
  /** Whether text was entered: a click outside the dialog does not close it. */
  isTouched: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Dialog title={title} size={540} onClose={onClose} ignoresBackdrop={isTouched}>
      <div className={styles.about}>
        <bdi className={styles.item}>{item.title}</bdi>
        {account ? (
          <Chip tone="ok" icon={<ServiceMark service={service} size={14} />}>
            <bdi className={styles.account}>{account}</bdi>
          </Chip>
        ) : (
          <ServiceMark service={service} size={20} />
        )}
      </div>
      {children}
    </Dialog>
  );
}

/** The connection of a dialog, and what it shows instead of its form while there is none. */
export interface Connection {
  isReady: boolean;
  account: string | null;
  /** Shown before the form; null when the service is connected. */
  notice: ReactNode;
}

/** Returns a service with the state of the user's connection; undefined until it is loaded. */
export const useService = (provider: IntegrationProvider): IntegrationView | undefined =>
  useQuery(integrationsQuery).data?.find((service) => service.provider === provider);

/**
 * Returns the user's connection to a service.
 * @param error an error of the dialog's requests: an ended permission asks to connect again
 * @param values entered values, which survive the visit of the consent page
 */
export function useConnection(
  provider: IntegrationProvider & SendService,
  { item, values, error }: { item: ItemView; values: SendValues; error: unknown },
): Connection {
  const { error: failure } = useQuery(integrationsQuery);
  const service = useService(provider);
  const isEnded = isApiError(error, "reconnect-needed");
  const isReady = service?.status === "connected" && !isEnded;
  const notice = failure ? (
    <p className={styles.problem} role="alert">
      {errorText(failure)}
    </p>
  ) : service && !isReady ? (
    <ConnectNotice service={service} isEnded={isEnded} onLeave={() => storeSend({ service: provider, itemId: item.id, values })} />
  ) : null;
  return { isReady, account: service?.accountName ?? null, notice };
}

function ConnectNotice({ service, isEnded, onLeave }: { service: IntegrationView; isEnded: boolean; onLeave: () => void }): ReactNode {
  const { t } = useTranslation("sends");
  const name = t(`names.${service.provider}`);
  const visit = useMutation({
    mutationFn: () => {
      onLeave();
      return visitService(service.provider, `${location.pathname}${location.search}`);
    },
  });
  if (!service.configured)
    return (
      <p className={styles.notice} role="status">
        {t("notConfigured", { name })}{" "}
        <Link className={textLink.link} to="/integrations" search={{}}>
          {t("seeIntegrations")}
        </Link>
      </p>
    );
  return (
    <div className={styles.notice} role="status">
      <p>
        {t(service.status !== "disconnected" && (isEnded || service.status === "reconnect") ? "reconnectText" : "connectText", { name })}
      </p>
      <Button
        size="md"
        leftSection={<IconPlugConnected {...ICON} />}
        aria-busy={visit.isPending || visit.isSuccess}
        data-first-focus
        onClick={() => !visit.isPending && !visit.isSuccess && visit.mutate()}
      >
        {t("connect", { name })}
      </Button>
    </div>
  );
}

/** The sentence of a refused request: that of the service, which names what to change. Null for an ended permission. */
export function problemOf(error: unknown): string | null {
  if (error === null || isApiError(error, "reconnect-needed")) return null;
  return isApiError(error) && SERVICE_CODES.has(error.code) ? error.message : errorText(error);
}

/** Codes whose message comes from the service, or from the form's rules. */
const SERVICE_CODES: ReadonlySet<string> = new Set([
  "provider-refused",
  "provider-full",
  "not-found",
  "too-many-requests",
  "validation-failed",
]);

/** The refusal, and the buttons of a dialog. */
export function SendFoot({
  error,
  isSending,
  submit,
  onClose,
}: {
  error: unknown;
  isSending: boolean;
  submit: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation("sends");
  const problem = problemOf(error);
  return (
    <>
      <div role="alert">{problem !== null && <p className={styles.problem}>{problem}</p>}</div>
      <div className={dialog.buttons}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" size="md" aria-busy={isSending}>
          {submit}
        </Button>
      </div>
    </>
  );
}

/** Returns the action of a toast that opens the result at the service. */
export const openAction = (label: string, url: string | null) =>
  url === null ? {} : { action: { label, run: () => void window.open(url, "_blank", "noopener") } };
