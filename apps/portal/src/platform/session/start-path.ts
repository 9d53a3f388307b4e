import type { ClientResult, getPreferences } from "@stillreel/contract";

/** Returns the path where the portal opens: the default workspace, otherwise the personal library. */
export function startPath({ defaultWorkspaceId }: Pick<ClientResult<typeof getPreferences>, "defaultWorkspaceId">): string {
  return defaultWorkspaceId === null ? "/images" : `/w/${defaultWorkspaceId}`;
}
