import { randomBytes } from "node:crypto";
import {
  type createWebhook,
  isUuid,
  type ServerArgs,
  type updateWebhook,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_TEST_EVENT,
  WEBHOOKS_MAX,
} from "@stillreel/contract";
import type { Memberships } from "../../access/memberships/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { addMonths, deleteMonths, type MonthlyTable, monthOf } from "../../platform/db/months.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";
import type { Outgoing } from "../../platform/ports/outgoing.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { WAITS_MS } from "./deliveries.plan.ts";
import { secretOf } from "./signature.ts";
import type { WebhookSeal } from "./webhook-seal.ts";
import * as repo from "./webhooks.repo.ts";

const DAY_MS = 86_400_000;
const LIST = "webhook-deliveries";
/** Bytes of the key of the signatures. */
const KEY_BYTES = 32;
/** Rows that one statement of the sweeps changes. */
const BATCH = 1_000;

export interface WebhooksDeps {
  ports: Ports;
  memberships: Pick<Memberships, "resolve">;
  outgoing: Outgoing;
  seal: WebhookSeal;
  audit: Audit;
}

type NewWebhook = ServerArgs<typeof createWebhook>["body"];
type WebhookChange = ServerArgs<typeof updateWebhook>["body"];

export type WebhooksService = ReturnType<typeof createWebhooksService>;

async function find({ db }: Ports, actor: UserActor, id: string): Promise<repo.WebhookRow> {
  const found = isUuid(id) ? await repo.find(db, actor.id, id) : undefined;
  if (!found) throw new AppError("not-found");
  return found;
}

async function get({ db }: Ports, actor: UserActor, id: string): Promise<repo.ListedWebhook> {
  const [found] = isUuid(id) ? await repo.list(db, actor.id, id) : [];
  if (!found) throw new AppError("not-found");
  return found;
}

/** @throws AppError `not-found`, `webhook-off` */
async function findOn(ports: Ports, actor: UserActor, id: string): Promise<repo.WebhookRow> {
  const found = await find(ports, actor, id);
  if (!found.enabled) throw new AppError("webhook-off");
  return found;
}

const DELIVERIES: MonthlyTable = { table: "webhook_deliveries", by: "created_at" };
/** Returns the start of the log: earlier deliveries are not listed, and deleted with their month. */
const listedSince = (clock: Clock): Date => new Date(clock.now().getTime() - WEBHOOK_LOG_DAYS * DAY_MS);

/** Creates the part of the service for the log of deliveries. */
function createLog(ports: Ports) {
  const { db, clock, ids } = ports;
  return {
    /** Adds a test delivery. @throws AppError `not-found`, `webhook-off` */
    async test(actor: UserActor, id: string): Promise<repo.DeliveryRow> {
      const webhook = await findOn(ports, actor, id);
      const now = clock.now();
      const row = { id: ids.id(), webhookId: webhook.id, messageId: ids.id(), event: WEBHOOK_TEST_EVENT, attemptsMax: 1 };
      return repo.insertDelivery(db, { ...row, nextAt: now, createdAt: now });
    },

    /** Adds a delivery with the message of an earlier one. @throws AppError `not-found`, `webhook-off` */
    async resend(actor: UserActor, id: string, deliveryId: string): Promise<repo.DeliveryRow> {
      const webhook = await findOn(ports, actor, id);
      const earlier = isUuid(deliveryId) ? await repo.findDelivery(db, webhook.id, deliveryId, listedSince(clock)) : undefined;
      if (!earlier) throw new AppError("not-found");
      const now = clock.now();
      const { messageId, event, itemId, details, body } = earlier;
      const row = { id: ids.id(), webhookId: webhook.id, messageId, event, itemId, details, body, attemptsMax: WAITS_MS.length + 1 };
      return repo.insertDelivery(db, { ...row, nextAt: now, createdAt: now });
    },

    /** Returns a page of the log. @throws AppError `not-found`, `validation-failed` for an invalid cursor */
    async listDeliveries(actor: UserActor, id: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
      const webhook = await find(ports, actor, id);
      const after = cursor === undefined ? null : decodeCursor(LIST, true, cursor);
      const rows = await repo.listDeliveries(db, {
        webhookId: webhook.id,
        since: listedSince(clock),
        after: after && { at: new Date(after.key), id: after.id },
        limit: limit + 1,
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const nextCursor = rows.length > limit && last ? encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }) : null;
      return { items, nextCursor };
    },

    addMonths: (signal: AbortSignal): Promise<number> => addMonths(db, DELIVERIES, clock.now(), signal),

    /** Deletes the months of which no delivery is listed. Returns the number of partitions and rows. */
    sweepLog: (signal: AbortSignal): Promise<number> => deleteMonths(db, DELIVERIES, monthOf(listedSince(clock)), signal),
  };
}

