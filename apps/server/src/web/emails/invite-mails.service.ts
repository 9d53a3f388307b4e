import type { sendWorkspaceInvites, ServerResult } from "@stillreel/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { type Auth, emailKeyOf, languageOf } from "../../people/auth/index.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Notifications } from "../../social/notifications/index.ts";
import type { Workspaces } from "../../people/workspaces/index.ts";

/** Limit between calls with few addresses and calls with many. */
const FEW = 10;
const SMALL = RATE_RULES["send-invites-small"];
const LARGE = RATE_RULES["send-invites-large"];
/** Limits of the addresses of all calls together. */
const ADDRESSES_AN_HOUR = RATE_RULES["invited-addresses-hour"];
const ADDRESSES_A_DAY = RATE_RULES["invited-addresses-day"];

export interface InviteMailsDeps {
  accounts: Pick<Auth["accounts"], "get">;
  invites: Workspaces["invites"];
  outbox: Pick<Outbox, "postAndTry">;
  stops: Notifications["mailStops"];
  limits: RateLimits;
}

export type InviteMails = ReturnType<typeof createInviteMails>;

/**
 * Creates the service that mails workspace invites. The server writes the mail. The request only selects invite and
 * recipients.
 */
export function createInviteMails({ accounts, invites, outbox, stops, limits }: InviteMailsDeps) {
  return {
    /**
     * Sends the invite. The result has each address once, also if it was given repeatedly or in different spellings.
     * @throws AppError `not-found`, `forbidden`, `invite-expired`, `too-many-requests`; `mail-not-sent` when every address
     * was refused
     */
    async send(
      actor: UserActor,
      inviteId: string,
      emails: readonly string[],
      ip: string,
    ): Promise<ServerResult<typeof sendWorkspaceInvites>> {
      const { workspaceId, workspaceName, inviteLink, expiresAt } = await invites.forMailing(actor, inviteId, ip);
      const addresses = new Map(emails.map((email) => [emailKeyOf(email), email]));
      const size = addresses.size > FEW ? ({ key: "large", rule: LARGE } as const) : ({ key: "small", rule: SMALL } as const);
      await limits.take({ key: `send-invites-${size.key}:${actor.id}`, rule: size.rule });
      await limits.take({ key: `invited-addresses-hour:${actor.id}`, rule: ADDRESSES_AN_HOUR, hits: addresses.size });
      await limits.take({ key: `invited-addresses-day:${actor.id}`, rule: ADDRESSES_A_DAY, hits: addresses.size });
      const [sender, present] = await Promise.all([accounts.get(actor.id), invites.listPresent(workspaceId, [...addresses.keys()])]);
      const stopped = await stops.among([...addresses.keys()]);
      const emailKeys = [...addresses.keys()].filter((key) => !present.has(key) && !stopped.has(key));
      const data = { senderName: sender.displayName, workspaceName, inviteUrl: inviteLink, expiresAt: expiresAt.toISOString() };
      let notified: Notified[] = [];
      const deliveries = await outbox.postAndTry(
        emailKeys.map((key) => ({
          template: "workspace-invite",
          to: addresses.get(key) ?? key,
          language: languageOf(sender),
          sender: { name: sender.displayName, address: sender.email },
          data,
          unsubscribeUrl: stops.urlOf(addresses.get(key) ?? key),
        })),
        async (tx) => {
          notified = await invites.noteMailed(tx, actor, { workspaceId, emailKeys, ip });
        },
      );
      const refused = emailKeys.filter((_key, at) => deliveries[at] === "refused");
      await invites.concludeMailed(workspaceId, { refusedKeys: refused, notified });
      const asGiven = (keys: readonly string[]): string[] => keys.map((key) => addresses.get(key) ?? key);
      const failed = asGiven([...refused, ...[...stopped].filter((key) => !present.has(key))]);
      if (failed.length === addresses.size)
        throw new AppError("mail-not-sent", { details: failed.map((address) => ({ field: "emails", code: "refused", message: address })) });
      return { sent: asGiven(emailKeys.filter((key) => !refused.includes(key))), failed, already: asGiven([...present]) };
    },
  };
}
