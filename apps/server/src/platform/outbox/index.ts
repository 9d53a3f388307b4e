import { handles } from "../ports/jobs.port.ts";
import type { Ports } from "../ports/index.ts";
import type { Module } from "../module.ts";
import { sendMail } from "./outbox.jobs.ts";
import { createOutboxService, type MailPictureReader } from "./outbox.service.ts";

export { libraryFolderName } from "./mail-texts.ts";
export { refusalOf } from "./refusals.ts";
export { notificationSentence } from "./notification-texts.ts";
export type { MailedComment, MailedItem, MailedPerson, MailedTerms, PictureAudience } from "./item-mail.types.ts";
export type { Delivery, Mail, MailPictureReader, Outbox } from "./outbox.service.ts";

/** Creates the module for outgoing mail. Without a mail server, mail is stored for the administrator. */
export function createOutbox(ports: Ports, pictures: MailPictureReader) {
  const service = createOutboxService(ports, pictures);
  return { ...service, jobs: [handles(sendMail, (payload) => service.handleSend(payload))] } satisfies Module & Record<string, unknown>;
}
