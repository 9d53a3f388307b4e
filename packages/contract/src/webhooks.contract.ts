import { z } from "zod";
import { Id, IsoDate, Nothing, WorkspaceRef } from "./common.contract.ts";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, WEBHOOK_URL_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Events that a webhook can receive. */
export const WEBHOOK_EVENTS = ["item.created", "item.ready", "item.commented", "item.shared", "item.deleted"] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Event of a test delivery, which no webhook has to choose. */
export const WEBHOOK_TEST_EVENT = "webhook.test";

/**
 * State of a delivery. `pending`: it is being sent, or will be sent again. `delivered`: the receiver answered with 2xx. `failed`: no further
 * attempt. `skipped`: the owner of the webhook may no longer read the item.
 */
export const WebhookDeliveryState = z.enum(["pending", "delivered", "failed", "skipped"]);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

/** Why an attempt failed. `status`: the receiver answered with another status than 2xx. */
export const WebhookFailure = z.enum([
  "status",
  "redirect",
  "timeout",
  "connection",
  "certificate",
  "name-not-found",
  "private-address",
  "disabled",
]);
export type WebhookFailure = z.infer<typeof WebhookFailure>;

/** One delivery of an event, with its last attempt. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The header `webhook-id`: equal for all attempts and for deliveries that were sent again. */
  messageId: z.string(),
  event: z.union([WebhookEvent, z.literal(WEBHOOK_TEST_EVENT)]),
  itemId: Id.nullable(),
  state: WebhookDeliveryState,
  attempts: z.int(),
  createdAt: IsoDate,
  attemptedAt: IsoDate.nullable(),
  /** Time of the next attempt; null when there is none. */
  nextAttemptAt: IsoDate.nullable(),
  durationMs: z.int().nullable(),
  failure: WebhookFailure.nullable(),
  responseStatus: z.int().nullable(),
  /** Start of the answer. */
  responseBody: z.string().nullable(),
  /** What was sent; null before the first attempt. */
  requestBody: z.string().nullable(),
});

/** A webhook without its secret. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  workspaceId: Id,
  isPersonal: z.boolean(),
  enabled: z.boolean(),
  /** Why it was switched off: the receiver answered 410, it failed for a long time, or its owner did it. */
  disabledReason: z.enum(["gone", "failing", "owner"]).nullable(),
  createdAt: IsoDate,
  /** The newest delivery. */
  lastDelivery: WebhookDelivery.pick({
    id: true,
    event: true,
    state: true,
    createdAt: true,
    failure: true,
    responseStatus: true,
  }).nullable(),
});

const Address = z
  .url({ protocol: /^https?$/u, error: "Enter an address that starts with https:// or http://." })
  .max(WEBHOOK_URL_MAX, `At most ${WEBHOOK_URL_MAX} characters.`)
  .refine((text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === "", "The address can't contain a password.");
const Events = z.array(WebhookEvent).min(1, "Choose at least one event.").max(20);
const WebhookParams = z.object({ webhookId: Id });

export const listWebhooks = defineRoute({
  id: "webhooks.list",
  method: "GET",
  path: "/webhooks",
  summary: "The caller's webhooks, newest first",
  auth: "user",
  response: z.object({ items: z.array(Webhook), nextCursor: z.null() }),
});

export const createWebhook = defineRoute({
  id: "webhooks.create",
  method: "POST",
  path: "/webhooks",
  summary: "Create a webhook for the items that its owner may read in one workspace. Requests are signed as Standard Webhooks specifies",
  auth: "user",
  body: z.object({
    url: Address,
    events: Events,
    /** The default is the personal library. */
    workspaceId: WorkspaceRef.default("personal"),
  }),
  response: Webhook.extend({ secret: z.string() }),
  success: 201,
  errors: ["address-not-public", "too-many-webhooks"],
});

export const updateWebhook = defineRoute({
  id: "webhooks.update",
  method: "PUT",
  path: "/webhooks/{webhookId}",
  summary: "Change address or events, or switch a webhook on or off",
  auth: "user",
  params: WebhookParams,
  body: z.object({ url: Address.optional(), events: Events.optional(), enabled: z.boolean().optional() }),
  response: Webhook,
  errors: ["address-not-public"],
});

export const deleteWebhook = defineRoute({
  id: "webhooks.delete",
  method: "DELETE",
  path: "/webhooks/{webhookId}",
  summary: "Delete a webhook with its log",
  auth: "user",
  params: WebhookParams,
  response: Nothing,
});

export const getWebhookSecret = defineRoute({
  id: "webhooks.getSecret",
  method: "GET",
  path: "/webhooks/{webhookId}/secret",
  summary: "The secret that signs the requests of a webhook",
  auth: "user",
  sessionOnly: true,
  params: WebhookParams,
  response: z.object({ secret: z.string() }),
  errors: ["session-required"],
});

export const testWebhook = defineRoute({
  id: "webhooks.test",
  method: "POST",
  path: "/webhooks/{webhookId}/test",
  summary: "Send a test delivery. It is attempted once; the log has the result",
  auth: "user",
  params: WebhookParams,
  response: WebhookDelivery,
  success: 201,
  errors: ["webhook-off"],
});

export const listWebhookDeliveries = defineRoute({
  id: "webhooks.listDeliveries",
  method: "GET",
  path: "/webhooks/{webhookId}/deliveries",
  summary: "Deliveries of the last 30 days, newest first",
  auth: "user",
  params: WebhookParams,
  query: z.object({
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  }),
  response: z.object({ items: z.array(WebhookDelivery), nextCursor: z.string().nullable() }),
});

export const resendWebhookDelivery = defineRoute({
  id: "webhooks.resend",
  method: "POST",
  path: "/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
  summary: "Send a delivery again, with the same `webhook-id`, as a new entry of the log",
  auth: "user",
  params: WebhookParams.extend({ deliveryId: Id }),
  response: WebhookDelivery,
  success: 201,
  errors: ["webhook-off"],
});
