import { DigestFrequency, type MailFrequency, type NotificationKind, type ServerResult, type unsubscribeMail } from "@stillreel/contract";
import type { Transaction } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AddressStops } from "./address-stops.service.ts";
import { lockSettings } from "./digests.repo.ts";
import type { Digests } from "./digests.service.ts";
import { presentSettings, type SettingsShape } from "./notifications.present.ts";
import { updateSettings } from "./notifications.repo.ts";
import type { UnsubscribeTokens } from "./unsubscribe-tokens.ts";

type Result = ServerResult<typeof unsubscribeMail>;

/** The ports and services that the functions of this file use. */
interface Context {
  ports: Pick<Ports, "db" | "clock">;
  tokens: UnsubscribeTokens;
  digests: Pick<Digests, "schedule">;
  stops: Pick<AddressStops, "change">;
}

const unknown = (): AppError => invalid("frequency", "This mail has no such frequency.", "unknown");

/** Changes how often a user gets the digest. */
async function changeDigest(
  { ports, digests }: Context,
  tx: Transaction,
  { userId, before }: { userId: string; before: SettingsShape },
  frequency: MailFrequency,
): Promise<Result> {
  const chosen = DigestFrequency.safeParse(frequency);
  if (!chosen.success) throw unknown();
  const after = await updateSettings(tx, userId, { channels: {}, digest: { frequency: chosen.data }, pauseUntil: undefined });
  await digests.schedule(tx, userId, presentSettings(after, ports.clock.now()).digest);
  return { subject: "digest", kind: null, previous: before.digest.frequency };
}

/** @throws AppError `validation-failed` for a frequency of digests */
function isMailedAt(frequency: MailFrequency): boolean {
  if (frequency !== "never" && frequency !== "immediately") throw unknown();
  return frequency === "immediately";
}

/** Changes whether notifications of a kind are mailed. They still appear in the bell, unless the kind is off. */
async function changeKind(
  tx: Transaction,
  { userId, before }: { userId: string; before: SettingsShape },
  kind: NotificationKind,
  frequency: MailFrequency,
): Promise<Result> {
  const isMailed = isMailedAt(frequency);
  const wasMailed = before.channels[kind] === "email";
  if (wasMailed !== isMailed)
    await updateSettings(tx, userId, { channels: { [kind]: isMailed ? "email" : "bell" }, digest: {}, pauseUntil: undefined });
  return { subject: "kind", kind, previous: wasMailed ? "immediately" : "never" };
}

/**
 * Changes how often a user or an address gets a mail, by the token in it. Returns the frequency before.
 * @throws AppError `not-found` for a token that is not signed, `validation-failed` for a frequency that the mail does not have
 */
async function change(context: Context, token: string, frequency: MailFrequency): Promise<Result> {
  const { ports, tokens, stops } = context;
  const signed = tokens.read(token);
  if (signed === null) throw new AppError("not-found");
  const { id, subject } = signed;
  return ports.db.transaction(async (tx) => {
    if (subject === "address") return { subject, kind: null, previous: await stops.change(tx, id, !isMailedAt(frequency)) };
    const stored = await lockSettings(tx, id);
    if (stored === undefined) throw new AppError("not-found");
    const user = { userId: id, before: presentSettings(stored, ports.clock.now()) };
    return subject === "digest" ? changeDigest(context, tx, user, frequency) : changeKind(tx, user, subject, frequency);
  });
}

/** Creates the service behind the links that end mails. */
export const createUnsubscribing = (context: Context) => ({ change: change.bind(null, context) });

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;
