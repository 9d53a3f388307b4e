import { sql } from "drizzle-orm";
import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";

/** Workspaces with folders and items. A personal workspace has kind `personal` and one member, its owner. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: id(),
    kind: text({ enum: ["personal", "team"] }).notNull(),
    name: text().notNull(),
    organizationName: text().notNull().default(""),
    avatarBlobId: uuid(),
    thumbnailBlobId: uuid(),
    /** Set only for personal workspaces. */
    personalOwnerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /**
     * Version of the rights, incremented by triggers when folders, grants, teams or roles change. Invalidates cached
     * rights.
     */
    rightsVersion: bigint({ mode: "number" }).notNull().default(0),
    /**
     * Version of the public folder data, incremented by triggers when the data that all members see of its folders changes.
     * Personal workspaces do not use this version or `rightsVersion`.
     */
    foldersVersion: bigint({ mode: "number" }).notNull().default(0),
    /** Time of deletion. The workspace is inaccessible since then and purged after the grace period. */
    deletedAt: timestampMs(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("workspaces_personal_owner").on(table.personalOwnerId),
    index("workspaces_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
    // The list of all workspaces for administrators, and its search.
    index("workspaces_newest")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.kind} = 'team' and ${table.deletedAt} is null`),
    index("workspaces_search")
      .using("gin", sql`${table.name} gin_trgm_ops`)
      .where(sql`${table.kind} = 'team' and ${table.deletedAt} is null`),
  ],
);

export const members = pgTable(
  "members",
  {
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    joinedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] }), index("members_user").on(table.userId)],
);

/**
 * Folder tree by `parentId`. `path` has the ids from the root down, for subtree queries. `nameKey` is normalized for
 * comparison.
 */
export const folders = pgTable(
  "folders",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    parentId: uuid(),
    kind: text({ enum: ["image", "video", "board", "mixed"] }).notNull(),
    name: text().notNull(),
    nameKey: text().notNull(),
    color: text().notNull(),
    path: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    nestLevel: integer().notNull().default(0),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id], name: "folders_parent" }).onDelete("cascade"),
    index("folders_parent_id").on(table.parentId),
    uniqueIndex("folders_name").on(table.workspaceId, sql`coalesce(${table.parentId}, ${table.workspaceId})`, table.kind, table.nameKey),
  ],
);

/** Starred folders, one row per user and folder. */
export const favoriteFolders = pgTable(
  "favorite_folders",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    folderId: uuid()
      .notNull()
      .references(() => folders.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.folderId] }), index("favorite_folders_folder").on(table.folderId)],
);

/** Groups of members inside a workspace. `nameKey` is the name normalized for comparison. */
export const teams = pgTable(
  "teams",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text().notNull(),
    nameKey: text().notNull(),
    iconBlobId: uuid(),
    /** Null when the owner left and the team had no other member. */
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Whether members cannot join without the owner, who adds them instead. */
    closed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("teams_name").on(table.workspaceId, table.nameKey)],
);

/** Members of teams. They must be members of the workspace, and leaving it removes them from its teams. */
export const teamMembers = pgTable(
  "team_members",
  {
    teamId: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    userId: uuid().notNull(),
    joinedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    foreignKey({
      columns: [table.workspaceId, table.userId],
      foreignColumns: [members.workspaceId, members.userId],
      name: "team_members_member",
    }).onDelete("cascade"),
    index("team_members_user").on(table.workspaceId, table.userId),
  ],
);

/**
 * Invites to workspaces, one active invite each. The secret is hashed for joining and encrypted for showing the link
 * again.
 */
export const invites = pgTable(
  "invites",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** SHA-256 of the 128-bit secret in the link. */
    secretHash: text().notNull(),
    sealedSecret: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: timestampMs().notNull(),
    revokedAt: timestampMs(),
    /** Users who were removed from the workspace while this invite was active. They know the link but may not use it. */
    barredUserIds: uuid()
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
  },
  (table) => [
    uniqueIndex("invites_secret").on(table.secretHash),
    uniqueIndex("invites_live")
      .on(table.workspaceId)
      .where(sql`${table.revokedAt} is null`),
  ],
);

/** Recipients of a mailed invite who have not joined yet, one row per address. */
export const invitedPeople = pgTable(
  "invited_people",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    email: text().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    sentAt: createdAt(),
  },
  (table) => [uniqueIndex("invited_people_email").on(table.workspaceId, table.email)],
);
