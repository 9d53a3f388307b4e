import { handles } from "../ports/jobs.port.ts";
import type { Ports } from "../ports/index.ts";
import type { Module } from "../module.ts";
import { sendMail } from "./outbox.jobs.ts";
import { createOutboxService } from "./outbox.service.ts";

export type { Delivery, Mail, Outbox } from "./outbox.service.ts";

/** All mail that leaves the server, or is kept for the administrator where there is no mail server. */
export function createOutbox(ports: Ports) {
  const service = createOutboxService(ports);
  return { ...service, jobs: [handles(sendMail, (payload) => service.handleSend(payload))] } satisfies Module & Record<string, unknown>;
}
