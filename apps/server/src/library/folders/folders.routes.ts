import {
  createFolder,
  deleteFolder,
  favoriteFolder,
  Folder,
  getWorkspace,
  Item,
  LIST_LIMIT_DEFAULT,
  listFolders,
  moveItems,
  page,
  updateFolder,
  Workspace,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { implement, signedIn, writerOf, Written } from "../../platform/http/implement.ts";
import { folderRef } from "../../platform/http/folder-ref.ts";
import type { FoldersService } from "./folders.service.ts";
import type { FoldersDeps } from "./folders.deps.ts";
import type { FolderReading, ShownFolder } from "./reading.service.ts";

const writeSpace = writerOf(Workspace);
const writeFiles = writerOf(page(Item));
const writeFolder = writerOf(Folder);

/** Joins a list of folders piece by piece into one flat string for sending. */
function written(shown: readonly ShownFolder[]): string {
  let text = "";
  for (const folder of shown) text += (text === "" ? "[" : ",") + folder.text;
  return text === "" ? "[]" : `${text}]`;
}

interface FolderServices {
  service: FoldersService;
  reading: FolderReading;
}

/** Registers the routes of folders and of folder contents. */
export function folderRoutes(app: FastifyInstance, deps: FoldersDeps, { service: folders, reading }: FolderServices): void {
  implement(app, listFolders, { needs: "item.list" }, async ({ params, query }, { actor }) => {
    if (query.level !== undefined) {
      const { folders: items, itemsHere } = await reading.level(signedIn(actor), params.workspaceId, {
        ...query,
        folderId: folderRef(query.level),
        hasThumbnails: true,
      });
      return { items, nextCursor: null, itemsHere };
    }
    if (query.starred) return { items: await reading.starred(signedIn(actor), params.workspaceId, query), nextCursor: null };
    if (query.linked) return { items: await reading.linked(signedIn(actor), params.workspaceId, query), nextCursor: null };
    const shown = await reading.tree(signedIn(actor), params.workspaceId, query);
    return new Written(`{"items":${written(shown)},"nextCursor":null}`);
  });

  implement(app, createFolder, { needs: "folder.add" }, ({ params, body }, { actor }) =>
    folders.create(signedIn(actor), params.workspaceId, body),
  );

  implement(app, updateFolder, { needs: "folder.write" }, ({ params, body }, { actor }) =>
    folders.update(signedIn(actor), params.workspaceId, params.folderId, body.folder),
  );

  implement(app, deleteFolder, { needs: "folder.write" }, ({ params, query }, { actor, request }) =>
    folders.remove(signedIn(actor), params.workspaceId, params.folderId, { withItems: query.withItems, ip: request.ip }),
  );

  implement(app, moveItems, { needs: "folder.write" }, ({ params, body }, { actor }) =>
    folders.moveItems(signedIn(actor), params.workspaceId, params.folderId, body),
  );

  implement(app, favoriteFolder, { needs: "folder.read" }, ({ params, body }, { actor }) =>
    folders.favorite(signedIn(actor), params.workspaceId, params.folderId, body.favorite),
  );

  workspaceRoute(app, deps, reading);
}

/** Registers the route of a workspace with the contents of one folder. */
function workspaceRoute(app: FastifyInstance, { workspaces, items }: FoldersDeps, reading: FolderReading): void {
  implement(
    app,
    getWorkspace,
    { needs: "folder.read" },
    async ({ params: { workspaceId }, query: { folderId: ref, asMember, tree } }, { actor }) => {
      const user = signedIn(actor);
      const folderId = folderRef(ref);
      const ofLevel = async (alsoIds: readonly string[]): Promise<ShownFolder[]> => {
        const { folders: shown } = await reading.level(user, workspaceId, { folderId, asMember, alsoIds, hasThumbnails: false });
        return shown.map((folder) => ({ id: folder.id, parentId: folder.parentId, text: writeFolder(folder) }));
      };
      const whole = workspaces.whole(user, workspaceId);
      const [workspace, allFolders, files] = await Promise.all([
        whole,
        tree === "level" ? whole.then(({ favFolders }) => ofLevel(favFolders)) : reading.tree(user, workspaceId, { asMember }),
        items.list(user, workspaceId, {
          type: null,
          folderId: folderId ?? undefined,
          view: "folder",
          sort: "newest",
          cursor: undefined,
          limit: LIST_LIMIT_DEFAULT,
          asMember,
        }),
      ]);
      const currentFolder = allFolders.find((folder) => folder.id === folderId) ?? null;
      if (folderId !== null && !currentFolder) throw new AppError("not-found");
      const shown = new Set(allFolders.map((folder) => folder.id));
      const space = { ...workspace, favFolders: workspace.favFolders.filter((id) => shown.has(id)) };
      const inside = allFolders.filter((folder) => folder.parentId === folderId);
      return new Written(
        `{"workspace":${writeSpace(space)},"currentFolder":${currentFolder?.text ?? "null"},"folders":${written(inside)},` +
          `"files":${writeFiles(files)},"allFolders":${written(allFolders)}}`,
      );
    },
  );
}
