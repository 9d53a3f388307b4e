import type { ClientResult, getPreferences } from "@stillreel/contract";

/** Storage key of the hint for `early.js` that the portal does not open with the personal library. */
const ELSEWHERE = "stillreel-starts-elsewhere";

/**
 * Returns the path where the portal opens: the default workspace, otherwise the personal library. Stores which of both, so that the
 * next visit does not show the library first.
 */
export function startPath({ defaultWorkspaceId }: Pick<ClientResult<typeof getPreferences>, "defaultWorkspaceId">): string {
  try {
    if (defaultWorkspaceId === null) localStorage.removeItem(ELSEWHERE);
    else localStorage.setItem(ELSEWHERE, "1");
  } catch {
    // Storage is blocked: the library is shown first.
  }
  return defaultWorkspaceId === null ? "/images" : `/w/${defaultWorkspaceId}`;
}
