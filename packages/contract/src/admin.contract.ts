import { z } from "zod";
import { Id, IsoDate, Nothing, page, Paging, Person } from "./common.contract.ts";
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

/** Result of one check of the installation. */
export const HealthCheck = z.object({
  id: z.enum(["store", "database", "queue", "mail", "disk", "clock", "versions", "backups", "publicAddress", "settings"]),
  state: z.enum(["good", "attention", "problem"]),
  /** What was measured, as a sentence. */
  measured: z.string(),
  /** What to do, as a sentence; null when nothing is wrong. */
  fix: z.string().nullable(),
  /** Page and section of the documentation. */
  article: z.string(),
});

export const getHealth = defineRoute({
  id: "admin.getHealth",
  method: "GET",
  path: "/admin/health",
  summary: "Checks of the installation with what was measured and how to correct it. Each takes at most 5 s",
  auth: "admin",
  response: z.object({ checkedAt: IsoDate, checks: z.array(HealthCheck) }),
});

const JobName = z.string().min(1).max(100);

export const JobState = z.enum(["running", "waiting", "failed"]);

/** A job in the queue. Its payload is not returned. */
export const QueuedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: JobState,
  attempts: z.int(),
  maxAttempts: z.int(),
  /** Time of the next attempt. */
  runAt: IsoDate,
  /** Start of the running attempt. */
  startedAt: IsoDate.nullable(),
  createdAt: IsoDate,
  /** Why the last attempt failed, as a sentence without addresses. */
  error: z.string().nullable(),
  /** What the job works on; null when it concerns the whole installation. */
  subject: z
    .object({
      kind: z.enum(["item", "workspace", "person"]),
      title: z.string(),
      /** Path of its page, if the caller is a member of its space. */
      path: z.string().nullable(),
      /** Owner of an item. */
      owner: Person.nullable(),
    })
    .nullable(),
  /** Progress of an item's processing in percent. */
  progress: z.int().nullable(),
});

export const listJobs = defineRoute({
  id: "admin.listJobs",
  method: "GET",
  path: "/admin/jobs",
  summary: "Jobs in the queue, newest first, with the number of each state",
  auth: "admin",
  query: z.object({ ...Paging, state: JobState.optional(), name: JobName.optional() }),
  response: page(QueuedJob).extend({
    counts: z.object({ running: z.int(), waiting: z.int(), failed: z.int() }),
    /** Kinds of jobs in the queue, by name. */
    kinds: z.array(z.object({ name: z.string(), failed: z.int() })),
  }),
});

export const retryJobs = defineRoute({
  id: "admin.retryJobs",
  method: "POST",
  path: "/admin/jobs/retry",
  summary: "Run every failed job of one kind now, with all of its attempts",
  auth: "admin",
  body: z.object({ name: JobName }),
  response: z.object({ retried: z.int() }),
});

export const retryJob = defineRoute({
  id: "admin.retryJob",
  method: "POST",
  path: "/admin/jobs/{jobId}/retry",
  summary: "Run a waiting or failed job now, with all of its attempts",
  auth: "admin",
  params: z.object({ jobId: z.string().max(20) }),
  response: Nothing,
});

/** A workspace with its size. */
export const AdministeredWorkspace = z.object({
  id: Id,
  name: z.string(),
  /** Null for a workspace without an owner. */
  owner: Person.nullable(),
  /**
   * Why the workspace is abandoned, so that an administrator may transfer it: it has no owner, or every owner is suspended, or did nothing
   * for 90 days. Null when an owner is active.
   */
  abandoned: z.enum(["no-owner", "suspended", "absent"]).nullable(),
  members: z.int(),
  items: z.int(),
  storedBytes: z.int(),
  createdAt: IsoDate,
});

export const listAllWorkspaces = defineRoute({
  id: "admin.listWorkspaces",
  method: "GET",
  path: "/admin/workspaces",
  summary: "Every workspace of the installation, newest first; personal libraries are not listed",
  auth: "admin",
  query: z.object({ ...Paging, q: z.string().trim().max(100).optional() }),
  response: page(AdministeredWorkspace),
});

export const transferWorkspace = defineRoute({
  id: "admin.transferWorkspace",
  method: "POST",
  path: "/admin/workspaces/{workspaceId}/transfer",
  summary: "Give an abandoned workspace another owner; the former owners become admins, and all of them are notified",
  auth: "admin",
  params: z.object({ workspaceId: Id }),
  body: z.object({ userId: Id }),
  response: Nothing,
  errors: ["workspace-has-owner"],
});
