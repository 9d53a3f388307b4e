import { randomBytes, randomUUID } from "node:crypto";
import {
  API_BASE,
  copyItem,
  createBoard,
  createFolder,
  createInvite,
  createTeam,
  createWorkspace,
  deleteFolder,
  joinWorkspace,
  type Route,
  saveOriginal,
  updateItem,
} from "@stillreel/contract";
import type { CALLERS } from "./callers.ts";
import type { Sender, Sent } from "./requests.ts";
import type { PermissionName } from "../../platform/http/permissions.ts";
import { type Cells, CELLS_OF, type ExpectedResponse } from "./expected-responses.ts";
import { type Person, type MatrixTarget, signInAgain, signUp, upload, type MatrixFixture } from "./matrix-fixture.ts";

/** A row of the matrix: an address, its result per kind of caller, and its request. */
export interface Row {
  /** Method and address for the page. */
  address: string;
  /** Contract route; undefined for other addresses. */
  route?: Route;
  /** Name of the query variant when the same route has several rows. */
  query?: string;
  /** Cells that differ from those of the permission that the route needs. */
  cells?: Cells;
  /** Note for readers of the page. */
  note?: string;
  /** Creates a request that would have an effect if permitted. */
  send(context: RequestContext): Sent | Promise<Sent>;
  /** Text that only responses with full access contain. */
  shows?(context: RequestContext): string;
}

/** Rows of one section of the page. */
export interface Group {
  title: string;
  rows: Row[];
}

type More = Pick<Row, "note" | "shows" | "query">;

/** Creates the row of a contract route. */
export function row<R extends Route<never, never, never, never> | Route>(route: R, send: Row["send"], more: More = {}): Row {
  const declared = route as unknown as Route;
  const query = more.query === undefined ? "" : `?${more.query}`;
  return { address: `${declared.method} ${declared.path}${query}`, route: declared, send, ...more };
}

/** Creates the row of a contract route whose cells differ from those of its permission. */
export const deviation = <R extends Route<never, never, never, never> | Route>(
  route: R,
  cells: Cells,
  send: Row["send"],
  more: More = {},
): Row => ({ ...row(route, send, more), cells });

/** Returns method and path of a row as the server registers them. */
export const registeredAs = ({ address, route }: Row): string =>
  (route ? `${route.method} ${API_BASE}${route.path}` : address).replaceAll(/\{(\w+)\}/gu, ":$1");

/** Returns the permission that the route of a row needs. Routes that share a position share the name of its parameter. */
export function permissionOf(row: Row, permissions: ReadonlyMap<string, PermissionName>): PermissionName {
  const shape = shapeOf(registeredAs(row));
  for (const [route, permission] of permissions) if (shapeOf(route.replace(/^(\w+ \/s\/assets\/).*/u, "$1*")) === shape) return permission;
  throw new Error(`No route of the server is ${row.address}.`);
}

/** Returns the expected cells of a row. */
export const cellsOf = (row: Row, permissions: ReadonlyMap<string, PermissionName>): Cells =>
  row.cells ?? CELLS_OF[permissionOf(row, permissions)];

/** Normalises parameter names in an address. */
export const shapeOf = (address: string): string => address.replaceAll(/:[^/]+/gu, ":");

const DONE = new Set<ExpectedResponse>(["ok", "own", "part"]);
const NOT_IN = new Set<string>(["anonymous", "link", "revoked", "gone", "outsider", "operator"]);
const unknownSlug = (): string => randomBytes(16).toString("base64url");

/**
 * One request of one row by one caller. A refused request addresses the common resources, so that changes would be detected; a
 * successful one uses its own resources. A twin uses ids that never existed.
 */
export class RequestContext {
  readonly fixture: MatrixFixture;
  readonly caller: (typeof CALLERS)[number];
  readonly expected: ExpectedResponse;
  readonly isTwin: boolean;
  readonly #home: string | undefined;

  /** @param home another workspace in which resources of the tested one are requested */
  constructor(fixture: MatrixFixture, caller: (typeof CALLERS)[number], expected: ExpectedResponse, isTwin: boolean, home?: string) {
    this.fixture = fixture;
    this.caller = caller;
    this.expected = expected;
    this.isTwin = isTwin;
    this.#home = home;
  }

  get sender(): Sender {
    return this.fixture.people[this.caller.name];
  }

  /** The caller; for signed-out callers a user for the body. */
  get self(): Person {
    return this.fixture.people[this.caller.name] ?? this.fixture.owner;
  }

  /** Id of a member other than the caller. */
  get otherId(): string {
    const { viewer, member } = this.fixture.people;
    return (this.caller.name === "viewer" ? member : viewer)?.id ?? "";
  }

  get isDone(): boolean {
    return DONE.has(this.expected);
  }

  /** The folder whose entries apply to the caller. */
  get target(): MatrixTarget {
    return this.caller.column === "view" || this.caller.column === "edit" ? this.fixture.closed : this.fixture.open;
  }

  /** Returns the id; in a twin one that never existed. */
  known(id: string): string {
    return this.isTwin ? randomUUID() : id;
  }

