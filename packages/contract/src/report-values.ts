import { z } from "zod";

/** Reasons for which a visitor reports a link, and an administrator removes it, in the order of the form. */
export const REPORT_REASONS = ["illegal", "private", "abusive", "misleading"] as const;
export const ReportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.output<typeof ReportReason>;
