import type { InstallationFilter } from "../../../entities/administration/administration.queries.ts";
import { NO_FILTER } from "../../../platform/activity/activity-filter.ts";

const NAMES = ["action", "userId", "workspaceId", "from", "to"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** Returns the filter in an address. Values that are no texts, and days that cannot be read, are ignored. */
export function filterOf(search: Readonly<Record<string, unknown>>): InstallationFilter {
  const textOf = (name: (typeof NAMES)[number]): string => (typeof search[name] === "string" ? search[name] : "");
  const dayOf = (name: "from" | "to"): string => (DAY.test(textOf(name)) && !Number.isNaN(Date.parse(textOf(name))) ? textOf(name) : "");
  return {
    ...NO_FILTER,
    action: textOf("action"),
    userId: textOf("userId"),
    workspaceId: textOf("workspaceId"),
    from: dayOf("from"),
    to: dayOf("to"),
  };
}

/** Returns the values of a filter that belong in the address. */
export const searchOf = (filter: InstallationFilter): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, filter[name]] as const).filter(([, value]) => value !== ""));
