import type { ClientResult, listAudit, listInstallationAudit } from "@stillreel/contract";

/** One row of an activity log, of a workspace or of the installation. */
export type Activity = ClientResult<typeof listAudit>["items"][number] &
  Partial<Pick<ClientResult<typeof listInstallationAudit>["items"][number], "ip" | "workspace">>;

/** Filter of the activity list. Days as `YYYY-MM-DD`, inclusive; empty texts mean no filter. */
export interface ActivityFilter {
  /** An action, or an action prefix that ends with a dot. */
  action: string;
  userId: string;
  from: string;
  to: string;
}

/** The filter that shows everything. */
export const NO_FILTER: ActivityFilter = { action: "", userId: "", from: "", to: "" };

/** Returns the filter for the API. Days are in local time. */
export function activitySearch({ action, userId, from, to }: ActivityFilter): {
  action?: string;
  userId?: string;
  from?: string;
  to?: string;
} {
  const start = (day: string, add = 0): string => {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    return new Date(year, month - 1, date + add).toISOString();
  };
  return {
    ...(action && { action }),
    ...(userId && { userId }),
    ...(from && { from: start(from) }),
    // Until the last millisecond of that day.
    ...(to && { to: new Date(new Date(start(to, 1)).getTime() - 1).toISOString() }),
  };
}
