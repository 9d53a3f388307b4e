import { listAllWorkspaces, type ServerResult } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { avatarUrl } from "../../people/auth/index.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import { implement } from "../../platform/http/implement.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./all-workspaces.repo.ts";

/** Name of the list in its cursors. */
const LIST = "all-workspaces";

function present(row: repo.AdministeredRow): ServerResult<typeof listAllWorkspaces>["items"][number] {
  const { owner_id: id, owner_name: displayName, owner_avatar: avatar } = row;
  return {
    id: row.id,
    name: row.name,
    owner: id === null ? null : { id, displayName: displayName ?? "", photoURL: avatarUrl(avatar) },
    members: row.members,
    items: row.items,
    storedBytes: Number(row.stored_bytes),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function allWorkspacesRoutes(app: FastifyInstance, { db }: Pick<Ports, "db">): void {
  implement(app, listAllWorkspaces, { needs: "server.admin" }, async ({ query }) => {
    const position = query.cursor === undefined ? undefined : decodeCursor(LIST, true, query.cursor);
    const after = position && { at: new Date(position.key), id: position.id };
    const rows = await repo.listAll(db, { q: query.q, after, limit: query.limit + 1 });
    const items = rows.slice(0, query.limit).map(present);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > query.limit && last ? encodeCursor(LIST, { key: last.createdAt, id: last.id }) : null };
  });
}
