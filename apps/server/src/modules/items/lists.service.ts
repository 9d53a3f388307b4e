import type { Ports } from "../../ports/index.ts";
import { AppError } from "../../http/app-error.ts";
import { authorize, type Actor } from "../../policies/actor.ts";
import { canRead, permissionOn } from "../../policies/items.policy.ts";
import type { Counts } from "./counts.repo.ts";
import type { CountsService } from "./counts.service.ts";
import { decodeCursor, encodeCursor, isUuid } from "./items.cursor.ts";
import { folderRef } from "./items.form.ts";
import type { PresentedItem } from "./items.present.ts";
import * as repo from "./items.repo.ts";
import type { ItemsDeps, Reading } from "./reading.service.ts";
import * as lists from "./lists.repo.ts";

export type ListArgs = {
  type: "image" | "video" | null;
  folderId: string | undefined;
  view: lists.ListView;
  sort: lists.ListSort;
  cursor: string | undefined;
  limit: number;
  /** Words to find; blank for all. */
  q?: string | undefined;
};

/** Pages and numbers of a space. */
export function createLists(ports: Ports, { workspaces, search }: ItemsDeps, present: Reading["present"], numbers: CountsService) {
  async function list(actor: Actor, workspaceRef: string, args: ListArgs): Promise<{ items: PresentedItem[]; nextCursor: string | null }> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    const space = { workspaceId: workspace.id, role: workspace.role };
    authorize(canRead(actor, space));
    const folderId = args.view === "folder" ? folderRef(args.folderId) : null;
    if (folderId !== null) {
      const folder = isUuid(folderId) ? await repo.findFolder(ports.db, folderId) : undefined;
      if (folder?.workspaceId !== workspace.id) throw new AppError("not-found");
    }
    const listName = `${args.view}-${args.sort}`;
    const query: lists.ListQuery = {
      view: args.view,
      sort: args.sort,
      placeId: folderId ?? workspace.id,
      userId: actor.kind === "user" ? actor.id : null,
      type: args.type,
      after: args.cursor === undefined ? null : decodeCursor(listName, lists.isDated(args.sort), args.cursor),
    };
    const rows = await rowsOf(query, workspace.id, args);
    const shown = rows.slice(0, args.limit);
    const last = rows.length > args.limit ? shown.at(-1) : undefined;
    return {
      items: present(actor, shown, permissionOn(actor, space)),
      nextCursor: last ? encodeCursor(listName, { key: lists.keyOf(last.sort_key), id: last.id }) : null,
    };
  }

  async function rowsOf(query: lists.ListQuery, workspaceId: string, { q = "", limit }: ListArgs): Promise<lists.ListedRow[]> {
    if (q.trim() === "") return lists.listPage(ports.pool, query, limit);
    const words = search.queryOf(workspaceId, q);
    // Signs alone are no words, and stand nowhere.
    return words === null ? [] : lists.findPage(ports.pool, query, words, limit);
  }

  async function counts(actor: Actor, workspaceRef: string): Promise<Counts & { trashDays: number }> {
    const workspace = await workspaces.resolve(actor, workspaceRef);
    authorize(canRead(actor, { workspaceId: workspace.id, role: workspace.role }));
    const counted = await numbers.count(workspace.id, actor.kind === "user" ? actor.id : null);
    return { ...counted, trashDays: ports.config.TRASH_DAYS };
  }

  return { list, counts };
}
