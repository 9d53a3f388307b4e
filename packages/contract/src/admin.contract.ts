import { z } from "zod";
import { Id, IsoDate, page, Paging } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

/** A mail that the server sent or, without a mail server, stored for the administrator. */
export const OutboxMail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  status: z.enum(["kept", "queued", "sent", "failed"]),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: IsoDate,
  sentAt: IsoDate.nullable(),
});

export const listOutbox = defineRoute({
  id: "admin.listOutbox",
  method: "GET",
  path: "/admin/outbox",
  summary: "Mail that was sent or kept, newest first",
  auth: "admin",
  query: z.object({ ...Paging }),
  response: page(OutboxMail),
});
