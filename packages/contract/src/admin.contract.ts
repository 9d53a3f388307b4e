import { z } from "zod";
import { Id, IsoDate, Nothing, page, Paging, Person } from "./common.contract.ts";
import { OLD_ITEM_DAYS_MAX, OLD_ITEM_DAYS_MIN, OLD_ITEMS_COUNTED_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** A mail that the server sent or, without a mail server, stored for the administrator. */
/** Why the mail server did not accept a mail, as far as its answer says it. */
export const MailRefusal = z.enum([
  "unknown-address",
  "mailbox-full",
  "mailbox-closed",
  "too-large",
  "blocked",
  "busy",
  "sign-in",
  "unreachable",
  "other",
]);
export type MailRefusal = z.output<typeof MailRefusal>;

export const OutboxMail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  status: z.enum(["kept", "queued", "sent", "failed"]),
  attempts: z.int(),
  /** The answer of the mail server to the last attempt; null when it accepted the mail. */
  error: z.string().nullable(),
  smtpCode: z.int().nullable(),
  refusal: MailRefusal.nullable(),
  createdAt: IsoDate,
  triedAt: IsoDate.nullable(),
  sentAt: IsoDate.nullable(),
});

export const listOutbox = defineRoute({
  id: "admin.listOutbox",
  method: "GET",
  path: "/admin/outbox",
  summary: "Mail that was sent or is stored in the outbox, newest first",
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
  /** Name of the help article, followed by its section: `server-health#disk`. */
  article: z.string(),
});

export const getHealth = defineRoute({
  id: "admin.getHealth",
  method: "GET",
  path: "/admin/health",
  summary: "Checks of the installation with what was measured and how to correct it. Each takes at most 5 s",
  auth: "admin",
  // The language of the texts, before the cookie `i18next`, the account and `Accept-Language`. An unknown one is skipped.
  query: z.object({ lng: z.string().max(100).optional() }),
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

/** Storage of one kind. Originals and renditions count for the items that they belong to. */
const StorageKind = z.object({ items: z.int(), bytes: z.int() });

/** A personal library or a workspace with its storage, as the last count found it. */
export const SpaceStorage = z.object({
  id: Id,
  kind: z.enum(["personal", "workspace"]),
  /** Name of the workspace; of a personal library, the name of its owner. */
  name: z.string(),
  /** Null for a workspace without an owner. */
  owner: Person.nullable(),
  /** Items that are not in the trash. */
  items: z.int(),
  /** Bytes of all items, with originals, renditions and the trash. */
  storedBytes: z.int(),
  trashedItems: z.int(),
  trashBytes: z.int(),
  /** Bytes that count for the quota. They are up to date. */
  usedBytes: z.int(),
  /** Bytes that may be used; 0 is unlimited. */
  quota: z.int(),
});

export const getStorage = defineRoute({
  id: "admin.getStorage",
  method: "GET",
  path: "/admin/storage",
  summary: "Storage of the installation by kind, and every personal library and workspace with its storage, the largest first",
  auth: "admin",
  query: z.object({ ...Paging }),
  response: page(SpaceStorage).extend({
    /** Items of a kind, without those in the trash. What is in the trash counts there with its originals and renditions. */
    kinds: z.object({
      images: StorageKind,
      videos: StorageKind,
      boards: StorageKind,
      originals: StorageKind,
      renditions: StorageKind,
      trash: StorageKind,
    }),
    /** The disk of the store. Null for an S3 store, which does not report its size. */
    disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }).nullable(),
    /** Time of the last complete count; null before the first. */
    countedAt: IsoDate.nullable(),
    /** Whether a count runs or waits. A request starts one when the last is older than an hour. */
    isCounting: z.boolean(),
  }),
});

export const recountStorage = defineRoute({
  id: "admin.recountStorage",
  method: "POST",
  path: "/admin/storage/recount",
  summary: "Count the storage of every personal library and workspace again, in the background",
  auth: "admin",
  response: Nothing,
});

export const previewRetention = defineRoute({
  id: "admin.previewRetention",
  method: "GET",
  path: "/admin/storage/retention",
  summary: "Items that were not opened or changed for a number of days, which the setting `oldItemDays` would move to the trash",
  auth: "admin",
  query: z.object({ days: z.coerce.number().int().min(OLD_ITEM_DAYS_MIN).max(OLD_ITEM_DAYS_MAX) }),
  response: z.object({
    /** At most OLD_ITEMS_COUNTED_MAX, which means "this number or more". */
    items: z.int().max(OLD_ITEMS_COUNTED_MAX),
    /** Bytes of the counted items. */
    bytes: z.int(),
  }),
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
