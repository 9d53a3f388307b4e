import {
  createBoard,
  createComment,
  createFolder,
  createInvite,
  createTeam,
  createWorkspace,
  deleteShare,
  deleteFolder,
  deleteFolderShare,
  deleteUser,
  deleteWorkspace,
  getFolderShare,
  getShare,
  getUserData,
  getVideo,
  type getImage,
  joinWorkspace,
  login,
  register,
  removeMember,
  sendWorkspaceInvites,
  setFileRight,
  setFolderRight,
  updateItem,
  updateMember,
  updateShare,
  uploadImage,
  type ClientResult,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { CALLERS, type CallerName } from "./callers.ts";
import { createAsk, dataOf, to, type Ask } from "./requests.ts";

/** Functions of the test environment that the matrix needs. */
export interface Rig {
  app: FastifyInstance;
  /** Listening address, which is also the public address. */
  address: string;
  /** Advances the clock. */
  advance(ms: number): void;
  /** Marks the jobs of all videos as finished, which would take seconds otherwise. */
  finishVideos(): Promise<void>;
  /** Announces access requests for items, as their jobs do. */
  announceAccessRequests(): Promise<void>;
  form(
    fields: Record<string, string>,
    file?: { name?: string; fileName: string; bytes: Uint8Array },
  ): { payload: Buffer; headers: Record<string, string> };
  picture: Buffer;
  /** A fragmented recording. */
  film: Buffer;
}

/** A user with an account. */
export interface Person {
  id: string;
  name: string;
  email: string;
  headers: Record<string, string>;
}

type Item = ClientResult<typeof getImage>;

/** A folder with one resource of each kind, inside another folder. */
export interface MatrixTarget {
  topId: string;
  folderId: string;
  subfolderId: string;
  item: Item;
  videoId: string;
  boardId: string;
  trashedId: string;
  /** A folder in the trash that was inside the folder. */
  deletedFolderId: string;
  commentId: string;
  /** Valid links to image, video and whiteboard, and revoked ones. */
  slug: string;
  deadSlug: string;
  videoSlug: string;
  deadVideoSlug: string;
  boardSlug: string;
  deadBoardSlug: string;
  /** The same to the folder. */
  folderSlug: string;
  deadFolderSlug: string;
}

/** A workspace with all callers of the matrix and the requested resources. */
export interface MatrixFixture extends Ask {
  rig: Rig;
  workspaceId: string;
  /** A deleted workspace with the same members. */
  deletedId: string;
  /** A team of the team owner. */
  teamId: string;
  people: Record<CallerName, Person | null>;
  owner: Person;
  /** Readable by role, except for callers with an entry None. */
  open: MatrixTarget;
  /** Closed to everyone except callers with an entry View or Edit. */
  closed: MatrixTarget;
  /** A link with a password. */
  lockedSlug: string;
}

/** Password of every account. */
export const PASSWORD = "correct horse 7";
const WITHOUT_ACCOUNT = new Set<CallerName>(["anonymous", "visitor", "visitor with a revoked link"]);
const OUTSIDE = new Set<CallerName>(["stranger", "invited", "server admin", "owner"]);
const ROLES: Partial<Record<CallerName, "viewer" | "admin">> = { viewer: "viewer", admin: "admin", "deleted user": "admin" };
const TITLE = "Zebrafinch";

/** Creates an account. */
export async function signUp({ ask, data }: Ask, name: string): Promise<Person> {
  const email = `${name.replaceAll(/\W/gu, "-")}@example.test`;
  const signedUp = await ask(null, to(register, { body: { email, password: PASSWORD, username: name } }));
  const { idToken, refreshToken } = dataOf<ClientResult<typeof register>>(signedUp);
  const headers = { idtoken: idToken, refreshtoken: refreshToken };
  return { id: (await data({ headers }, getUserData)).id, name, email, headers };
}

/** Creates another session. */
export async function signInAgain({ data }: Ask, { email }: Person): Promise<Person["headers"]> {
  const { idToken, refreshToken } = await data(null, login, { body: { email, password: PASSWORD } });
  return { idtoken: idToken, refreshtoken: refreshToken };
}

/** Uploads an image into a folder. */
export async function upload(
  fixture: Pick<MatrixFixture, "ask" | "rig">,
  by: Person,
  workspaceId: string,
  folderId = "root",
): Promise<Item> {
  const { payload, headers } = fixture.rig.form({ title: TITLE, folderId }, { fileName: "finch.png", bytes: fixture.rig.picture });
  return dataOf<Item>(await fixture.ask(by, { ...to(uploadImage, { params: { workspaceId } }), payload, headers }));
}

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Returns the request that creates a resumable upload. */
export const beginUpload = (bytes: number, metadata: Record<string, string>) => ({
  method: "POST" as const,
  url: "/uploads",
  headers: { "tus-resumable": "1.0.0", "upload-length": String(bytes), "upload-metadata": encoded(metadata) },
});

/** Returns the request that sends all bytes. */
export const sendUpload = (url: string, bytes: Buffer) => ({
  method: "PATCH" as const,
  url,
  headers: { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
  payload: bytes,
});

async function record(
  { ask, rig }: Pick<MatrixFixture, "ask" | "rig">,
  by: Person,
  workspaceId: string,
  folderId: string,
): Promise<string> {
  const metadata = { workspaceId, folderId, type: "video", recording: "true", fullFileName: "finch.mp4", title: TITLE };
  const begun = await ask(by, beginUpload(rig.film.length, metadata));
  const sent = await ask(by, sendUpload(begun.headers["location"] ?? "", rig.film));
  if (sent.status !== 204) throw new Error(`The recording was not taken: ${begun.status} ${begun.body} ${sent.status} ${sent.body}`);
  return begun.headers["item-id"] ?? "";
}

/** Creates a revoked link and a valid one for an item. */
async function linksOf({ data }: Ask, by: Person, params: { workspaceId: string; itemId: string }) {
  const dead = await data(by, getShare, { params });
  await data(by, deleteShare, { params });
  return { dead: dead.slug, live: (await data(by, getShare, { params })).slug };
}

/** The same for a folder. */
async function folderLinksOf({ data }: Ask, by: Person, params: { workspaceId: string; folderId: string }) {
  const dead = await data(by, getFolderShare, { params });
  await data(by, deleteFolderShare, { params });
  return { dead: dead.slug, live: (await data(by, getFolderShare, { params })).slug };
}

async function makeTarget(
  fixture: Pick<MatrixFixture, "ask" | "data" | "rig">,
  by: Person,
  workspaceId: string,
  name: string,
): Promise<MatrixTarget> {
  const { data } = fixture;
  const folder = async (parentId: string | null, folderName: string): Promise<string> =>
    (await data(by, createFolder, { params: { workspaceId }, body: { name: folderName, parentId } })).id;
  const topId = await folder(null, name);
  const folderId = await folder(topId, "Folder");
  const subfolderId = await folder(folderId, "Subfolder");
  const [item, trashed] = [await upload(fixture, by, workspaceId, folderId), await upload(fixture, by, workspaceId, folderId)];
  const videoId = await record(fixture, by, workspaceId, folderId);
  const { id: boardId } = await data(by, createBoard, { body: { title: TITLE, workspaceId, folderId } });
  await data(by, updateItem, { params: { workspaceId, type: "image", itemId: trashed.id }, body: { trash: true } });
  const comment = await data(by, createComment, { params: { itemId: item.id }, body: { text: "What a bird" } });
  const deletedFolderId = await folder(folderId, "Deleted");
  await data(by, deleteFolder, { params: { workspaceId, folderId: deletedFolderId } });
  const ofItem = await linksOf(fixture, by, { workspaceId, itemId: item.id });
  const ofVideo = await linksOf(fixture, by, { workspaceId, itemId: videoId });
  const ofBoard = await linksOf(fixture, by, { workspaceId, itemId: boardId });
  const ofFolder = await folderLinksOf(fixture, by, { workspaceId, folderId });
  return {
    topId,
    folderId,
    subfolderId,
    item,
    videoId,
    boardId,
    trashedId: trashed.id,
    deletedFolderId,
    commentId: comment.id,
    slug: ofItem.live,
    deadSlug: ofItem.dead,
    videoSlug: ofVideo.live,
    deadVideoSlug: ofVideo.dead,
    boardSlug: ofBoard.live,
    deadBoardSlug: ofBoard.dead,
    folderSlug: ofFolder.live,
    deadFolderSlug: ofFolder.dead,
  };
}

type Principal = { id: string; permissionType: "member" | "team" | "everyone" };
const RIGHTS = { none: { read: false, write: false }, view: { read: true, write: false }, edit: { read: true, write: true } } as const;
type Level = keyof typeof RIGHTS;

/** Sets the entries of all callers. */
async function setEntries(fixture: Omit<MatrixFixture, "deletedId" | "lockedSlug">): Promise<void> {
  const { data, owner, workspaceId, people } = fixture;
  const onFolder = (itemId: string, who: Principal, level: Level) =>
    data(owner, setFolderRight, { params: { workspaceId, itemId }, body: { ...who, permissionItemType: "folder", ...RIGHTS[level] } });
  const onFile = (itemId: string, who: Principal, level: Level) =>
    data(owner, setFileRight, { params: { workspaceId, itemId }, body: { ...who, permissionItemType: "file", ...RIGHTS[level] } });
  const member = (name: CallerName): Principal => ({ id: people[name]?.id ?? "", permissionType: "member" });
  const team = async (name: CallerName): Promise<Principal> => {
    const made = await data(owner, createTeam, { params: { workspaceId }, body: { name, members: [people[name]?.id ?? ""] } });
    return { id: made.id, permissionType: "team" };
  };
  await onFolder(fixture.closed.topId, { id: workspaceId, permissionType: "everyone" }, "none");
  for (const level of ["none", "view", "edit"] as const) {
    const target = level === "none" ? fixture.open : fixture.closed;
    for (const who of [member(`${level} by own entry`), await team(`${level} by team`)]) {
      await onFolder(target.folderId, who, level);
      for (const id of [target.item.id, target.videoId, target.boardId]) await onFile(id, who, level);
    }
    await onFolder(target.topId, member(`${level} by inheritance`), level);
  }
  // A removed member must have had a permission.
  await onFolder(fixture.open.folderId, member("ex-member"), "edit");
  await team("ex-member");
}

/** Adds all current and former members with their roles. */
async function addMembers({ data }: Ask, owner: Person, workspaceId: string, people: MatrixFixture["people"]): Promise<void> {
  const { inviteId } = await data(owner, createInvite, { params: { id: workspaceId } });
  for (const { name } of CALLERS) {
    const person = people[name];
    if (!person || OUTSIDE.has(name)) continue;
    await data(person, joinWorkspace, { params: { id: inviteId } });
    const role = ROLES[name];
    if (role) await data(owner, updateMember, { params: { workspaceId, userId: person.id }, body: { role } });
  }
}

/** Creates all accounts. One session is expired at the end; the account's other session is used until then. */
async function signUpPeople(ask: Ask, rig: Rig): Promise<{ people: MatrixFixture["people"]; expired: Person["headers"] }> {
  const people = Object.fromEntries(CALLERS.map(({ name }) => [name, null])) as MatrixFixture["people"];
  // The first account becomes administrator; sessions without "remember me" expire after a day.
  people["server admin"] = await signUp(ask, "server admin");
  const late = await signUp(ask, "expired session");
  rig.advance(25 * 3_600_000);
  people["server admin"].headers = await signInAgain(ask, people["server admin"]);
  people["expired session"] = { ...late, headers: await signInAgain(ask, late) };
  for (const { name } of CALLERS) if (!WITHOUT_ACCOUNT.has(name) && !people[name]) people[name] = await signUp(ask, name);
  return { people, expired: late.headers };
}

/** Removes former members and deleted accounts. */
async function removeFormerMembers(
  { data }: Ask,
  { owner, people, workspaceId }: Pick<MatrixFixture, "owner" | "people" | "workspaceId">,
): Promise<void> {
  const { "ex-member": left, "deleted user": deleted } = people;
  if (!left || !deleted) throw new Error("The former members are missing.");
  await data(owner, removeMember, { params: { workspaceId, userId: left.id } });
  await data(deleted, deleteUser, { body: { email: deleted.email, password: PASSWORD, phrase: "delete my account" } });
}

/** Creates everything through the API. */
export async function createMatrixFixture(rig: Rig): Promise<MatrixFixture> {
  const asking = createAsk(rig.app, rig.address);
  const { data } = asking;
  const { people, expired } = await signUpPeople(asking, rig);
  const { owner, stranger, invited, "team owner": teamOwner } = people;
  if (!owner || !stranger || !invited || !teamOwner) throw new Error("A caller of the fixture is missing.");
  const { id: workspaceId } = await data(owner, createWorkspace, { query: { name: "Aviary" } });
  const { id: deletedId } = await data(owner, createWorkspace, { query: { name: "Gone" } });
  await data(stranger, createWorkspace, { query: { name: "Elsewhere" } });
  for (const id of [workspaceId, deletedId]) await addMembers(asking, owner, id, people);
  const { inviteId } = await data(owner, createInvite, { params: { id: workspaceId } });
  await data(owner, sendWorkspaceInvites, { body: { emails: [invited.email], inviteId } });
  const team = await data(teamOwner, createTeam, { params: { workspaceId }, body: { name: "Keepers" } });
  const open = await makeTarget({ ...asking, rig }, owner, workspaceId, "Open");
  const closed = await makeTarget({ ...asking, rig }, owner, workspaceId, "Closed");
  await rig.finishVideos();
  const fixture = { ...asking, rig, workspaceId, teamId: team.id, people, owner, open, closed };
  await setEntries(fixture);
  await removeFormerMembers(asking, fixture);
  await data(owner, deleteWorkspace, { params: { workspaceId: deletedId } });
  // From here on the expired session is used.
  if (people["expired session"]) people["expired session"].headers = expired;
  const locked = await upload(fixture, owner, workspaceId);
  const params = { workspaceId, itemId: locked.id };
  const { slug: lockedSlug } = await data(owner, updateShare, { params, body: { password: PASSWORD } });
  const film = await data(owner, getVideo, { params: { workspaceId, itemId: open.videoId } });
  if (film.stage !== "ready") throw new Error(`The recording is ${film.stage}.`);
  return { ...fixture, deletedId, lockedSlug };
}