  /** Members know the workspace: in a twin only its content never existed. */
  get workspaceId(): string {
    if (this.#home !== undefined) return this.#home;
    return NOT_IN.has(this.caller.column) ? this.known(this.fixture.workspaceId) : this.fixture.workspaceId;
  }

  get folderId(): string {
    return this.known(this.target.folderId);
  }
  get itemId(): string {
    return this.known(this.target.item.id);
  }
  get videoId(): string {
    return this.known(this.target.videoId);
  }

  get boardId(): string {
    return this.known(this.target.boardId);
  }

  /** `?share=` for callers with a link. */
  get share(): { share?: string } {
    return this.#byLink(this.target.slug, this.target.deadSlug);
  }
  get videoShare(): { share?: string } {
    return this.#byLink(this.target.videoSlug, this.target.deadVideoSlug);
  }

  get boardShare(): { share?: string } {
    return this.#byLink(this.target.boardSlug, this.target.deadBoardSlug);
  }

  #byLink(live: string, dead: string): { share?: string } {
    if (this.caller.column === "link") return { share: live };
    return this.caller.column === "revoked" ? { share: this.isTwin ? unknownSlug() : dead } : {};
  }

  /** Returns the caller's slug for an address. Callers without a link guess. */
  slug(live = this.target.slug, dead = this.target.deadSlug): string {
    if (this.caller.column === "anonymous" || this.isTwin) return unknownSlug();
    return this.caller.column === "revoked" ? dead : live;
  }

  async #copyOf(itemId: string): Promise<{ id: string; refName: string }> {
    const { data, owner, workspaceId } = this.fixture;
    return data(owner, copyItem, { params: { itemId }, body: { workspaceId, folderId: this.target.folderId } });
  }

  /** Creates an image for a change. */
  async item(): Promise<{ id: string; refName: string }> {
    if (this.isTwin) return { id: randomUUID(), refName: randomBytes(12).toString("base64url") };
    return this.isDone ? this.#copyOf(this.target.item.id) : this.target.item;
  }

  /** Creates an image with an original. */
  async annotated(): Promise<string> {
    const { id, refName } = await this.item();
    const { data, owner, workspaceId } = this.fixture;
    if (this.isDone) await data(owner, saveOriginal, { params: { workspaceId }, body: { fullFileName: refName } });
    return id;
  }

  async video(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.videoId;
    return (await this.#copyOf(this.target.videoId)).id;
  }

  /** Creates a whiteboard for a change. */
  async board(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.boardId;
    const { data, owner, workspaceId } = this.fixture;
    return (await data(owner, createBoard, { body: { title: "Board", workspaceId, folderId: this.target.folderId } })).id;
  }

  /** Creates an image in the trash. */
  async trashed(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.known(this.target.trashedId);
    const { id } = await this.#copyOf(this.target.item.id);
    const { data, owner, workspaceId } = this.fixture;
    await data(owner, updateItem, { params: { workspaceId, type: "image", itemId: id }, body: { trash: true } });
    return id;
  }

  /** Creates a folder for a change. */
  async folder(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.folderId;
    const { data, owner, workspaceId } = this.fixture;
    const body = { name: this.name("folder"), parentId: this.target.folderId };
    return (await data(owner, createFolder, { params: { workspaceId }, body })).id;
  }

  /** Creates a folder in the trash. */
  async deletedFolder(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.known(this.target.deletedFolderId);
    const folderId = await this.folder();
    const { data, owner, workspaceId } = this.fixture;
    await data(owner, deleteFolder, { params: { workspaceId, folderId } });
    return folderId;
  }

  /** Creates an image in the caller's own space. */
  async personalItem(): Promise<string> {
    const person = this.fixture.people[this.caller.name];
    if (!person || this.caller.column === "gone") return randomUUID();
    return (await upload(this.fixture, person, "personal")).id;
  }

  /** Creates a team of the team owner for a change, by default with the caller as member. */
  async team(members = this.teamMembers): Promise<string> {
    if (this.isTwin || !this.isDone) return this.known(this.fixture.teamId);
    const { data, owner, workspaceId } = this.fixture;
    const maker = this.caller.column === "teamOwner" ? this.self : owner;
    const body = { name: this.name("team"), members };
    return (await data(maker, createTeam, { params: { workspaceId }, body })).id;
  }

  get teamMembers(): string[] {
    return [...new Set([this.self.id, this.fixture.owner.id])];
  }

  /** Creates another workspace of the owner with its invite. */
  async workspace({ joined }: { joined: boolean }): Promise<{ id: string; inviteId: string }> {
    const { data, owner } = this.fixture;
    const { id } = await data(owner, createWorkspace, { query: { name: this.name("space") } });
    const { inviteId } = await data(owner, createInvite, { params: { id } });
    if (joined && this.self !== owner) await data(this.self, joinWorkspace, { params: { id: inviteId } });
    return { id, inviteId };
  }

  /** Creates a disposable account. */
  account(): Promise<Person> {
    return signUp(this.fixture, this.name("new"));
  }

  /** Creates another session of the caller, which the request may end. */
  session(): Promise<Person["headers"]> {
    return signInAgain(this.fixture, this.self);
  }

  /** Returns a unique name. */
  name(kind: string): string {
    return `${kind} ${randomBytes(6).toString("hex")}`;
  }

  /** Creates a form request. */
  form(sent: Sent, fields: Record<string, string>, file?: { name?: string; fileName: string; bytes: Uint8Array }): Sent {
    const { payload, headers } = this.fixture.rig.form(fields, file);
    return { ...sent, payload, headers: { ...sent.headers, ...headers } };
  }

  get picture(): { fileName: string; bytes: Buffer } {
    return { fileName: "finch.png", bytes: this.fixture.rig.picture };
  }
}
