/** A signed-in user, as far as decisions need to know. */
export interface UserActor {
  kind: "user";
  id: string;
  role: "user" | "admin";
  sessionId: string;
  /** When a password or a fresh credential was last given in this session. */
  authenticatedAt: Date;
  /** The caller's personal space. */
  personalWorkspaceId: string;
}

/** The caller: anonymous, a signed-in user, or the server itself (jobs). */
export type Actor = { kind: "anonymous" } | UserActor | { kind: "system" };
