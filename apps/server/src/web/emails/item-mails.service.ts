import type { sendItem, ServerArgs } from "@stillreel/contract";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { ItemFacts } from "../../access/policies/items.policy.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Auth, emailKeyOf, languageOf } from "../../people/auth/index.ts";
import { findMailedItem, type Items } from "../../library/items/index.ts";
import type { Mail, MailedTerms, Outbox, PictureAudience } from "../../platform/outbox/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import type { Notifications } from "../../social/notifications/index.ts";
import { targetOf } from "./item-links.ts";

const PER_USER = RATE_RULES["send-item"];

export interface ItemMailsDeps {
  ports: Ports;
  accounts: Pick<Auth["accounts"], "get" | "confirmedAt">;
  items: Pick<Items, "facts">;
  shares: Pick<Shares, "bySlug" | "mailable">;
  outbox: Pick<Outbox, "postAndTry">;
  notifications: Pick<Notifications, "readersOf" | "mailStops">;
  limits: RateLimits;
}

type Body = ServerArgs<typeof sendItem>["body"];
type Link = Awaited<ReturnType<ItemMailsDeps["shares"]["mailable"]>>;

const termsOf = ({ visibility, passwordHash, expiresAt, maxViews }: Link): MailedTerms => ({
  isOpen: visibility === "link",
  hasPassword: passwordHash !== null,
  expiresAt: expiresAt?.toISOString() ?? null,
  maxViews,
});

async function itemIdOf({ shares }: ItemMailsDeps, actor: UserActor, body: Body): Promise<string> {
  if (body.itemId) return body.itemId;
  const target = [body.itemLink, body.itemPublicLink].flatMap((link) => (link ? (targetOf(link) ?? []) : []))[0];
  if (!target) throw invalid("itemId", "Please say which item to send.", "required");
  if ("itemId" in target) return target.itemId;
  const opened = await shares.bySlug(target.slug, { actor, unlockCookie: undefined });
  if (!opened.ok) throw new AppError("not-found");
  return opened.row.item_id;
}

/**
 * Returns for which addresses the picture is in the mail. A link that opens for everyone shows it anyway. Otherwise it is only for users
 * with this confirmed address who may read the item.
 */
async function audienceOf(
  { accounts, notifications }: ItemMailsDeps,
  itemId: string,
  link: Link,
  addresses: readonly string[],
): Promise<(address: string) => PictureAudience> {
  const { isOpen, hasPassword, maxViews } = termsOf(link);
  if (isOpen && !hasPassword && maxViews === null) return () => ({ slug: link.slug });
  const users = await accounts.confirmedAt(addresses.map(emailKeyOf));
  const readers = new Set(await notifications.readersOf(itemId, [...users.values()]));
  return (address) => (readers.has(users.get(emailKeyOf(address)) ?? "") ? "reader" : "none");
}

/** Writes one mail for each address. */
async function mailsOf(
  deps: ItemMailsDeps,
  actor: UserActor,
  facts: ItemFacts,
  link: Link,
  addresses: string[],
  message: string,
): Promise<Mail[]> {
  const { ports, accounts, notifications } = deps;
  const [sender, item, pictureFor] = await Promise.all([
    accounts.get(actor.id),
    findMailedItem(ports.db, facts.id),
    audienceOf(deps, facts.id, link, addresses),
  ]);
  if (!item) throw new AppError("not-found");
  return addresses.map((to) => ({
    template: "item-shared",
    to,
    language: languageOf(sender),
    sender: { name: sender.displayName, address: sender.email },
    item,
    pictureFor: pictureFor(to),
    by: { name: sender.displayName, photoOf: sender.avatarBlobId === null ? null : sender.id },
    url: `${ports.publicUrl()}/s/${link.slug}`,
    message,
    terms: termsOf(link),
    unsubscribeUrl: notifications.mailStops.urlOf(to),
  }));
}

/**
 * Creates the service that mails item links. The server writes the mail. The request only gives item, recipients and a
 * message.
 */
export function createItemMails(deps: ItemMailsDeps) {
  const { items, shares, outbox, limits, notifications } = deps;
  return {
    /**
     * @throws AppError `not-found`, `forbidden`, `link-removed`, `validation-failed`, `too-many-requests`; `mail-not-sent` when every
     * address was refused
     */
    async send(actor: UserActor, body: Body, ip: string): Promise<{ sent: string[]; failed: string[] }> {
      const facts = await items.facts(actor, await itemIdOf(deps, actor, body));
      const link = await shares.mailable({ actor, ip }, facts);
      await limits.take({ key: `send-item:${actor.id}`, rule: PER_USER });
      const addresses = [...new Map(body.emails.map((email) => [email.toLowerCase(), email])).values()];
      const stopped = await notifications.mailStops.among(addresses);
      const wanted = addresses.filter((address) => !stopped.has(address));
      const deliveries = await outbox.postAndTry(await mailsOf(deps, actor, facts, link, wanted, body.message));
      const refused = new Set(wanted.filter((_address, index) => deliveries[index] === "refused"));
      const failed = addresses.filter((address) => stopped.has(address) || refused.has(address));
      if (failed.length === addresses.length)
        throw new AppError("mail-not-sent", { details: failed.map((address) => ({ field: "emails", code: "refused", message: address })) });
      return { sent: addresses.filter((address) => !failed.includes(address)), failed };
    },
  };
}

export type ItemMails = ReturnType<typeof createItemMails>;
