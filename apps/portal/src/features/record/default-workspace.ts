import { queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Returns the id of the user's default workspace, which is known on every signed-in page; null for the personal library. */
export const defaultWorkspaceId = (): string | null =>
  queryClient.getQueryData(userQuery.queryKey)?.preferences?.defaultWorkspaceId ?? null;
