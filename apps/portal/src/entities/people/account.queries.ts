import { countItems, getPreferences, listSessions } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Query keys of the account. */
export const accountKeys = {
  user: userQuery.queryKey,
  preferences: ["user", "preferences"] as const,
  sessions: ["user", "sessions"] as const,
};

/** The signed-in user's preferences. */
export const preferencesQuery = queryOptions({
  queryKey: accountKeys.preferences,
  queryFn: ({ signal }) => client.call(getPreferences, {}, { signal }),
});

/** Sessions of the account. */
export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => client.call(listSessions, {}, { signal }),
  select: (page) => page.items,
});

/** Number of items in the personal space and their size. Features that add or remove items invalidate it by this key. */
export const countsQuery = queryOptions({
  queryKey: ["counts", "personal"] as const,
  queryFn: ({ signal }) => client.call(countItems, { params: { workspaceId: "personal" } }, { signal }),
});
