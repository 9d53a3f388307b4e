import { randomBytes, randomUUID } from "node:crypto";
import {
  copyItem,
  createFolder,
  createInvite,
  createTeam,
  createWorkspace,
  joinWorkspace,
  type Route,
  saveOriginal,
  updateItem,
} from "@stillreel/contract";
import type { CALLERS } from "./callers.ts";
import type { Sender, Sent } from "./requests.ts";
import type { Cells, Verdict } from "./verdicts.ts";
import { type Person, type Place, signInAgain, signUp, upload, type World } from "./world.ts";

/** One row of the matrix: an address, what each kind of caller is answered there, and how it is asked. */
export interface Row {
  /** Method and address, as the page shows them. */
  address: string;
  /** The route of the contract; undefined for addresses beside it. */
  route?: Route;
  /** Set where the same route is asked in another way: the name of what is in the query then. */
  query?: string;
  cells: Cells;
  /** What a reader of the page must know beside the cells. */
  note?: string;
  /** A call that would do something, were the caller allowed to. */
  send(scene: Scene): Sent | Promise<Sent>;
  /** What stands in the answers to those who see it all, and in no others. */
  shows?(scene: Scene): string;
}

/** Rows that belong together on the page. */
export interface Group {
  title: string;
  rows: Row[];
}

type More = Pick<Row, "note" | "shows" | "query">;

/** The row of a route of the contract. */
export function row<R extends Route<never, never, never, never> | Route>(route: R, cells: Cells, send: Row["send"], more: More = {}): Row {
  const declared = route as unknown as Route;
  const query = more.query === undefined ? "" : `?${more.query}`;
  return { address: `${declared.method} ${declared.path}${query}`, route: declared, cells, send, ...more };
}

const DONE = new Set<Verdict>(["ok", "own", "part"]);
const NOT_IN = new Set<string>(["anonymous", "link", "revoked", "gone", "outsider", "operator"]);
const unknownSlug = (): string => randomBytes(16).toString("base64url");

/**
 * One call of one row by one caller. Where it is to be refused, it is about what everybody asks for, so that refusals can be
 * seen to have changed nothing; where it succeeds, about something of its own. A twin is about ids that never were.
 */
export class Scene {
  readonly world: World;
  readonly caller: (typeof CALLERS)[number];
  readonly verdict: Verdict;
  readonly isTwin: boolean;
  readonly #home: string | undefined;

  /** @param home another workspace than the one in question, in whose name it is asked for what lies in that one */
  constructor(world: World, caller: (typeof CALLERS)[number], verdict: Verdict, isTwin: boolean, home?: string) {
    this.world = world;
    this.caller = caller;
    this.verdict = verdict;
    this.isTwin = isTwin;
    this.#home = home;
  }

  get sender(): Sender {
    return this.world.people[this.caller.name];
  }

  /** Who calls; for those who are nobody, somebody to fill a body with. */
  get self(): Person {
    return this.world.people[this.caller.name] ?? this.world.owner;
  }

  /** A member of the workspace who is not the caller. */
  get otherId(): string {
    const { viewer, member } = this.world.people;
    return (this.caller.name === "viewer" ? member : viewer)?.id ?? "";
  }

  get isDone(): boolean {
    return DONE.has(this.verdict);
  }

  /** The region whose entries are about the caller. */
  get place(): Place {
    return this.caller.column === "view" || this.caller.column === "edit" ? this.world.closed : this.world.open;
  }

  /** This id; in a twin one that never was. */
  known(id: string): string {
    return this.isTwin ? randomUUID() : id;
  }

  /** Members know the workspace: to them, only what is in it never was. */
  get workspaceId(): string {
    if (this.#home !== undefined) return this.#home;
    return NOT_IN.has(this.caller.column) ? this.known(this.world.workspaceId) : this.world.workspaceId;
  }

  get folderId(): string {
    return this.known(this.place.folderId);
  }
  get itemId(): string {
    return this.known(this.place.item.id);
  }
  get videoId(): string {
    return this.known(this.place.videoId);
  }

  /** `?share=` of those who come by a link to the picture. */
  get share(): { share?: string } {
    return this.#byLink(this.place.slug, this.place.deadSlug);
  }
  get videoShare(): { share?: string } {
    return this.#byLink(this.place.videoSlug, this.place.deadVideoSlug);
  }

  #byLink(live: string, dead: string): { share?: string } {
    if (this.caller.column === "link") return { share: live };
    return this.caller.column === "revoked" ? { share: this.isTwin ? unknownSlug() : dead } : {};
  }

