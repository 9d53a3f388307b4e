import type { getManagedUser, listUsers, ServerResult } from "@stillreel/contract";
import { avatarUrl } from "../auth/index.ts";
import type { listSessions, listSignIns, listWorkspaces, ManagedRow } from "./people.repo.ts";

export type PresentedPerson = ServerResult<typeof listUsers>["items"][number];
export type PresentedDetails = ServerResult<typeof getManagedUser>;

const dateOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

/** Converts an account to the contract's form for administrators. @param defaultQuota quota of accounts without an own one */
export function presentPerson(row: ManagedRow, defaultQuota: number): PresentedPerson {
  const quota = row.quotaBytes === null ? null : Number(row.quotaBytes);
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    displayName: row.displayName,
    photoURL: avatarUrl(row.avatarBlobId),
    provider: row.provider,
    role: row.role,
    suspendedAt: dateOf(row.suspendedAt),
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: dateOf(row.lastSeenAt),
    storageBytes: Number(row.storageBytes),
    itemCount: Number(row.itemCount),
    quota,
    quotaLimit: quota ?? defaultQuota,
  };
}

/** What the details of an account show besides its row. */
export interface PersonParts {
  usedBytes: number;
  hasTwoFactor: boolean;
  workspaces: Awaited<ReturnType<typeof listWorkspaces>>;
  sessions: Awaited<ReturnType<typeof listSessions>>;
  signIns: Awaited<ReturnType<typeof listSignIns>>;
}

/** Adds the details to an account in the contract's form. */
export function presentDetails(
  person: PresentedPerson,
  { usedBytes, hasTwoFactor, workspaces, sessions, signIns }: PersonParts,
): PresentedDetails {
  return {
    ...person,
    usedBytes,
    hasTwoFactor,
    workspaces,
    sessions: sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    signIns: signIns.map(({ at, action, ip }) => ({ at: at.toISOString(), isRefused: action === "auth.sign-in-refused", ip })),
  };
}
