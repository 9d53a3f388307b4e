import { API_BASE, DEFAULT_PREFERENCES, Preferences, type Session, type User } from "@stillreel/contract";
import type { z } from "zod";
import type { UserConnections } from "../connections/index.ts";
import type { FavoriteFolder } from "../workspaces/index.ts";
import type { SessionRow } from "./sessions.repo.ts";
import type { UserRow } from "./users.repo.ts";

type PreferencesShape = z.output<typeof Preferences>;

/** Returns the URL of an avatar, or null when there is none. */
export function avatarUrl(avatarBlobId: string | null): string | null {
  return avatarBlobId === null ? null : `${API_BASE}/avatars/${avatarBlobId}`;
}

/** Merges stored preferences into the defaults. Keys that this version does not know are dropped. */
export function presentPreferences(stored: Record<string, unknown>): PreferencesShape {
  const parsed = Preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored });
  return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
}

/** Converts a user to the contract's form for the user themselves. */
export function presentUser(user: UserRow, favorites: readonly FavoriteFolder[], connections: UserConnections): z.input<typeof User> {
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    provider: user.provider,
    photoURL: avatarUrl(user.avatarBlobId),
    displayName: user.displayName,
    role: user.role,
    ...connections,
    favoriteFolders: presentFavorites(favorites),
    preferences: presentPreferences(user.preferences),
    createdAt: user.createdAt.toISOString(),
  };
}

/** Groups starred folders: those of the personal workspace by the type they hold, other folders by workspace. */
function presentFavorites(favorites: readonly FavoriteFolder[]): z.input<typeof User>["favoriteFolders"] {
  const idsOf = (kind: FavoriteFolder["kind"]): string[] => favorites.filter((folder) => folder.kind === kind).map((folder) => folder.id);
  const workspaces: Record<string, string[]> = {};
  for (const { id, kind, workspaceId } of favorites) if (kind === "mixed") (workspaces[workspaceId] ??= []).push(id);
  return { images: idsOf("image"), videos: idsOf("video"), workspaces };
}

/** Converts a new session to the contract's form, with its tokens. */
export function presentSession(
  user: UserRow,
  tokens: { idToken: string; refreshToken: string },
  isNewUser = false,
): z.input<typeof Session> {
  return { ...tokens, email: user.email, displayName: user.displayName, photoURL: avatarUrl(user.avatarBlobId), isNewUser };
}

/** Converts an active session to an entry of the session list. */
export function presentSignedIn(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    current: row.id === currentId,
    userAgent: row.userAgent,
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  };
}

/** Returns the language that this user chose; null without a choice. Mails to them then have the language of the installation. */
export function languageOf(user: Pick<UserRow, "preferences">): string | null {
  return presentPreferences(user.preferences).language;
}