  /** The slug that the caller holds, in an address. Who holds none guesses. */
  slug(live = this.place.slug, dead = this.place.deadSlug): string {
    if (this.caller.column === "anonymous" || this.isTwin) return unknownSlug();
    return this.caller.column === "revoked" ? dead : live;
  }

  async #copyOf(itemId: string): Promise<{ id: string; refName: string }> {
    const { data, owner, workspaceId } = this.world;
    return data(owner, copyItem, { params: { itemId }, body: { workspaceId, folderId: this.place.folderId } });
  }

  /** A picture, for a call that changes it. */
  async item(): Promise<{ id: string; refName: string }> {
    if (this.isTwin) return { id: randomUUID(), refName: randomBytes(12).toString("base64url") };
    return this.isDone ? this.#copyOf(this.place.item.id) : this.place.item;
  }

  /** A picture with an original. */
  async annotated(): Promise<string> {
    const { id, refName } = await this.item();
    const { data, owner, workspaceId } = this.world;
    if (this.isDone) await data(owner, saveOriginal, { params: { workspaceId }, body: { fullFileName: refName } });
    return id;
  }

  async video(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.videoId;
    return (await this.#copyOf(this.place.videoId)).id;
  }

  /** A picture in the bin. */
  async binned(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.known(this.place.binnedId);
    const { id } = await this.#copyOf(this.place.item.id);
    const { data, owner, workspaceId } = this.world;
    await data(owner, updateItem, { params: { workspaceId, type: "image", itemId: id }, body: { trash: true } });
    return id;
  }

  /** A folder, for a call that changes it. */
  async folder(): Promise<string> {
    if (this.isTwin || !this.isDone) return this.folderId;
    const { data, owner, workspaceId } = this.world;
    const body = { name: this.name("folder"), parentId: this.place.folderId };
    return (await data(owner, createFolder, { params: { workspaceId }, body })).id;
  }

  /** A picture in the caller's own space. */
  async personalItem(): Promise<string> {
    const person = this.world.people[this.caller.name];
    if (!person || this.caller.column === "gone") return randomUUID();
    return (await upload(this.world, person, "personal")).id;
  }

  /** A team for a call that changes it; the team owner's own. The caller is in it, unless others are named. */
  async team(members = this.teamMembers): Promise<string> {
    if (this.isTwin || !this.isDone) return this.known(this.world.teamId);
    const { data, owner, workspaceId } = this.world;
    const maker = this.caller.column === "teamOwner" ? this.self : owner;
    const body = { name: this.name("team"), members };
    return (await data(maker, createTeam, { params: { workspaceId }, body })).id;
  }

  get teamMembers(): string[] {
    return [...new Set([this.self.id, this.world.owner.id])];
  }

  /** A workspace of the owner's beside the one in question, and the way into it. */
  async workspace({ joined }: { joined: boolean }): Promise<{ id: string; inviteId: string }> {
    const { data, owner } = this.world;
    const { id } = await data(owner, createWorkspace, { query: { name: this.name("space") } });
    const { inviteId } = await data(owner, createInvite, { params: { id } });
    if (joined && this.self !== owner) await data(this.self, joinWorkspace, { params: { id: inviteId } });
    return { id, inviteId };
  }

  /** An account that nobody needs afterwards. */
  account(): Promise<Person> {
    return signUp(this.world, this.name("new"));
  }

  /** Another session of the caller's, which the call may end. */
  session(): Promise<Person["headers"]> {
    return signInAgain(this.world, this.self);
  }

  /** A name that nothing else has. */
  name(kind: string): string {
    return `${kind} ${randomBytes(6).toString("hex")}`;
  }

  /** A request with a form. */
  form(sent: Sent, fields: Record<string, string>, file?: { name?: string; fileName: string; bytes: Uint8Array }): Sent {
    const { payload, headers } = this.world.rig.form(fields, file);
    return { ...sent, payload, headers: { ...sent.headers, ...headers } };
  }

  get picture(): { fileName: string; bytes: Buffer } {
    return { fileName: "finch.png", bytes: this.world.rig.picture };
  }
}
