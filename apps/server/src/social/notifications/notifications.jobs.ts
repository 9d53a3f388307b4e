import type { NotificationKind } from "@stillreel/contract";
import { languageOf } from "../../people/auth/index.ts";
import type { Mail, Outbox } from "../../platform/outbox/index.ts";
import type { JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { itemMailOf } from "./item-notification-mails.ts";
import { presentNotification, presentSettings, subjectOf } from "./notifications.present.ts";
import { findUnread, markMailed } from "./notifications.repo.ts";
import type { SightsService } from "./sights.service.ts";

export interface NotificationMailDeps {
  ports: Pick<Ports, "db" | "clock" | "publicUrl" | "settings">;
  outbox: Pick<Outbox, "post">;
  sights: Pick<SightsService, "find">;
  unsubscribeUrlOf(userId: string, subject: NotificationKind): string;
}

/** Mails a notification that is still unread, wanted and about an object that its user may read. */
export async function handleMailNotification(
  { ports, outbox, sights, unsubscribeUrlOf }: NotificationMailDeps,
  { notificationId }: { notificationId: string },
): Promise<JobOutcome> {
  const row = await findUnread(ports.db, notificationId);
  if (!row || row.isSuspended) return { skipped: "it was read, or its user is gone" };
  const { userId, email, displayName } = row;
  const subject = subjectOf(userId, row);
  const sight = subject === null ? undefined : (await sights.find([subject])).of(subject);
  if (subject !== null && sight === undefined) return { skipped: "its user may not read the object" };
  const language = languageOf(row) ?? ports.settings.current().defaultLanguage;
  const shown = presentNotification(row, sight, { language, now: ports.clock.now(), thumbnailUrl: () => "" });
  const { channels, pauseUntil } = presentSettings(row.settings, ports.clock.now());
  if (shown === null || pauseUntil !== null || channels[shown.kind] !== "email") return { skipped: "its user does not want it" };
  const unsubscribeUrl = unsubscribeUrlOf(userId, shown.kind);
  const publicUrl = ports.publicUrl();
  const url = `${publicUrl}${shown.url ?? "/account/notifications"}`;
  const data = { displayName, sentence: shown.text, subject: shown.itemTitle ?? "Stillreel", url };
  const plain: Mail = { template: "notification", to: email, language, data, unsubscribeUrl };
  const mail = (await itemMailOf(ports.db, row, sight, { to: email, language, publicUrl, unsubscribeUrl })) ?? plain;
  return ports.db.transaction(async (tx): Promise<JobOutcome> => {
    if (!(await markMailed(tx, notificationId, ports.clock.now()))) return { skipped: "it was mailed or read" };
    await outbox.post(tx, mail);
    return "done";
  });
}
