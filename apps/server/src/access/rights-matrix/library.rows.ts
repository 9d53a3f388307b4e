import {
  addFromPersonal,
  copyItem,
  countItems,
  createFolder,
  createZip,
  deleteFolder,
  deleteItems,
  favoriteFolder,
  favoriteItem,
  favoriteItems,
  getImage,
  getVideo,
  getWorkspace,
  listFolders,
  listItems,
  moveItem,
  moveItems,
  moveManyItems,
  purgeImage,
  purgeVideo,
  replaceImage,
  restoreItems,
  revertItem,
  saveOriginal,
  search,
  trashItems,
  updateFolder,
  updateItem,
  uploadImage,
  uploadVideo,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { deviation, type Group, row, type Scene } from "./request-context.ts";
import { ADMINS, type Cells, PREVIEW, WRITE_EACH } from "./expected-responses.ts";

/** The target of a move is checked first and once for all items. */
const MOVE_EACH: Cells = { ...WRITE_EACH, view: "403" };

const inWorkspace = ({ workspaceId }: Scene) => ({ workspaceId });
const many = async (scene: Scene) => ({ itemIds: [(await scene.item()).id] });
const manyBinned = async (scene: Scene) => ({ itemIds: [await scene.binned()] });
const showsItem = ({ target }: Scene): string => target.item.id;
const showsFolder = ({ target }: Scene): string => target.folderId;

/** Folders of the workspace. */
export const FOLDERS: Group = {
  title: "Folders",
  rows: [
    row(listFolders, (scene) => to(listFolders, { params: inWorkspace(scene) }), { shows: showsFolder }),
    row(
      createFolder,
      (scene) => to(createFolder, { params: inWorkspace(scene), body: { name: scene.name("new"), parentId: scene.folderId } }),
      { note: "inside a folder; at the root the role decides" },
    ),
    row(updateFolder, async (scene) => {
      const params = { ...inWorkspace(scene), folderId: await scene.folder() };
      return to(updateFolder, { params, body: { folder: { name: scene.name("renamed") } } });
    }),
    row(deleteFolder, async (scene) => to(deleteFolder, { params: { ...inWorkspace(scene), folderId: await scene.folder() } }), {
      note: "with its content",
    }),
    row(
      moveItems,
      async (scene) => to(moveItems, { params: { ...inWorkspace(scene), folderId: scene.target.subfolderId }, body: await many(scene) }),
      { note: "for source and target" },
    ),
    row(favoriteFolder, ({ workspaceId, folderId }) => to(favoriteFolder, { params: { workspaceId, folderId }, body: { favorite: true } })),
  ],
};

/** Lists, counts and search. */
export const LISTINGS: Group = {
  title: "Lists, counts, search",
  rows: [
    row(listItems, (scene) => to(listItems, { params: inWorkspace(scene), query: { view: "all", limit: 200 } }), {
      shows: showsItem,
      note: "the list of a folder: 404 for callers who may not read the folder",
    }),
    row(countItems, (scene) => to(countItems, { params: inWorkspace(scene) }), { note: "counts the content of the lists" }),
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
      (scene) => to(getWorkspace, { params: inWorkspace(scene), query: { asMember: scene.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      listFolders,
      ADMINS,
      (scene) => to(listFolders, { params: inWorkspace(scene), query: { asMember: scene.otherId } }),
      AS_MEMBER,
    ),
    deviation(
      listItems,
      ADMINS,
      (scene) => to(listItems, { params: inWorkspace(scene), query: { view: "all", limit: 200, asMember: scene.otherId } }),
      { ...AS_MEMBER, shows: showsItem, note: "contains what that member may read" },
    ),
    deviation(countItems, ADMINS, (scene) => to(countItems, { params: inWorkspace(scene), query: { asMember: scene.otherId } }), AS_MEMBER),
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
    row(uploadImage, (scene) => scene.form(to(uploadImage, { params: inWorkspace(scene) }), { folderId: scene.folderId }, scene.picture)),
    row(uploadVideo, (scene) => {
      const file = { fileName: "finch.mp4", bytes: scene.world.rig.film };
      return scene.form(to(uploadVideo, { params: inWorkspace(scene) }), { folderId: scene.folderId }, file);
    }),
    row(getImage, ({ workspaceId, itemId }) => to(getImage, { params: { workspaceId, itemId } })),
    row(getVideo, ({ workspaceId, videoId: itemId }) => to(getVideo, { params: { workspaceId, itemId } })),
    row(updateItem, async (scene) => {
      const params = { ...inWorkspace(scene), type: "image" as const, itemId: (await scene.item()).id };
      return to(updateItem, { params, body: { title: "Changed", description: "Changed", trash: true } });
    }),
    row(replaceImage, async (scene) => {
      const { refName } = await scene.item();
      return scene.form(to(replaceImage, { params: inWorkspace(scene) }), { refName }, { ...scene.picture, name: "blob" });
    }),
    row(saveOriginal, async (scene) => {
      const { refName } = await scene.item();
      return to(saveOriginal, { params: inWorkspace(scene), body: { fullFileName: refName } });
    }),
    row(revertItem, async (scene) => to(revertItem, { params: { itemId: await scene.annotated() } })),
    row(purgeImage, async (scene) => to(purgeImage, { params: inWorkspace(scene), query: { imageId: (await scene.item()).id } })),
    row(purgeVideo, async (scene) => to(purgeVideo, { params: inWorkspace(scene), query: { videoId: await scene.video() } })),
    row(favoriteItem, ({ itemId }) => to(favoriteItem, { params: { itemId }, body: { favorite: true } })),
    row(copyItem, ({ itemId }) => to(copyItem, { params: { itemId }, body: { workspaceId: "personal" } }), {
      note: "into the personal space; the target needs write permission",
    }),
    row(
      moveItem,
      async (scene) => to(moveItem, { params: { itemId: (await scene.item()).id }, body: { folderId: scene.target.subfolderId } }),
      { note: "for source and target" },
    ),
    row(addFromPersonal, async (scene) => {
      const query = { itemId: await scene.personalItem(), folderId: scene.folderId };
      return to(addFromPersonal, { params: { ...inWorkspace(scene), type: "image" }, query });
    }),
  ],
};

/** Bulk operations. */
export const BULK: Group = {
  title: "Bulk operations",
  rows: [
    row(trashItems, async (scene) => to(trashItems, { params: inWorkspace(scene), body: await many(scene) })),
    row(restoreItems, async (scene) => to(restoreItems, { params: inWorkspace(scene), body: await manyBinned(scene) })),
    row(deleteItems, async (scene) => to(deleteItems, { params: inWorkspace(scene), body: await manyBinned(scene) })),
    deviation(
      moveManyItems,
      MOVE_EACH,
      async (scene) => {
        // A caller who may not see the target folder would receive that error first.
        const folderId = scene.caller.column === "none" ? null : scene.target.subfolderId;
        return to(moveManyItems, { params: inWorkspace(scene), body: { ...(await many(scene)), folderId } });
      },
      { note: "the target always needs write permission" },
    ),
    row(favoriteItems, async (scene) => to(favoriteItems, { params: inWorkspace(scene), body: await many(scene) })),
    row(
      createZip,
      ({ workspaceId, itemId, target, isTwin }) =>
        to(createZip, { params: { workspaceId }, body: { itemIds: [itemId], folderIds: isTwin ? [] : [target.folderId] } }),
      { note: "for each of them" },
    ),
  ],
};
