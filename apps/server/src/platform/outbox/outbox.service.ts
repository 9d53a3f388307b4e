import { translatedTag } from "@stillreel/i18n";
import type { Executor } from "../db/client.ts";
import type { JobOutcome } from "../ports/jobs.port.ts";
import type { PictureReference } from "../db/schema/index.ts";
import type { InlinePicture, MailOutcome } from "../ports/mail.port.ts";
import type { Ports } from "../ports/index.ts";
import { logoPath } from "../settings/logo-path.ts";
import { oneLine } from "./mail-layout.ts";
import { decideBlocks } from "./mail-picture-blocks.ts";
import { type MailContent, type RenderedMail, renderMail } from "./mail-templates.ts";
import { sendMail } from "./outbox.jobs.ts";
import * as repo from "./outbox.repo.ts";

/** Delay of the queue while a request tries to send the mail directly. It is longer than any attempt takes. */
const HANDS_OFF_MS = 30_000;
/** Maximum time that a request waits for the mail server. */
const WAIT_MAX_MS = 3_000;

/** Reads the pictures of mails when they are sent. */
export interface MailPictureReader {
  /** Returns a picture in a form for mails, or null when there is none that this mail may have. */
  read(reference: PictureReference): Promise<Omit<InlinePicture, "id"> | null>;
}

/** A person in whose name a mail is sent. */
export interface MailSender {
  name: string;
  /** Address that gets the answers. */
  address: string;
}

/** A mail to send: recipient, language and content, and the user who asked for it. */
export type Mail = MailContent & {
  to: string;
  /** Null when the language of the recipient is not known: the mail then has the language of the installation. */
  language: string | null;
  sender?: MailSender;
};

/** Status of a mail after a direct send attempt. */
export type Delivery = "sent" | "refused" | "queued";

export type Outbox = ReturnType<typeof createOutboxService>;

/** The state that changes while the service runs. */
interface State {
  /** Time until which the mail server counts as unavailable, so that requests do not wait for it. */
  awayUntil: number;
}

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "publicUrl" | "settings" | "ids" | "clock" | "jobs" | "db" | "log"> {
  transport: Ports["mail"];
  pictureReader: MailPictureReader;
  state: State;
}

/** Returns a unique message id without further information, so that duplicates can be recognised. */
const messageIdOf = ({ publicUrl }: Context, id: string): string => `<${id}@${new URL(publicUrl()).hostname}>`;

/** Renders a mail with the address, name and logo of the installation. */
function render(
  { publicUrl, settings }: Pick<Context, "publicUrl" | "settings">,
  content: MailContent,
  asked: string | null,
): RenderedMail {
  const current = settings.current();
  const language = translatedTag(asked ?? "") ?? current.defaultLanguage;
  return renderMail(content, { language, publicUrl: publicUrl(), name: nameOf(current), logoPath: logoPath(current) });
}

const nameOf = ({ serverName }: { serverName?: string | null | undefined }): string => serverName ?? "Stillreel";

async function write(context: Context, tx: Executor, mail: Mail, runAt?: Date): Promise<string> {
  const { ids, transport, clock, jobs } = context;
  const id = ids.id();
  const { subject, text, html, pictures } = render(context, mail, mail.language);
  await repo.insertMail(tx, {
    id,
    to: mail.to,
    subject,
    text,
    html,
    unsubscribeUrl: "unsubscribeUrl" in mail ? mail.unsubscribeUrl : null,
    pictures,
    // The name of the installation shows that the person did not send it from their own address.
    senderName: mail.sender ? oneLine(`${mail.sender.name} (${nameOf(context.settings.current())})`) : null,
    replyTo: mail.sender?.address ?? null,
    status: transport.configured ? "queued" : "kept",
    createdAt: clock.now(),
  });
  if (transport.configured) await jobs.enqueue(tx, sendMail, { mailId: id }, runAt ? { runAt } : {});
  return id;
}

/** Code with which a mail server says that it accepts nothing now. */
const CLOSING = 421;
/** Returns whether the mail server is unavailable. A code about one address says nothing about the others. */
const isAway = (smtpCode: number | null): boolean => smtpCode === null || smtpCode === CLOSING;

/** Reads the pictures of a mail now, so that nothing is sent that was removed in the meantime. Missing ones are left out. */
async function withPictures(
  { pictureReader, publicUrl, log }: Context,
  { id: mailId, html, pictures }: repo.OutboxRow,
): Promise<{ html: string; pictures: InlinePicture[] }> {
  const host = new URL(publicUrl()).hostname;
  const found = await Promise.all(
    Object.entries(pictures ?? {}).map(async ([name, reference]) => {
      const picture = await pictureReader.read(reference).catch((error: unknown) => {
        log.warn({ err: error, mailId }, "a mail is sent without a picture");
        return null;
      });
      return { name, picture: picture && { ...picture, id: `${name}.${mailId}@${host}` } };
    }),
  );
  const idOf = (name: string): string | null => found.find((one) => one.name === name)?.picture?.id ?? null;
  return { html: decideBlocks(html, idOf), pictures: found.flatMap(({ picture }) => picture ?? []) };
}

