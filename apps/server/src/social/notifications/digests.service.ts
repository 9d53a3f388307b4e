import { NOTIFICATION_KINDS, type NotificationKind } from "@stillreel/contract";
import { languageOf } from "../../people/auth/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Mail, Outbox } from "../../platform/outbox/index.ts";
import type { JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { sendDigests } from "./digests.jobs.ts";
import { type DigestEntry, groupDigest, nextDigestAt } from "./digests.plan.ts";
import * as repo from "./digests.repo.ts";
import { presentNotification, presentSettings, type SettingsShape, subjectOf } from "./notifications.present.ts";
import type { SightsService } from "./sights.service.ts";

/** Age of a notification from which its transaction has ended, in milliseconds. Younger ones are in the next digest. */
const SETTLED_MS = 60_000;
/** Maximum number of notifications that a digest reads, and that it names. */
const READ_MAX = 200;
const NAMED_MAX = 40;
/** Digests per query. */
const PAGE = 100;
/** Time after which the rest of the digests is another job, so that other jobs run in between. */
const SLICE_MS = 20_000;
/** Kinds whose cause is always mailed. */
const ALWAYS_MAILED: ReadonlySet<NotificationKind> = new Set(["invite"]);

/** The ports and services that the functions of this file use. */
interface Context {
  ports: Pick<Ports, "db" | "clock" | "jobs" | "log" | "publicUrl" | "settings">;
  outbox: Pick<Outbox, "post">;
  sights: Pick<SightsService, "find">;
  unsubscribeUrlOf(userId: string, subject: "digest"): string;
}

/** Returns the language of a digest. */
const languageFor = ({ settings }: Pick<Ports, "settings">, due: repo.DueRow): string =>
  languageOf(due) ?? settings.current().defaultLanguage;

/** Returns the unread notifications of a digest that its user may read now. */
async function entriesOf(
  { ports, sights }: Context,
  due: repo.DueRow,
  { channels, until }: { channels: SettingsShape["channels"]; until: Date },
): Promise<DigestEntry[]> {
  const kinds = NOTIFICATION_KINDS.filter((kind) => channels[kind] === "bell" && !ALWAYS_MAILED.has(kind));
  const { userId, since } = due;
  const rows = await repo.listForDigest(ports.db, userId, { kinds, since, until, limit: READ_MAX });
  const found = await sights.find(rows.map((row) => subjectOf(userId, row)).filter((key) => key !== null));
  return rows.flatMap((row) => {
    const subject = subjectOf(userId, row);
    const sight = subject === null ? undefined : found.of(subject);
    if (subject !== null && sight === undefined) return [];
    const shown = presentNotification(row, sight, { language: languageFor(ports, due), now: until, thumbnailUrl: () => "" });
    return shown === null ? [] : [{ title: shown.itemTitle, path: shown.url, sentence: shown.text }];
  });
}

function mailOf({ ports, unsubscribeUrlOf }: Context, due: repo.DueRow, entries: readonly DigestEntry[], timeZone: string): Mail {
  const origin = ports.publicUrl();
  const language = languageFor(ports, due);
  const named = entries.slice(0, NAMED_MAX);
  return {
    template: "digest",
    to: due.email,
    language,
    data: {
      displayName: due.displayName,
      since: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(due.since),
      more: entries.length > named.length ? String(entries.length - named.length) : "",
    },
    sections: groupDigest(named).map(({ title, path, sentences }) => ({
      title,
      url: path === null ? null : `${origin}${path}`,
      sentences,
    })),
    unsubscribeUrl: unsubscribeUrlOf(due.userId, "digest"),
  };
}

/**
 * Mails one digest. Claim, mail and time of the next digest are one transaction, so that a digest is mailed once, whatever fails and
 * however many workers there are. During a pause nothing is mailed, and the digest after it contains what arrived in it.
 */
async function sendOne(context: Context, due: repo.DueRow): Promise<boolean> {
  const { ports, outbox } = context;
  const now = ports.clock.now();
  const { channels, digest, pauseUntil } = presentSettings(due.settings, now);
  const nextAt = nextDigestAt(digest, now);
  // The settings were changed by a transaction that is not finished yet.
  if (nextAt === null) return false;
  if (due.isSuspended || pauseUntil !== null) {
    await repo.claim(ports.db, due, { nextAt, since: due.since });
    return false;
  }
  const until = new Date(now.getTime() - SETTLED_MS);
  const entries = await entriesOf(context, due, { channels, until });
  const since = until > due.since ? until : due.since;
  return ports.db.transaction(async (tx) => {
    if (!(await repo.claim(tx, due, { nextAt, since })) || entries.length === 0) return false;
    await outbox.post(tx, mailOf(context, due, entries, digest.timeZone));
    return true;
  });
}

/** Mails the digests that are due. One that fails stays due, and does not hold up the others. */
async function run(context: Context, signal: AbortSignal): Promise<JobOutcome> {
  const { ports } = context;
  const endsAt = performance.now() + SLICE_MS;
  let count = 0;
  for (let after: repo.DuePosition | null = null; ;) {
    const page: repo.DueRow[] = await repo.listDue(ports.db, ports.clock.now(), after, PAGE);
    for (const due of page) {
      signal.throwIfAborted();
      try {
        if (await sendOne(context, due)) count += 1;
      } catch (error) {
        ports.log.error({ err: error, userId: due.userId }, "a digest could not be mailed");
      }
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return count > 0 ? "done" : { skipped: "nothing was due" };
    if (performance.now() > endsAt) break;
  }
  await ports.jobs.enqueue(ports.db, sendDigests, {}, { key: "send-digests-rest" });
  return "done";
}

/** Sets the time of the next digest after a change of the settings, in its transaction. */
async function schedule({ ports }: Context, tx: Executor, userId: string, digest: SettingsShape["digest"]): Promise<void> {
  const now = ports.clock.now();
  const nextAt = nextDigestAt(digest, now);
  if (nextAt === null) await repo.drop(tx, userId);
  else await repo.plan(tx, userId, { nextAt, now });
}

/** Creates the service that mails digests and changes their times. */
export function createDigests(context: Context) {
  return {
    run: run.bind(null, context),
    schedule: schedule.bind(null, context),
  };
}

export type Digests = ReturnType<typeof createDigests>;
