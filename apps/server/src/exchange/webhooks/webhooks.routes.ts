import {
  createWebhook,
  deleteWebhook,
  getWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { presentDelivery, presentWebhook } from "./deliveries.present.ts";
import type { WebhooksService } from "./webhooks.service.ts";

/** Registers the management of webhooks. */
export function webhookRoutes(app: FastifyInstance, service: WebhooksService): void {
  implement(app, listWebhooks, { needs: "account.own" }, async (_args, { actor }) => ({
    items: (await service.list(signedIn(actor).id)).map(presentWebhook),
    nextCursor: null,
  }));

  implement(app, createWebhook, { needs: "workspace.member" }, async ({ body }, { actor, request }) => {
    const { created, secret } = await service.create(signedIn(actor), body, request.ip);
    return { ...presentWebhook(created), secret };
  });

  implement(app, updateWebhook, { needs: "account.own" }, async ({ params, body }, { actor }) =>
    presentWebhook(await service.update(signedIn(actor), params.webhookId, body)),
  );

  implement(app, deleteWebhook, { needs: "account.own" }, async ({ params }, { actor, request }) => {
    await service.remove(signedIn(actor), params.webhookId, request.ip);
    return {};
  });

  implement(app, getWebhookSecret, { needs: "account.own" }, async ({ params }, { actor }) => ({
    secret: await service.secretOf(signedIn(actor), params.webhookId),
  }));

  implement(app, testWebhook, { needs: "account.own" }, async ({ params }, { actor }) =>
    presentDelivery(await service.test(signedIn(actor), params.webhookId)),
  );

  implement(app, listWebhookDeliveries, { needs: "account.own" }, async ({ params, query }, { actor }) => {
    const { items, nextCursor } = await service.listDeliveries(signedIn(actor), params.webhookId, query);
    return { items: items.map(presentDelivery), nextCursor };
  });

  implement(app, resendWebhookDelivery, { needs: "account.own" }, async ({ params }, { actor }) =>
    presentDelivery(await service.resend(signedIn(actor), params.webhookId, params.deliveryId)),
  );
}
