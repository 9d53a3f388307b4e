import { handles } from "../ports/jobs.port.ts";
import type { Ports } from "../ports/index.ts";
import type { Module } from "../module.ts";
import { sendMail } from "./outbox.jobs.ts";
import { createOutboxService } from "./outbox.service.ts";

export { libraryFolderName } from "./mail-texts.ts";
export { notificationSentence } from "./notification-texts.ts";
export type { Delivery, Mail, Outbox } from "./outbox.service.ts";

/** Creates the module for outgoing mail. Without a mail server, mail is stored for the administrator. */
export function createOutbox(ports: Ports) {
  const service = createOutboxService(ports);
  return { ...service, jobs: [handles(sendMail, (payload) => service.handleSend(payload))] } satisfies Module & Record<string, unknown>;
}
