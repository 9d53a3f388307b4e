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
import { type Group, row, type Scene } from "./scene.ts";
import { ADMINS, type Cells, LISTS, LOOK, READ, READ_EACH, WRITE, WRITE_EACH, WRITE_INTO } from "./verdicts.ts";

/** The target of a move is checked first and once for all items. */
const MOVE_EACH: Cells = { ...WRITE_EACH, view: "403" };

const inWorkspace = ({ workspaceId }: Scene) => ({ workspaceId });
const many = async (scene: Scene) => ({ itemIds: [(await scene.item()).id] });
const manyBinned = async (scene: Scene) => ({ itemIds: [await scene.binned()] });
const showsItem = ({ place }: Scene): string => place.item.id;
const showsFolder = ({ place }: Scene): string => place.folderId;

/** Folders of the workspace. */
export const FOLDERS: Group = {
  title: "Folders",
  rows: [
    row(listFolders, LISTS, (scene) => to(listFolders, { params: inWorkspace(scene) }), { shows: showsFolder }),
    row(
      createFolder,
      WRITE_INTO,
      (scene) => to(createFolder, { params: inWorkspace(scene), body: { name: scene.name("new"), parentId: scene.folderId } }),
      { note: "inside of a folder; at the root the role decides" },
    ),
    row(updateFolder, WRITE, async (scene) => {
      const params = { ...inWorkspace(scene), folderId: await scene.folder() };
      return to(updateFolder, { params, body: { folder: { name: scene.name("renamed") } } });
    }),
    row(deleteFolder, WRITE, async (scene) => to(deleteFolder, { params: { ...inWorkspace(scene), folderId: await scene.folder() } }), {
      note: "and all that is inside",
    }),
    row(
      moveItems,
      WRITE,
      async (scene) => to(moveItems, { params: { ...inWorkspace(scene), folderId: scene.place.subfolderId }, body: await many(scene) }),
      { note: "on either end" },
    ),
    row(favoriteFolder, READ, ({ workspaceId, folderId }) =>
      to(favoriteFolder, { params: { workspaceId, folderId }, body: { favorite: true } }),
    ),
  ],
};

/** Lists, counts and search. */
export const LISTINGS: Group = {
  title: "Lists, numbers, search",
  rows: [
    row(listItems, LISTS, (scene) => to(listItems, { params: inWorkspace(scene), query: { view: "all", limit: 200 } }), {
      shows: showsItem,
      note: "a folder's list is a 404 to those who may not read the folder",
    }),
    row(countItems, LISTS, (scene) => to(countItems, { params: inWorkspace(scene) }), { note: "counts what the lists show" }),
    row(search, LISTS, ({ workspaceId, place }) => to(search, { query: { q: place.item.title, workspaceId, limit: 50 } }), {
      shows: showsItem,
      note: "without a workspace: all that one may read",
    }),
  ],
};

const AS_MEMBER = { query: "asMember" };

/** The same in a member preview. */
export const LOOKS: Group = {
  title: "A look as another member",
  rows: [
    row(getWorkspace, ADMINS, (scene) => to(getWorkspace, { params: inWorkspace(scene), query: { asMember: scene.otherId } }), AS_MEMBER),
    row(listFolders, ADMINS, (scene) => to(listFolders, { params: inWorkspace(scene), query: { asMember: scene.otherId } }), AS_MEMBER),
    row(
      listItems,
      ADMINS,
      (scene) => to(listItems, { params: inWorkspace(scene), query: { view: "all", limit: 200, asMember: scene.otherId } }),
      { ...AS_MEMBER, shows: showsItem, note: "shows what that member may read" },
    ),
    row(countItems, ADMINS, (scene) => to(countItems, { params: inWorkspace(scene), query: { asMember: scene.otherId } }), AS_MEMBER),
    row(
      getImage,
      LOOK,
      ({ workspaceId, itemId, otherId }) => to(getImage, { params: { workspaceId, itemId }, query: { asMember: otherId } }),
      { ...AS_MEMBER, note: "404 where that member may not read it" },
    ),
    row(
      getVideo,
      LOOK,
      ({ workspaceId, videoId: itemId, otherId }) => to(getVideo, { params: { workspaceId, itemId }, query: { asMember: otherId } }),
      { ...AS_MEMBER, note: "404 where that member may not read it" },
    ),
  ],
};

