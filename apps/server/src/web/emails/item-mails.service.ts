import type { sendItem, ServerArgs } from "@stillreel/contract";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Auth, languageOf } from "../../people/auth/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Shares } from "../../library/shares/index.ts";
import { targetOf } from "./item-links.ts";

const PER_USER = RATE_RULES["send-item"];

export interface ItemMailsDeps {
  ports: Ports;
  accounts: Pick<Auth["accounts"], "get">;
  items: Pick<Items, "facts">;
  shares: Pick<Shares, "bySlug" | "linkOf">;
  outbox: Pick<Outbox, "postAndTry">;
  limits: RateLimits;
}

type Body = ServerArgs<typeof sendItem>["body"];

/**
 * Creates the service that mails item links. The server writes the mail. The request only gives item, recipients and a
 * message.
 */
export function createItemMails({ ports, accounts, items, shares, outbox, limits }: ItemMailsDeps) {
  async function itemIdOf(actor: UserActor, body: Body): Promise<string> {
    if (body.itemId) return body.itemId;
    const target = [body.itemLink, body.itemPublicLink].flatMap((link) => (link ? (targetOf(link) ?? []) : []))[0];
    if (!target) throw invalid("itemId", "Please say which item to send.", "required");
    if ("itemId" in target) return target.itemId;
    const opened = await shares.bySlug(target.slug, { actor, unlockCookie: undefined });
    if (!opened.ok) throw new AppError("not-found");
    return opened.row.item_id;
  }

  return {
    /** @throws AppError `not-found`, `forbidden`, `validation-failed`, `too-many-requests`; `mail-not-sent` when every address was refused */
    async send(actor: UserActor, body: Body, ip: string): Promise<{ sent: string[]; failed: string[] }> {
      const item = await items.facts(actor, await itemIdOf(actor, body));
      authorize(actor, "item.write", item);
      await limits.take({ key: `send-item:${actor.id}`, rule: PER_USER });
      const [sender, link] = await Promise.all([accounts.get(actor.id), shares.linkOf({ actor, ip }, item)]);
      const data = {
        senderName: sender.displayName,
        itemTitle: item.title,
        itemUrl: `${ports.publicUrl()}/s/${link.slug}`,
        message: body.message,
      };
      const addresses = [...new Map(body.emails.map((email) => [email.toLowerCase(), email])).values()];
      const deliveries = await outbox.postAndTry(
        addresses.map((to) => ({
          template: "item-shared",
          to,
          language: languageOf(sender),
          sender: { name: sender.displayName, address: sender.email },
          data,
        })),
      );
      const failed = addresses.filter((_address, index) => deliveries[index] === "refused");
      if (failed.length === addresses.length)
        throw new AppError("mail-not-sent", { details: failed.map((address) => ({ field: "emails", code: "refused", message: address })) });
      return { sent: addresses.filter((address) => !failed.includes(address)), failed };
    },
  };
}

export type ItemMails = ReturnType<typeof createItemMails>;
