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
