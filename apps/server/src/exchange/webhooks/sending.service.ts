import type { Rights } from "../../access/rights/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Outgoing } from "../../platform/ports/outgoing.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { languageOf } from "../../people/auth/index.ts";
import { FAILING_LIMIT_MS, type Outcome, outcomeOf } from "./deliveries.plan.ts";
import { bodyOf, messageIdOf } from "./deliveries.present.ts";
import type { Loaded } from "./deliveries.repo.ts";
import * as deliveries from "./deliveries.repo.ts";
import { signedHeaders } from "./signature.ts";
import type { WebhookSeal } from "./webhook-seal.ts";
import * as repo from "./webhooks.repo.ts";

/** Time that a receiver has for its answer, in milliseconds. */
export const TIMEOUT_MS = 10_000;

export interface SendingDeps {
  ports: Ports;
  rights: Pick<Rights, "now">;
  outgoing: Outgoing;
  seal: WebhookSeal;
  audit: Audit;
  outbox: Pick<Outbox, "post">;
  ownerOf(userId: string): Promise<Parameters<typeof languageOf>[0] & { email: string; displayName: string }>;
}

/** Returns whether the owner of the webhook may read the item of a delivery now, where it is now. */
async function mayRead({ rights }: SendingDeps, { delivery, webhook, item, isOwnerActive }: Loaded): Promise<boolean> {
  if (!isOwnerActive) return false;
  if (delivery.itemId === null) return true;
  if (!item || item.workspaceId !== webhook.workspaceId) return false;
  const space = await rights.now(webhook.workspaceId, webhook.userId);
  return space?.onItem(item.id, item.folderId).read ?? false;
}

/** Switches a webhook off, and reports it to its owner. */
async function switchOff(deps: SendingDeps, { id, userId }: repo.WebhookRow, reason: "gone" | "failing"): Promise<void> {
  const { ports, audit, outbox, ownerOf } = deps;
  const owner = await ownerOf(userId);
  await ports.db.transaction(async (tx) => {
    const disabled = await repo.disable(tx, id, reason);
    if (!disabled) return;
    await repo.endPending(tx, id);
    const address = new URL(disabled.url).host;
    await audit.record(tx, { action: "webhook.disabled", userId, ip: "", details: { subject: address, reason } });
    const data = { displayName: owner.displayName, address };
    await outbox.post(tx, { template: "webhook-disabled", to: owner.email, language: languageOf(owner), data });
  });
}

/** Stores the outcome of an attempt. */
async function settle(deps: SendingDeps, { delivery, webhook }: Loaded, outcome: Outcome, startedAt: Date): Promise<void> {
  const { db, clock } = deps.ports;
  const now = clock.now();
  const attempt = { attemptedAt: startedAt, durationMs: Math.max(0, now.getTime() - startedAt.getTime()) };
  if (outcome.state === "delivered") {
    const { responseStatus, responseBody } = outcome;
    await deliveries.finish(db, delivery.id, { ...attempt, state: "delivered", failure: null, responseStatus, responseBody });
    await deliveries.note(db, webhook.id, null);
    return;
  }
  const { state, failure, responseStatus, responseBody, waitMs, isGone } = outcome;
  const nextAt = new Date(now.getTime() + waitMs);
  await deliveries.finish(db, delivery.id, { ...attempt, state, failure, responseStatus, responseBody, nextAt });
  const since = await deliveries.note(db, webhook.id, startedAt);
  if (isGone) await switchOff(deps, webhook, "gone");
  else if (state === "failed" && since !== null && now.getTime() - since.getTime() >= FAILING_LIMIT_MS)
    await switchOff(deps, webhook, "failing");
}

/** Creates the function that makes one attempt of a delivery. */
export function createSending(deps: SendingDeps) {
  const { ports, outgoing, seal } = deps;
  const { db, clock, publicUrl } = ports;

  return async (loaded: Loaded, signal: AbortSignal): Promise<void> => {
    const { delivery, webhook } = loaded;
    // Checked for each attempt: access may have ended since the event.
    if (!(await mayRead(deps, loaded))) return deliveries.finish(db, delivery.id, { state: "skipped", body: null });
    const secret = seal.open(webhook);
    if (secret === null) throw new Error("No key of the installation opens the secret of a webhook.");
    const body = delivery.body ?? bodyOf(loaded, publicUrl());
    // Stored before it is sent, so that all attempts have the same body.
    if (delivery.body === null) await deliveries.finish(db, delivery.id, { body });
    const startedAt = clock.now();
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stillreel-Webhooks/1",
      ...signedHeaders(secret, messageIdOf(delivery), startedAt, body),
    };
    const result = await outgoing.post({ url: webhook.url, headers, body, timeoutMs: TIMEOUT_MS, signal });
    // A stop of the server is no failure of the receiver: the attempt is repeated.
    if (signal.aborted && "failure" in result) return;
    await settle(deps, loaded, outcomeOf(result, delivery.attempts, delivery.attemptsMax, Math.random()), startedAt);
  };
}
