import type { listAllWorkspaces, ServerArgs, ServerResult } from "@stillreel/contract";
import { avatarUrl } from "../../people/auth/index.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./all-workspaces.repo.ts";

/** Name of the list in its cursors. */
const LIST = "all-workspaces";

type Page = ServerResult<typeof listAllWorkspaces>;

function present(row: repo.AdministeredRow): Page["items"][number] {
  const { owner_id: id, owner_name: displayName, owner_avatar: avatar } = row;
  return {
    id: row.id,
    name: row.name,
    owner: id === null ? null : { id, displayName: displayName ?? "", photoURL: avatarUrl(avatar) },
    abandoned: row.owners_state === "active" ? null : row.owners_state,
    members: row.members,
    items: row.items,
    storedBytes: Number(row.stored_bytes),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Returns a page of all workspaces, newest first. @throws AppError `validation-failed` */
export async function listWorkspaces(
  { db, clock }: Pick<Ports, "db" | "clock">,
  { q, cursor, limit }: ServerArgs<typeof listAllWorkspaces>["query"],
): Promise<Page> {
  const position = cursor === undefined ? undefined : decodeCursor(LIST, true, cursor);
  const after = position && { at: new Date(position.key), id: position.id };
  const rows = await repo.listAll(db, { q, after, limit: limit + 1, now: clock.now() });
  const items = rows.slice(0, limit).map(present);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(LIST, { key: last.createdAt, id: last.id }) : null };
}
