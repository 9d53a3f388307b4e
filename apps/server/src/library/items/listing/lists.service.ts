import { isDated } from "../../../platform/db/item-orders.ts";
import { isUuid, type ItemType } from "@stillreel/contract";
import type { Ports } from "../../../platform/ports/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { authorize } from "../../../access/policies/authorize.ts";
import type { Actor } from "../../../platform/http/actor.ts";
import { folderRef } from "../../../platform/http/folder-ref.ts";
import type { SpaceRights } from "../../../access/policies/space-rights.ts";
import type { Counts } from "../queries/counts.repo.ts";
import type { CountsService } from "./counts.service.ts";
import { decodeCursor, encodeCursor } from "../../../platform/http/cursor.ts";
import type { PresentedItem } from "../items.present.ts";
import * as repo from "../queries/items.repo.ts";
import * as lists from "../queries/lists.repo.ts";
import { itemScopeOf, accessScopeOf } from "../queries/access-scope.plan.ts";
import type { ItemsDeps } from "../items.deps.ts";
import type { Reading } from "../reading.service.ts";

export type ListArgs = {
  type: ItemType | null;
  folderId: string | undefined;
  view: lists.ListView;
  sort: lists.ListSort;
  cursor: string | undefined;
  limit: number;
  /** Search words. Blank means no search. */
  q?: string | undefined;
  /** Member whose view is requested. Only for owners and admins. */
  asMember?: string | undefined;
};

/** Creates the service for item lists and counts of a workspace. */
export function createLists(ports: Ports, { memberships, rights, search }: ItemsDeps, present: Reading["present"], numbers: CountsService) {
  /** Resolves the workspace and the scope that the caller (or the member whose view is requested) may read. */
  async function readPage(
    actor: Actor,
    workspaceRef: string,
    asMember: string | undefined,
  ): Promise<{ workspaceId: string; able: SpaceRights }> {
    const workspace = await memberships.resolve(actor, workspaceRef);
    authorize(actor, "item.read", { workspaceId: workspace.id, role: workspace.role });
    return { workspaceId: workspace.id, able: await rights.of(actor, workspace, asMember) };
  }

  async function list(actor: Actor, workspaceRef: string, args: ListArgs): Promise<{ items: PresentedItem[]; nextCursor: string | null }> {
    const { workspaceId, able } = await readPage(actor, workspaceRef, args.asMember);
    const folderId = args.view === "folder" ? folderRef(args.folderId) : null;
    if (folderId !== null) {
      const folder = isUuid(folderId) ? await repo.findFolder(ports.pool, folderId) : undefined;
      if (folder?.workspaceId !== workspaceId || !able.onFolder(folderId).read) throw new AppError("not-found");
    }
    const listName = `${args.view}-${args.sort}`;
    const containerId = folderId ?? workspaceId;
    const accessScope = accessScopeOf(workspaceId, able, "read");
    const query: lists.ListQuery = {
      view: args.view,
      sort: args.sort,
      containerId,
      userId: actor.kind === "user" ? actor.id : null,
      type: args.type,
      after: args.cursor === undefined ? null : decodeCursor(listName, isDated(args.sort), args.cursor),
      accessScope: args.view === "folder" ? itemScopeOf(accessScope) : accessScope,
    };
    const rows = await rowsOf(query, workspaceId, args);
    const shown = rows.slice(0, args.limit);
    const last = rows.length > args.limit ? shown.at(-1) : undefined;
    return {
      items: present(actor, shown, (row) => ({
        permission: able.onItem(row.id, row.folder_id),
        seesFolder: able.onFolder(row.folder_id).read,
      })),
      nextCursor: last ? encodeCursor(listName, { key: lists.sortKeyOf(args, last), id: last.id }) : null,
    };
  }

  async function rowsOf(query: lists.ListQuery, workspaceId: string, { q = "", limit }: ListArgs): Promise<repo.ItemRow[]> {
    if (q.trim() === "") return lists.listPage(ports.pool.reads, query, limit);
    const words = search.queryOf(workspaceId, q);
    // Punctuation alone contains no word, so nothing matches.
    return words === null ? [] : lists.findPage(ports.pool.searches, query, words, limit);
  }

  async function counts(actor: Actor, workspaceRef: string, asMember?: string): Promise<Counts & { trashDays: number }> {
    const { workspaceId, able } = await readPage(actor, workspaceRef, asMember);
    const counted = await numbers.count(workspaceId, actor.kind === "user" ? actor.id : null, accessScopeOf(workspaceId, able, "read"));
    return { ...counted, trashDays: ports.settings.current().trashDays };
  }

  return { list, counts };
}
