import {
  addFromPersonal,
  copyItem,
  countItems,
  createCard,
  createFolder,
  createIssue,
  createSave,
  createZip,
  deleteFolder,
  deleteItems,
  favoriteFolder,
  favoriteItem,
  favoriteItems,
  getImage,
  getSaveName,
  getVideo,
  getWorkspace,
  listDeletedFolders,
  listFolders,
  listItems,
  moveItem,
  moveItems,
  moveManyItems,
  purgeImage,
  purgeVideo,
  replaceImage,
  restoreFolder,
  sendChatMessage,
  restoreItems,
  retryItem,
  revertItem,
  saveOriginal,
  recordRecentItem,
  search,
  trashItems,
  updateFolder,
  updateItem,
  uploadFromTool,
  uploadImage,
  uploadVideo,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { deviation, type Group, row, type RequestContext } from "./request-context.ts";
import { ADMINS, type Cells, PREVIEW, READ_STATE, WRITE_EACH, WRITE_STATE } from "./expected-responses.ts";

/** The target of a move is checked first and once for all items. */
const MOVE_EACH: Cells = { ...WRITE_EACH, view: "403" };

const inWorkspace = ({ workspaceId }: RequestContext) => ({ workspaceId });
const many = async (context: RequestContext) => ({ itemIds: [(await context.item()).id] });
const manyTrashed = async (context: RequestContext) => ({ itemIds: [await context.trashed()] });
const showsItem = ({ target }: RequestContext): string => target.item.id;
const showsFolder = ({ target }: RequestContext): string => target.folderId;

/** Folders of the workspace. */
export const FOLDERS: Group = {
  title: "Folders",
  rows: [
    row(listFolders, (context) => to(listFolders, { params: inWorkspace(context) }), { shows: showsFolder }),
    row(
      createFolder,
      (context) => to(createFolder, { params: inWorkspace(context), body: { name: context.name("new"), parentId: context.folderId } }),
      { note: "inside a folder; at the root the role decides" },
    ),
    row(updateFolder, async (context) => {
      const params = { ...inWorkspace(context), folderId: await context.folder() };
      return to(updateFolder, { params, body: { folder: { name: context.name("renamed") } } });
    }),
    row(deleteFolder, async (context) => to(deleteFolder, { params: { ...inWorkspace(context), folderId: await context.folder() } }), {
      note: "with its content",
    }),
    row(listDeletedFolders, (context) => to(listDeletedFolders, { params: inWorkspace(context) }), {
      shows: ({ target }) => target.deletedFolderId,
    }),
    row(
      restoreFolder,
      async (context) => to(restoreFolder, { params: { ...inWorkspace(context), folderId: await context.deletedFolder() } }),
      { note: "with its content, into its former folder" },
    ),
    row(
      moveItems,
      async (context) =>
        to(moveItems, { params: { ...inWorkspace(context), folderId: context.target.subfolderId }, body: await many(context) }),
      { note: "for source and target" },
    ),
    row(favoriteFolder, ({ workspaceId, folderId }) => to(favoriteFolder, { params: { workspaceId, folderId }, body: { favorite: true } })),
  ],
};

/** Lists, counts and search. */
export const LISTINGS: Group = {
  title: "Lists, counts, search",
  rows: [
    row(listItems, (context) => to(listItems, { params: inWorkspace(context), query: { view: "all", limit: 200 } }), {
      shows: showsItem,
      note: "the list of a folder: 404 for callers who may not read the folder",
    }),
    row(countItems, (context) => to(countItems, { params: inWorkspace(context) }), { note: "counts the content of the lists" }),
    row(search, ({ workspaceId, target }) => to(search, { query: { q: target.item.title, workspaceId, limit: 50 } }), {
      shows: showsItem,
      note: "without a workspace: everything that the caller may read",
    }),
  ],
};

const AS_MEMBER = { query: "asMember" };

/** The same in a member preview. */
export const PREVIEWS: Group = {
  title: "Preview as another member",
  rows: [
    deviation(
      getWorkspace,
      ADMINS,
      (context) => to(getWorkspace, { params: inWorkspace(context), query: { asMember: context.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      listFolders,
      ADMINS,
      (context) => to(listFolders, { params: inWorkspace(context), query: { asMember: context.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      listDeletedFolders,
      ADMINS,
      (context) => to(listDeletedFolders, { params: inWorkspace(context), query: { asMember: context.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      listItems,
      ADMINS,
      (context) => to(listItems, { params: inWorkspace(context), query: { view: "all", limit: 200, asMember: context.otherId } }),
      { ...AS_MEMBER, shows: showsItem, note: "contains what that member may read" },
    ),
    deviation(
      countItems,
      ADMINS,
      (context) => to(countItems, { params: inWorkspace(context), query: { asMember: context.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      getImage,
      PREVIEW,
      ({ workspaceId, itemId, otherId }) => to(getImage, { params: { workspaceId, itemId }, query: { asMember: otherId } }),
      { ...AS_MEMBER, note: "404 if that member may not read it" },
    ),
    deviation(
      getVideo,
      PREVIEW,
      ({ workspaceId, videoId: itemId, otherId }) => to(getVideo, { params: { workspaceId, itemId }, query: { asMember: otherId } }),
      { ...AS_MEMBER, note: "404 if that member may not read it" },
    ),
  ],
};

/** Single items. */
export const ITEMS: Group = {
  title: "Items",
  rows: [
    row(uploadFromTool, (context) =>
      context.form(
        to(uploadFromTool, { query: { ...inWorkspace(context), link: "false" } }),
        { folderId: context.folderId },
        context.picture,
      ),
    ),
    row(uploadImage, (context) =>
      context.form(to(uploadImage, { params: inWorkspace(context) }), { folderId: context.folderId }, context.picture),
    ),
    row(uploadVideo, (context) => {
      const file = { fileName: "finch.mp4", bytes: context.fixture.rig.film };
      return context.form(to(uploadVideo, { params: inWorkspace(context) }), { folderId: context.folderId }, file);
    }),
    row(getImage, ({ workspaceId, itemId }) => to(getImage, { params: { workspaceId, itemId } })),
    row(getVideo, ({ workspaceId, videoId: itemId }) => to(getVideo, { params: { workspaceId, itemId } })),
    row(updateItem, async (context) => {
      const params = { ...inWorkspace(context), type: "image" as const, itemId: (await context.item()).id };
      return to(updateItem, { params, body: { title: "Changed", description: "Changed", trash: true } });
    }),
    row(replaceImage, async (context) => {
      const { refName } = await context.item();
      return context.form(to(replaceImage, { params: inWorkspace(context) }), { refName }, { ...context.picture, name: "blob" });
    }),
    row(saveOriginal, async (context) => {
      const { refName } = await context.item();
      return to(saveOriginal, { params: inWorkspace(context), body: { fullFileName: refName } });
    }),
    row(revertItem, async (context) => to(revertItem, { params: { itemId: await context.annotated() } })),
    deviation(retryItem, WRITE_STATE, ({ itemId }) => to(retryItem, { params: { itemId } }), { note: "of an item that did not fail" }),
    row(purgeImage, async (context) => to(purgeImage, { params: inWorkspace(context), query: { imageId: (await context.item()).id } })),
    row(purgeVideo, async (context) => to(purgeVideo, { params: inWorkspace(context), query: { videoId: await context.video() } })),
    row(recordRecentItem, ({ itemId }) => to(recordRecentItem, { params: { itemId } })),
    row(favoriteItem, ({ itemId }) => to(favoriteItem, { params: { itemId }, body: { favorite: true } })),
    row(copyItem, ({ itemId }) => to(copyItem, { params: { itemId }, body: { workspaceId: "personal" } }), {
      note: "into the personal space; the target needs write permission",
    }),
    row(
      moveItem,
      async (context) => to(moveItem, { params: { itemId: (await context.item()).id }, body: { folderId: context.target.subfolderId } }),
      { note: "for source and target" },
    ),
    row(addFromPersonal, async (context) => {
      const query = { itemId: await context.personalItem(), folderId: context.folderId };
      return to(addFromPersonal, { params: { ...inWorkspace(context), type: "image" }, query });
    }),
  ],
};

const NOT_CONNECTED = { note: "here without a connected account" };

/** Ways of an item to other services. */
export const SENDS: Group = {
  title: "Messages, issues and cards from items",
  rows: [
    deviation(sendChatMessage, READ_STATE, ({ itemId }) => to(sendChatMessage, { body: { itemId, channelId: "C1" } }), NOT_CONNECTED),
    deviation(
      createIssue,
      READ_STATE,
      ({ itemId }) => to(createIssue, { body: { itemId, resourceId: "site", projectId: "1", issueTypeId: "1", title: "Title" } }),
      NOT_CONNECTED,
    ),
    deviation(
      createCard,
      READ_STATE,
      ({ itemId }) => to(createCard, { body: { itemId, boardId: "board", listId: "list", title: "Title" } }),
      NOT_CONNECTED,
    ),
  ],
};

/** Bulk operations. */
export const BULK: Group = {
  title: "Bulk operations",
  rows: [
    row(trashItems, async (context) => to(trashItems, { params: inWorkspace(context), body: await many(context) })),
    row(restoreItems, async (context) => to(restoreItems, { params: inWorkspace(context), body: await manyTrashed(context) })),
    row(deleteItems, async (context) => to(deleteItems, { params: inWorkspace(context), body: await manyTrashed(context) })),
    deviation(
      moveManyItems,
      MOVE_EACH,
      async (context) => {
        // A caller who may not see the target folder would receive that error first.
        const folderId = context.caller.column === "none" ? null : context.target.subfolderId;
        return to(moveManyItems, { params: inWorkspace(context), body: { ...(await many(context)), folderId } });
      },
      { note: "the target always needs write permission" },
    ),
    row(favoriteItems, async (context) => to(favoriteItems, { params: inWorkspace(context), body: await many(context) })),
    row(
      createZip,
      ({ workspaceId, itemId, target, isTwin }) =>
        to(createZip, { params: { workspaceId }, body: { itemIds: [itemId], folderIds: isTwin ? [] : [target.folderId] } }),
      { note: "for each of them" },
    ),
    deviation(getSaveName, READ_STATE, ({ itemId }) => to(getSaveName, { params: { provider: "drive" }, query: { itemId } }), {
      note: "of an item that they may not read: 404",
    }),
    deviation(createSave, READ_STATE, ({ itemId }) => to(createSave, { params: { provider: "drive" }, body: { itemIds: [itemId] } }), {
      note: "for each of them; here without a connected account",
    }),
  ],
};