/** Encrypts secrets of an earlier key again with the current one. Returns how many. */
async function reseal({ ports: { db }, seal }: Pick<WebhooksDeps, "ports" | "seal">, signal: AbortSignal): Promise<number> {
  let swept = 0;
  for (let found = BATCH; found === BATCH && !signal.aborted;) {
    found = await db.transaction(async (tx) => {
      const rows = await repo.lockSealedOtherwise(tx, seal.keyName, BATCH);
      for (const row of rows) {
        const secret = seal.open(row);
        // A secret that no key opens is lost: the name of the current key prevents that it is read each night.
        await repo.update(tx, row.id, secret === null ? { keyName: seal.keyName } : seal.seal(row.id, secret));
      }
      return rows.length;
    });
    swept += found;
  }
  return swept;
}

/** Creates the service for the management of webhooks and their log. Every webhook belongs to one user, and is unknown to all others. */
export function createWebhooksService({ ports, memberships, outgoing, seal, audit }: WebhooksDeps) {
  const { db, clock, ids } = ports;

  async function assertPermitted(url: string): Promise<void> {
    if (!(await outgoing.isPermitted(url))) throw new AppError("address-not-public");
  }

  return {
    ...createLog(ports),

    list: (userId: string) => repo.list(db, userId),

    /** Creates a webhook. @throws AppError `address-not-public`, `too-many-webhooks`, `not-found` for an unknown workspace */
    async create(actor: UserActor, given: NewWebhook, ip: string): Promise<{ created: repo.ListedWebhook; secret: string }> {
      const { id: workspaceId } = await memberships.resolve(actor, given.workspaceId);
      await assertPermitted(given.url);
      const id = ids.id();
      const secret = secretOf(randomBytes(KEY_BYTES));
      const row = { id, userId: actor.id, workspaceId, url: given.url, events: [...new Set(given.events)], createdAt: clock.now() };
      await db.transaction(async (tx) => {
        if ((await repo.countOf(tx, actor.id)) >= WEBHOOKS_MAX) throw new AppError("too-many-webhooks");
        await repo.insert(tx, { ...row, ...seal.seal(id, secret) });
        await audit.record(tx, { action: "webhook.created", userId: actor.id, ip, details: { subject: new URL(given.url).host } });
      });
      return { created: await get(ports, actor, id), secret };
    },

    /** @throws AppError `not-found`, `address-not-public` */
    async update(actor: UserActor, id: string, { url, events, enabled }: WebhookChange): Promise<repo.ListedWebhook> {
      const webhook = await find(ports, actor, id);
      if (url !== undefined) await assertPermitted(url);
      const change = {
        ...(url === undefined ? {} : { url, failingSince: null }),
        ...(events === undefined ? {} : { events: [...new Set(events)] }),
        ...(enabled === undefined || enabled === webhook.enabled
          ? {}
          : { enabled, disabledReason: enabled ? null : ("owner" as const), failingSince: null }),
      };
      await db.transaction(async (tx) => {
        if (Object.keys(change).length > 0) await repo.update(tx, webhook.id, change);
        if (enabled === false) await repo.endPending(tx, webhook.id);
      });
      return get(ports, actor, id);
    },

    /** @throws AppError `not-found` */
    async remove(actor: UserActor, id: string, ip: string): Promise<void> {
      await find(ports, actor, id);
      await db.transaction(async (tx) => {
        const removed = await repo.remove(tx, actor.id, id);
        if (!removed) throw new AppError("not-found");
        await audit.record(tx, { action: "webhook.deleted", userId: actor.id, ip, details: { subject: new URL(removed.url).host } });
      });
    },

    /** @throws AppError `not-found` */
    async secretOf(actor: UserActor, id: string): Promise<string> {
      const secret = seal.open(await find(ports, actor, id));
      if (secret === null) throw new AppError("internal");
      return secret;
    },

    /** Encrypts secrets of an earlier key again with the current one. Returns how many. */
    reseal: (signal: AbortSignal) => reseal({ ports, seal }, signal),
  };
}
