import { z } from "zod";
import { Email, Id, IsoDate, Nothing, page, Paging, Person } from "./common.contract.ts";
import { REPORT_TEXT_MAX } from "./limits.ts";
import { ReportReason } from "./report-values.ts";
import { LinkRemoval } from "./shares.contract.ts";
import { ItemType } from "./item-values.ts";
import { defineRoute } from "./route.ts";

const Slug = z.string().min(1).max(64);

export const reportLink = defineRoute({
  id: "reports.create",
  method: "POST",
  path: "/shared/{slug}/report",
  summary: "Report a link to the administrators of the server, with or without an account",
  auth: "optional",
  params: z.object({ slug: Slug }),
  body: z.object({
    reason: ReportReason,
    text: z.string().trim().max(REPORT_TEXT_MAX).default(""),
    /** Address for questions of the administrators. */
    email: Email.optional(),
  }),
  response: Nothing,
  success: 201,
  errors: ["link-removed"],
});

/** One report of a visitor. */
export const LinkReport = z.object({
  id: Id,
  reason: ReportReason,
  text: z.string(),
  email: z.string().nullable(),
  createdAt: IsoDate,
});

/** A link with its reports. */
export const ReportedLink = z.object({
  slug: z.string(),
  shareUrl: z.string(),
  /** Null when the item was permanently deleted, and for the link of a folder. */
  item: z.object({ id: Id, type: ItemType, title: z.string() }).nullable(),
  /** The folder of the link; null for other links, and while it is in the trash. */
  folder: z.object({ id: Id, name: z.string() }).nullable(),
  owner: Person.nullable(),
  /** Number of reports. */
  reports: z.int().positive(),
  newest: LinkReport,
  firstAt: IsoDate,
  lastAt: IsoDate,
  /** Null while an administrator has not decided. */
  closedAt: IsoDate.nullable(),
  /** Whether the owner still has the link. */
  isRevoked: z.boolean(),
  removal: LinkRemoval.nullable(),
});

export const listReports = defineRoute({
  id: "reports.list",
  method: "GET",
  path: "/admin/reports",
  summary: "Reported links, those with the newest report first",
  auth: "admin",
  query: z.object({ ...Paging, state: z.enum(["open", "closed"]).default("open") }),
  response: page(ReportedLink),
});

export const getReports = defineRoute({
  id: "reports.get",
  method: "GET",
  path: "/admin/reports/{slug}",
  summary: "One reported link with its newest reports",
  auth: "admin",
  params: z.object({ slug: Slug }),
  response: ReportedLink.extend({ newestReports: z.array(LinkReport) }),
});

export const updateReports = defineRoute({
  id: "reports.update",
  method: "PUT",
  path: "/admin/reports/{slug}",
  summary: "Close or reopen the reports of a link, and remove or restore the link; the owner is notified of the removal",
  auth: "admin",
  params: z.object({ slug: Slug }),
  body: z
    .object({
      closed: z.boolean().optional(),
      /** A removed link answers everywhere with `link-removed`, until it is restored. */
      removed: z.boolean().optional(),
      /** Why the link is removed. */
      reason: ReportReason.optional(),
    })
    .refine(({ removed, reason }) => removed !== true || reason !== undefined, {
      path: ["reason"],
      error: "Choose the reason of the removal.",
    }),
  response: ReportedLink,
});
