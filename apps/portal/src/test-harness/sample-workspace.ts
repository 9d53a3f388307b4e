import type { Answers } from "./fake-server.ts";

/** Returns a member for tests. */
const person = (id: string, role: string, more: object = {}): Record<string, unknown> => ({
  id,
  displayName: `${id[0]?.toUpperCase()}${id.slice(1)} Person`,
  email: `${id}@stills.example`,
  photoURL: null,
  role,
  joinedAt: "2026-11-01T10:00:00.000Z",
  lastSeenAt: null,
  ...more,
});

/** Returns a workspace for tests: Olga is owner, Ada admin, Max member and Vic viewer. */
export const sample = (more: object = {}): Record<string, unknown> => ({
  id: "w",
  name: "Lumen Transit",
  organizationName: "",
  avatar: null,
  thumbnail: null,
  role: "owner",
  members: [person("olga", "owner"), person("ada", "admin"), person("max", "member"), person("vic", "viewer")],
  teams: [{ id: "t", name: "Design", icon: null, owner: "ada", members: ["ada", "max"], isMember: false, closed: false }],
  favFolders: [],
  inviteLink: null,
  permission: { read: true, write: true },
  ...more,
});

/** Returns the server's responses about this workspace for the user `myId`. */
export const answersOf = (workspace: Record<string, unknown>, myId = "olga"): Answers => ({
  "auth.getUserData": { id: myId, displayName: `${myId} Person`, email: `${myId}@stills.example`, photoURL: null },
  "workspaces.get": { workspace, currentFolder: null, folders: [], files: { items: [], nextCursor: null }, allFolders: [] },
  "workspaces.list": [workspace],
  "workspaces.listDeleted": [],
  "invites.list": { invite: null, pending: [] },
  "items.list": { items: [], nextCursor: null },
  "items.count": { images: 3, videos: 1, boards: 2, shared: 0, trash: 0, storedBytes: 2_097_152 },
});