async function trySend(context: Context, row: repo.OutboxRow, isLast: boolean): Promise<MailOutcome> {
  const { transport, db, clock, state } = context;
  const { html, pictures } = await withPictures(context, row);
  const outcome = await transport.send({
    messageId: messageIdOf(context, row.id),
    to: row.to,
    subject: row.subject,
    text: row.text,
    html,
    pictures,
    senderName: row.senderName,
    replyTo: row.replyTo,
    unsubscribeUrl: row.unsubscribeUrl,
  });
  const triedAt = clock.now();
  if (outcome.ok) await repo.recordTry(db, row.id, { status: "sent", error: null, smtpCode: null, sentAt: triedAt, triedAt });
  else
    await repo.recordTry(db, row.id, {
      status: outcome.kind === "rejected" || isLast ? "failed" : "queued",
      error: outcome.reason,
      smtpCode: outcome.smtpCode,
      sentAt: null,
      triedAt,
    });
  if (!outcome.ok && isAway(outcome.smtpCode)) state.awayUntil = clock.now().getTime() + HANDS_OFF_MS;
  return outcome;
}

async function deliver(context: Context, id: string): Promise<Delivery> {
  const { db } = context;
  const row = await repo.findMail(db, id);
  if (row?.status !== "queued") return "sent";
  const outcome = await trySend(context, row, false);
  if (outcome.ok) return "sent";
  return outcome.kind === "rejected" ? "refused" : "queued";
}

/** Waits for a delivery up to a timeout. A slower delivery continues in the background. */
async function withTimeLimit({ log }: Context, delivery: Promise<Delivery>): Promise<Delivery> {
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<Delivery>((resolve) => {
    timer = setTimeout(() => resolve("queued"), WAIT_MAX_MS);
  });
  const settled = delivery.catch((error: unknown): Delivery => {
    log.warn({ err: error }, "mail left to the queue");
    return "queued";
  });
  try {
    return await Promise.race([settled, tired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes a mail into the outbox and, with a mail server, queues it. Both happen in the caller's transaction. */
async function post(context: Context, tx: Executor, mail: Mail): Promise<void> {
  await write(context, tx, mail);
}

/**
 * Sends mails for a caller who needs to know which addresses the mail server refuses. If the server is available, they
 * are sent immediately. Otherwise they wait in the queue and count as queued. The results have the order of the mails.
 * @param also other changes in the transaction that writes them
 */
async function postAndTry(context: Context, mails: Mail[], also?: (tx: Executor) => Promise<void>): Promise<Delivery[]> {
  const { transport, clock, state, db } = context;
  const waits = transport.configured && clock.now().getTime() >= state.awayUntil;
  const runAt = waits ? new Date(clock.now().getTime() + HANDS_OFF_MS) : undefined;
  const written = await db.transaction(async (tx) => {
    const made: string[] = [];
    for (const mail of mails) made.push(await write(context, tx, mail, runAt));
    await also?.(tx);
    return made;
  });
  return Promise.all(written.map(async (id): Promise<Delivery> => (waits ? withTimeLimit(context, deliver(context, id)) : "queued")));
}

/** Handles the send job. It is idempotent, because a sent mail is no longer `queued`. */
async function handleSend(context: Context, { mailId }: { mailId: string }): Promise<JobOutcome> {
  const { db } = context;
  const row = await repo.findMail(db, mailId);
  if (row?.status !== "queued") return { skipped: "nothing to send" };
  const outcome = await trySend(context, row, row.attempts + 1 >= sendMail.attempts);
  if (!outcome.ok && outcome.kind === "deferred") throw new Error("The mail server deferred a mail. The outbox contains its answer.");
  return "done";
}

export function createOutboxService(
  { db, ids, clock, jobs, mail: transport, publicUrl, settings, log }: Ports,
  pictureReader: MailPictureReader,
) {
  const state: State = { awayUntil: 0 };
  const context: Context = { publicUrl, settings, ids, transport, clock, jobs, db, state, log, pictureReader };
  return {
    post: post.bind(null, context),
    postAndTry: postAndTry.bind(null, context),
    handleSend: handleSend.bind(null, context),

    /** Sends a test mail to an address, which is not stored in the outbox, and returns the answer of the mail server. */
    sendTest(to: string, language: string | null): Promise<MailOutcome> {
      const { subject, text, html } = render(context, { template: "test", data: { host: new URL(publicUrl()).host } }, language);
      return transport.send({ messageId: messageIdOf(context, ids.id()), to, subject, text, html });
    },

    /** Returns a page of mails, newest first. */
    list: (query: { after?: { at: Date; id: string } | undefined; limit: number }) => repo.listMails(db, query),
  };
}
