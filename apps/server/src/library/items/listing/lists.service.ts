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
import { Written } from "../../../platform/http/implement.ts";
import { decodeCursor, encodeCursor } from "../../../platform/http/cursor.ts";
import type { PresentedItem } from "../items.present.ts";
import * as repo from "../queries/items.repo.ts";
import * as lists from "../queries/lists.repo.ts";
import { itemScopeOf, accessScopeOf } from "../queries/access-scope.plan.ts";
import type { ItemsDeps } from "../items.deps.ts";
import type { Reading } from "../reading.service.ts";
import { createPageWriter } from "./page-writer.ts";
import type { SightOf, WrittenRow } from "./written-items.ts";

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

/** A list that the caller may read. */
interface ResolvedList {
  workspaceId: string;
  query: lists.ListQuery;
  sightOf: SightOf;
}

/** The JSON of a page before and between its items. */
const [START, COMMA] = [Buffer.from('{"items":['), Buffer.from(",")];

const isBlank = (q: string | undefined): q is undefined | "" => q === undefined || q.trim() === "";

/** Name of a list in its cursors. */
const nameOf = ({ view, sort }: ListArgs): string => `${view}-${sort}`;

/** Returns the cursor of the next page, if there is one. */
function cursorAfter(rows: readonly lists.SortedRow[], args: ListArgs): string | null {
  const last = rows.length > args.limit ? rows[args.limit - 1] : undefined;
  return last ? encodeCursor(nameOf(args), { key: lists.sortKeyOf(args, last), id: last.id }) : null;
}

/** Returns the page of these rows as JSON of the contract. */
function writtenPage(rows: readonly WrittenRow[], args: ListArgs): Written {
  const items = rows.slice(0, args.limit).flatMap(({ text }, index) => (index === 0 ? [text] : [COMMA, text]));
  return new Written([START, ...items, Buffer.from(`],"nextCursor":${JSON.stringify(cursorAfter(rows, args))}}`)]);
}

/** Where a list is read, and the caller's rights there. */
interface Container {
  workspaceId: string;
  folderId: string | null;
  able: SpaceRights;
}

function queryOf(actor: Actor, { workspaceId, folderId, able }: Container, args: ListArgs): lists.ListQuery {
  const accessScope = accessScopeOf(workspaceId, able, "read");
  return {
    view: args.view,
    sort: args.sort,
    containerId: folderId ?? workspaceId,
    userId: actor.kind === "user" ? actor.id : null,
    type: args.type,
    after: args.cursor === undefined ? null : decodeCursor(nameOf(args), isDated(args.sort), args.cursor),
    accessScope: args.view === "folder" ? itemScopeOf(accessScope) : accessScope,
  };
}

/** Creates the service for item lists and counts of a workspace. */
export function createLists(
  ports: Ports,
  { memberships, rights, search, media }: ItemsDeps,
  present: Reading["present"],
  numbers: CountsService,
) {
  const writePage = createPageWriter(ports, media, present);

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

  /** Resolves a list that the caller may read. */
  async function resolve(actor: Actor, workspaceRef: string, args: ListArgs): Promise<ResolvedList> {
    const { workspaceId, able } = await readPage(actor, workspaceRef, args.asMember);
    const folderId = args.view === "folder" ? folderRef(args.folderId) : null;
    if (folderId !== null) {
      const folder = isUuid(folderId) ? await repo.findFolder(ports.pool, folderId) : undefined;
      if (folder?.workspaceId !== workspaceId || !able.onFolder(folderId).read) throw new AppError("not-found");
    }
    const query = queryOf(actor, { workspaceId, folderId, able }, args);
    const sightOf: SightOf = (row) => ({
      permission: able.onItem(row.id, row.folder_id),
      seesFolder: able.onFolder(row.folder_id).read,
    });
    return { workspaceId, query, sightOf };
  }

  async function list(actor: Actor, workspaceRef: string, args: ListArgs): Promise<{ items: PresentedItem[]; nextCursor: string | null }> {
    const { workspaceId, query, sightOf } = await resolve(actor, workspaceRef, args);
    const rows = await rowsOf(query, workspaceId, args);
    return { items: present(actor, rows.slice(0, args.limit), sightOf), nextCursor: cursorAfter(rows, args) };
  }

  /** Does the same with the page as JSON, which is cheaper when the page was read before and has not changed. */
  async function written(actor: Actor, workspaceRef: string, args: ListArgs): Promise<Awaited<ReturnType<typeof list>> | Written> {
    if (!isBlank(args.q)) return list(actor, workspaceRef, args);
    const { query, sightOf } = await resolve(actor, workspaceRef, args);
    return writtenPage(await writePage(actor, { query, limit: args.limit, sightOf }), args);
  }

  async function rowsOf(query: lists.ListQuery, workspaceId: string, { q, limit }: ListArgs): Promise<repo.ItemRow[]> {
    if (isBlank(q)) return lists.listPage(ports.pool.reads, query, limit);
    const words = search.queryOf(workspaceId, q);
    // Punctuation alone contains no word, so nothing matches.
    return words === null ? [] : lists.findPage(ports.pool.searches, query, words, limit);
  }

  async function counts(actor: Actor, workspaceRef: string, asMember?: string): Promise<Counts & { trashDays: number }> {
    const { workspaceId, able } = await readPage(actor, workspaceRef, asMember);
    const counted = await numbers.count(workspaceId, actor.kind === "user" ? actor.id : null, accessScopeOf(workspaceId, able, "read"));
    return { ...counted, trashDays: ports.settings.current().trashDays };
  }

  return { list, written, counts };
}
