import { WEBHOOK_TEST_EVENT, WebhookEvent, WebhookFailure, type Webhook, type WebhookDelivery } from "@stillreel/contract";
import type { z } from "zod";
import type { Loaded } from "./deliveries.repo.ts";
import type { DeliveryRow, ListedWebhook } from "./webhooks.repo.ts";

const idOf = ({ messageId }: Pick<DeliveryRow, "messageId">): string => `msg_${messageId}`;

/** Returns the header `webhook-id` of a delivery. */
export const messageIdOf = idOf;

const eventOf = (event: string): WebhookEvent | typeof WEBHOOK_TEST_EVENT => WebhookEvent.safeParse(event).data ?? WEBHOOK_TEST_EVENT;

/** Converts a delivery to the contract's form. */
export function presentDelivery(row: DeliveryRow): z.input<typeof WebhookDelivery> {
  const { id, event, itemId, state, attempts, createdAt, attemptedAt, nextAt, durationMs, failure, responseStatus, responseBody, body } =
    row;
  return {
    id,
    messageId: idOf(row),
    event: eventOf(event),
    itemId,
    state,
    attempts,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAttemptAt: state === "pending" ? nextAt.toISOString() : null,
    durationMs,
    failure: WebhookFailure.safeParse(failure).data ?? null,
    responseStatus,
    responseBody,
    requestBody: body,
  };
}

/** Converts a webhook to the contract's form, without its secret. */
export function presentWebhook({ webhook, isPersonal, last }: ListedWebhook): z.input<typeof Webhook> {
  const { id, url, events, workspaceId, enabled, disabledReason, createdAt } = webhook;
  return {
    id,
    url,
    events: events.flatMap((event) => WebhookEvent.safeParse(event).data ?? []),
    workspaceId,
    isPersonal,
    enabled,
    disabledReason,
    createdAt: createdAt.toISOString(),
    lastDelivery: last && presentDelivery(last),
  };
}

/** Returns the request body of a delivery: type, time and data, as Standard Webhooks suggests. */
export function bodyOf({ delivery, item, comment, slug, isPersonal, webhook }: Loaded, publicUrl: string): string {
  const base = { type: delivery.event, timestamp: delivery.createdAt.toISOString() };
  if (!item) return JSON.stringify({ ...base, data: { webhookId: webhook.id } });
  const library = isPersonal ? "" : `/w/${item.workspaceId}`;
  return JSON.stringify({
    ...base,
    data: {
      workspaceId: item.workspaceId,
      item: {
        id: item.id,
        type: item.type,
        title: item.title,
        folderId: item.folderId,
        stage: item.stage,
        mimeType: item.mimeType,
        sizeBytes: item.sizeBytes,
        width: item.width,
        height: item.height,
        durationMs: item.durationMs,
        createdAt: item.createdAt.toISOString(),
        url: `${publicUrl}${library}/${item.type}s/${item.id}`,
      },
      ...(delivery.event === "item.commented" &&
        comment && {
          comment: { id: comment.id, text: comment.text, parentId: comment.parentId, createdAt: comment.createdAt.toISOString() },
        }),
      ...(delivery.event === "item.shared" && item.shared && slug !== null && { share: { url: `${publicUrl}/s/${slug}` } }),
    },
  });
}
