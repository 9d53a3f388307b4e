import { sql } from "drizzle-orm";
import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.ts";
import { users } from "./users.table.ts";

/** Places that hold folders and items. A personal space is a workspace of kind `personal` with one member: its owner. */
export const workspaces = pgTable(
  "workspaces",
  {
    id: id(),
    kind: text({ enum: ["personal", "team"] }).notNull(),
    name: text().notNull(),
    organizationName: text().notNull().default(""),
    avatarBlobId: uuid(),
    thumbnailBlobId: uuid(),
    /** Set on personal spaces alone. */
    personalOwnerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Grows by triggers with every change of its tree, its entries of rights, its teams and its roles: what was worked out before is stale. */
    rightsVersion: bigint({ mode: "number" }).notNull().default(0),
    /** Grows by triggers with every change of what is shown of its folders to everybody; personal spaces have none of these versions. */
    foldersVersion: bigint({ mode: "number" }).notNull().default(0),
    /** Gone for everybody since then, and purged when its days of grace are over. */
    deletedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("workspaces_personal_owner").on(table.personalOwnerId),
    index("workspaces_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
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

/** Folders: a tree by `parentId`, with the ids from the root down in `path` for subtree work. `nameKey` is the name as compared. */
export const folders = pgTable(
  "folders",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    parentId: uuid(),
    kind: text({ enum: ["image", "video", "mixed"] }).notNull(),
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

/** Stars on folders, one row a person and folder. */
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

/** Groups of members inside a workspace. `nameKey` is the name as compared. */
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
    /** Null when its owner is gone and nobody was left in it. */
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Members cannot join it by themselves: its owner puts them into it. */
    closed: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("teams_name").on(table.workspaceId, table.nameKey)],
);

/** Who is in a team: members of its workspace alone, out of it with them. */
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

/** The way into a workspace: one live invite each, its secret hashed for joining and encrypted for showing the link again. */
export const invites = pgTable(
  "invites",
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** SHA-256 of the 128 bits that the link carries. */
    secretHash: text().notNull(),
    sealedSecret: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
    /** Who was taken out of the workspace while this was live: they know the link, and it is theirs no more. */
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

/** Whom an invite was mailed to and who has not joined yet; one row an address. */
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
