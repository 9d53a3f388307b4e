/** A signed-in user, as far as decisions need to know. */
export interface UserActor {
  kind: "user";
  id: string;
  role: "user" | "admin";
  sessionId: string;
  /** Last time at which a password or other credential was verified in this session. */
  authenticatedAt: Date;
  /** Id of the caller's personal space. */
  personalWorkspaceId: string;
  /** Set when an access token and not a session authenticates the caller. `sessionId` is then the id of the token. */
  tokenScope?: "read" | "write";
}

/** The caller: anonymous, a signed-in user, or the server itself (jobs). */
export type Actor = { kind: "anonymous" } | UserActor | { kind: "system" };

/**
 * Returns a user on whose behalf the server works while they are absent: without a session, without the role of an administrator, and never
 * recently authenticated.
 */
export const absentUser = (id: string, personalWorkspaceId: string): UserActor => ({
  kind: "user",
  id,
  role: "user",
  sessionId: "",
  authenticatedAt: new Date(0),
  personalWorkspaceId,
});
