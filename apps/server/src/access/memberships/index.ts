export { createMemberships, factsOf, type Memberships, type ResolvedWorkspace, type WorkspaceFacts } from "./memberships.service.ts";
export { findAnyMembership, type JoinedWorkspace, lockWorkspaces, type WorkspaceRow } from "./memberships.repo.ts";
