import { Button } from "@mantine/core";
import { resendWebhookDelivery } from "@stillreel/contract";
import { Chip, toasts } from "@stillreel/ui";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deliveriesQuery, refreshWebhooks, type DeliveryView, type WebhookView } from "../../../entities/people/tools.queries.ts";
import { client } from "../../../platform/api.ts";
import { LoadFailure } from "../load-failure.tsx";
import tools from "../access-tools/tools.module.css";
import styles from "./webhooks.module.css";

/** Tones of the states of deliveries. */
export const TONES = { pending: "accent", delivered: "ok", failed: "bad", skipped: "plain" } as const;

/** The log of a webhook. */
export function Deliveries({ webhook }: { webhook: WebhookView }): ReactNode {
  const { t } = useTranslation("tools");
  const list = useInfiniteQuery(deliveriesQuery(webhook.id));
  const deliveries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isError) return <LoadFailure onRetry={() => void list.refetch()} />;
  return (
    <section aria-label={t("webhooks.deliveries")} aria-busy={list.isPending}>
      <h3 className={styles.title}>{t("webhooks.deliveries")}</h3>
      {!list.isPending && deliveries.length === 0 && <p className={tools.hint}>{t("webhooks.noDeliveries")}</p>}
      <ul className={styles.log}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" size="xs" aria-busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("webhooks.more")}
        </Button>
      )}
    </section>
  );
}

function Delivery({ webhook, delivery }: { webhook: WebhookView; delivery: DeliveryView }): ReactNode {
  const { t, i18n } = useTranslation("tools");
  const times = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "medium", numberingSystem: "latn" });
  const { id: deliveryId, event, state, createdAt, durationMs, failure, responseStatus, attempts, nextAttemptAt } = delivery;
  const time = times.format(new Date(createdAt));
  const resend = useMutation({
    mutationFn: () => client.call(resendWebhookDelivery, { params: { webhookId: webhook.id, deliveryId } }),
    onSuccess: () => toasts.show(t("webhooks.resent"), { tone: "done" }),
    onSettled: refreshWebhooks,
  });
  const name = t(`webhooks.event.${event}`);
  return (
    <li className={styles.delivery}>
      <div className={styles.head}>
        <Chip tone={TONES[state]}>{t(`webhooks.last.${state}`)}</Chip>
        <div className={styles.what}>
          {name}
          <small>
            {time}
            {durationMs !== null && ` · ${t("webhooks.ms", { ms: durationMs })}`}
            {responseStatus !== null && ` · ${responseStatus}`}
          </small>
        </div>
        <Button
          variant="default"
          size="xs"
          disabled={!webhook.enabled || state === "pending"}
          aria-label={t("webhooks.resendNamed", { event: name, time })}
          aria-busy={resend.isPending}
          onClick={() => !resend.isPending && resend.mutate()}
        >
          {t("webhooks.resend")}
        </Button>
      </div>
      {failure !== null && <p className={tools.problem}>{t(`webhooks.failure.${failure}`, { status: responseStatus })}</p>}
      {state === "skipped" && <p className={tools.hint}>{t("webhooks.skipped")}</p>}
      {state === "pending" && attempts > 0 && nextAttemptAt !== null && (
        <p className={tools.hint}>{t("webhooks.retry", { attempt: attempts, time: times.format(new Date(nextAttemptAt)) })}</p>
      )}
      <Bodies delivery={delivery} />
    </li>
  );
}

/** What was sent, and the start of the answer. */
function Bodies({ delivery: { requestBody, responseBody } }: { delivery: DeliveryView }): ReactNode {
  const { t } = useTranslation("tools");
  if (requestBody === null) return null;
  return (
    <details className={styles.bodies}>
      <summary>{t("webhooks.body")}</summary>
      <h4>{t("webhooks.request")}</h4>
      <pre dir="ltr" tabIndex={0} aria-label={t("webhooks.request")}>
        {requestBody}
      </pre>
      {responseBody !== null && responseBody !== "" && (
        <>
          <h4>{t("webhooks.answer")}</h4>
          <pre dir="ltr" tabIndex={0} aria-label={t("webhooks.answer")}>
            {responseBody}
          </pre>
        </>
      )}
    </details>
  );
}