/** Single items. */
export const ITEMS: Group = {
  title: "Items",
  rows: [
    row(uploadImage, WRITE_INTO, (scene) =>
      scene.form(to(uploadImage, { params: inWorkspace(scene) }), { folderId: scene.folderId }, scene.picture),
    ),
    row(uploadVideo, WRITE_INTO, (scene) => {
      const file = { fileName: "finch.mp4", bytes: scene.world.rig.film };
      return scene.form(to(uploadVideo, { params: inWorkspace(scene) }), { folderId: scene.folderId }, file);
    }),
    row(getImage, READ, ({ workspaceId, itemId }) => to(getImage, { params: { workspaceId, itemId } })),
    row(getVideo, READ, ({ workspaceId, videoId: itemId }) => to(getVideo, { params: { workspaceId, itemId } })),
    row(updateItem, WRITE, async (scene) => {
      const params = { ...inWorkspace(scene), type: "image" as const, itemId: (await scene.item()).id };
      return to(updateItem, { params, body: { title: "Changed", description: "Changed", trash: true } });
    }),
    row(replaceImage, WRITE, async (scene) => {
      const { refName } = await scene.item();
      return scene.form(to(replaceImage, { params: inWorkspace(scene) }), { refName }, { ...scene.picture, name: "blob" });
    }),
    row(saveOriginal, WRITE, async (scene) => {
      const { refName } = await scene.item();
      return to(saveOriginal, { params: inWorkspace(scene), body: { fullFileName: refName } });
    }),
    row(revertItem, WRITE, async (scene) => to(revertItem, { params: { itemId: await scene.annotated() } })),
    row(purgeImage, WRITE, async (scene) => to(purgeImage, { params: inWorkspace(scene), query: { imageId: (await scene.item()).id } })),
    row(purgeVideo, WRITE, async (scene) => to(purgeVideo, { params: inWorkspace(scene), query: { videoId: await scene.video() } })),
    row(favoriteItem, READ, ({ itemId }) => to(favoriteItem, { params: { itemId }, body: { favorite: true } })),
    row(copyItem, READ, ({ itemId }) => to(copyItem, { params: { itemId }, body: { workspaceId: "personal" } }), {
      note: "into one's own space; writing is needed where the copy goes",
    }),
    row(
      moveItem,
      WRITE,
      async (scene) => to(moveItem, { params: { itemId: (await scene.item()).id }, body: { folderId: scene.place.subfolderId } }),
      { note: "on either end" },
    ),
    row(addFromPersonal, WRITE_INTO, async (scene) => {
      const query = { itemId: await scene.personalItem(), folderId: scene.folderId };
      return to(addFromPersonal, { params: { ...inWorkspace(scene), type: "image" }, query });
    }),
  ],
};

/** Bulk operations. */
export const BULK: Group = {
  title: "Many items at once",
  rows: [
    row(trashItems, WRITE_EACH, async (scene) => to(trashItems, { params: inWorkspace(scene), body: await many(scene) })),
    row(restoreItems, WRITE_EACH, async (scene) => to(restoreItems, { params: inWorkspace(scene), body: await manyBinned(scene) })),
    row(deleteItems, WRITE_EACH, async (scene) => to(deleteItems, { params: inWorkspace(scene), body: await manyBinned(scene) })),
    row(
      moveManyItems,
      MOVE_EACH,
      async (scene) => {
        // A caller who may not see the target folder would receive that error first.
        const folderId = scene.caller.column === "none" ? null : scene.place.subfolderId;
        return to(moveManyItems, { params: inWorkspace(scene), body: { ...(await many(scene)), folderId } });
      },
      { note: "where they go, one must write in any case" },
    ),
    row(favoriteItems, READ_EACH, async (scene) => to(favoriteItems, { params: inWorkspace(scene), body: await many(scene) })),
    row(
      createZip,
      READ,
      ({ workspaceId, itemId, place, isTwin }) =>
        to(createZip, { params: { workspaceId }, body: { itemIds: [itemId], folderIds: isTwin ? [] : [place.folderId] } }),
      { note: "every one of them" },
    ),
  ],
};
