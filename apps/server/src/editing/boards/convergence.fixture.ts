import { once } from "node:events";
import { API_BASE, type BoardElement, boardLivePath, type BoardServerMessage, getBoard } from "@stillreel/contract";
import { buildApp } from "@stillreel/server/app.ts";
import { buildModules } from "@stillreel/server/composition.ts";
import { createDatabase } from "@stillreel/server/platform/db/client.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { randomOf, type TestApp, type TestUser } from "@stillreel/testing";
import WebSocket from "ws";
import { rectangle } from "./boards.fixture.ts";

/** A separate server: own pool, modules and application on the same database. */
export interface Server {
  address: string;
  stop(): Promise<void>;
}

/** Starts another server on the database of a test. */
export async function startServer(t: TestApp): Promise<Server> {
  const pool = createPool({ ...t.ports.pool.options } as { connectionString: string }, { max: 6, log: t.ports.log });
  const ports = { ...t.ports, pool, db: createDatabase(pool) };
  const app = await buildApp(ports, buildModules(ports));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const stop = async (): Promise<void> => {
    await app.close();
    await pool.end();
  };
  return { address, stop };
}

export const replaces = (one: BoardElement, other: BoardElement | undefined): boolean =>
  !other || one.version > other.version || (one.version === other.version && one.versionNonce < other.versionNonce);

/** A scripted page that follows the protocol, on a network that cuts, delays, repeats and reorders. */
export class Scripted {
  readonly elements = new Map<string, BoardElement>();
  /** Changes that are not acknowledged. */
  readonly pending = new Map<string, BoardElement>();
  /** Every state that the server has acknowledged. */
  readonly acknowledged: BoardElement[] = [];
  #socket: WebSocket | null = null;
  #since: number | null = null;
  #isReady = false;
  #nextId = 0;
  #sent = new Map<number, BoardElement[]>();
  readonly #random: () => number;
  readonly #connect: () => WebSocket;

  constructor(random: () => number, connect: () => WebSocket) {
    this.#random = random;
    this.#connect = connect;
  }

  /** Connects if there is no connection, and waits until the page has the state of the board. */
  async online(): Promise<void> {
    while (!this.#isReady) {
      const socket = this.#connect();
      this.#socket = socket;
      socket.on("error", () => {});
      socket.on("message", (data) => this.#receive(socket, JSON.parse((data as Buffer).toString()) as BoardServerMessage));
      const isOpen = await Promise.race([once(socket, "open").then(() => true), once(socket, "close").then(() => false)]).catch(
        () => false,
      );
      if (!isOpen) continue;
      socket.send(JSON.stringify({ type: "hello", since: this.#since }));
      await Promise.race([once(socket, "welcome"), once(socket, "close")]);
    }
  }

  cut(): void {
    this.#socket?.terminate();
    this.#lose();
  }

  /** Ends the page without a chance to finish: what it had sent or not sent is unknown to the page that is opened next. */
  kill(): void {
    this.cut();
    this.elements.clear();
    this.pending.clear();
    this.#since = null;
  }

  #lose(): void {
    this.#socket = null;
    this.#isReady = false;
    this.#sent.clear();
  }

  /** Changes an element, or adds one. */
  change(id: string): void {
    const known = this.elements.get(id);
    const random = (): number => Math.floor(this.#random() * 1e9);
    const element = rectangle(id, {
      ...known,
      version: (known?.version ?? 0) + 1,
      versionNonce: random(),
      x: random() % 1_000,
      y: random() % 1_000,
      isDeleted: this.#random() < 0.15,
    });
    this.elements.set(id, element);
    this.pending.set(id, element);
    this.#send([element]);
  }

  /** Sends with a delay, and sometimes twice: messages overtake each other. */
  #send(elements: BoardElement[]): void {
    const socket = this.#socket;
    if (!this.#isReady || !socket) return;
    this.#nextId += 1;
    const id = this.#nextId;
    this.#sent.set(id, elements);
    const text = JSON.stringify({ type: "update", id, elements });
    for (let times = this.#random() < 0.2 ? 2 : 1; times > 0; times -= 1)
      setTimeout(() => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      }, this.#random() * 20);
  }

  #merge(elements: readonly BoardElement[]): void {
    for (const element of elements) if (replaces(element, this.elements.get(element.id))) this.elements.set(element.id, element);
  }

  #receive(socket: WebSocket, message: BoardServerMessage): void {
    if (socket !== this.#socket) return;
    if (message.type === "welcome") {
      if (message.isWhole)
        for (const id of this.elements.keys())
          if (!this.pending.has(id) && !message.elements.some((one) => one.id === id)) this.elements.delete(id);
      this.#merge(message.elements);
      this.#since = Math.max(this.#since ?? 0, message.seq);
      this.#isReady = true;
      if (this.pending.size > 0) this.#send([...this.pending.values()]);
      socket.emit("welcome");
    } else if (message.type === "update") {
      this.#merge(message.elements);
      this.#since = Math.max(this.#since ?? 0, message.seq);
    } else if (message.type === "ack") {
      this.#since = Math.max(this.#since ?? 0, message.seq);
      const sent = this.#sent.get(message.id) ?? [];
      this.#sent.delete(message.id);
      this.acknowledged.push(...sent);
      for (const element of sent) if (this.pending.get(element.id) === element) this.pending.delete(element.id);
    } else if (message.type === "refused" && message.retryAfterMs !== null) {
      const sent = this.#sent.get(message.id) ?? [];
      setTimeout(() => this.#send(sent.filter((one) => this.pending.get(one.id) === one)), message.retryAfterMs);
    }
  }

  /** Whether the page is connected and everything is acknowledged. */
  get isSettled(): boolean {
    return this.#isReady && this.pending.size === 0;
  }

  /** Called when a server is gone: the connection closes. */
  get isConnected(): boolean {
    if (this.#socket !== null && this.#socket.readyState > WebSocket.OPEN) this.#lose();
    return this.#isReady;
  }
}

const CLIENTS = 8;
const IDS = 25;
/** Time for the pages to settle. Slow machines need some of it. */
const SETTLE_MS = 60_000;

export interface Converged {
  /** The state of each page, and last that of the server: versions and positions by id. */
  states: Record<string, string>[];
  /** States that were acknowledged, and of which nothing or only something older is stored. */
  lost: BoardElement[];
  acknowledged: number;
}

export const stateOf = (elements: Iterable<BoardElement>): Record<string, string> =>
  Object.fromEntries(
    [...elements]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, version, versionNonce, x, y }) => [id, `${version} ${versionNonce} ${x} ${y}`])
      .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );

/** Runs random rounds: changes, cuts, and kills of servers. Returns the final states. */
export async function converge(
  t: TestApp,
  user: TestUser,
  boardId: string,
  given: { seed: number; rounds: number; kills: number },
): Promise<Converged> {
  const random = randomOf(given.seed);
  const servers: Server[] = [await startServer(t), await startServer(t)];
  const connect = (): WebSocket => {
    const { address } = servers[Math.floor(random() * servers.length)] as Server;
    return new WebSocket(`${address.replace("http", "ws")}${API_BASE}${boardLivePath(boardId)}`, { headers: user.headers });
  };
  const pages = Array.from({ length: CLIENTS }, (_, at) => new Scripted(randomOf(given.seed * 100 + at), connect));
  await Promise.all(pages.map((page) => page.online()));
  const killEvery = Math.floor(given.rounds / (given.kills + 1));
  for (let round = 1; round <= given.rounds; round += 1) {
    const page = pages[Math.floor(random() * pages.length)] as Scripted;
    const chance = random();
    if (chance < 0.01) page.kill();
    else if (chance < 0.06) page.cut();
    else page.change(`e${Math.floor(random() * IDS)}`);
    if (random() < 0.1 && !page.isConnected) void page.online();
    if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 30));
    if (round % killEvery === 0 && round < given.rounds) {
      const at = Math.floor(random() * servers.length);
      const old = servers[at] as Server;
      servers[at] = await startServer(t);
      await old.stop();
    }
  }
  const read = async () => (await t.call(getBoard, { params: { boardId } }, user)).data();
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    for (const page of pages) if (!page.isConnected) await page.online();
    // The number of the last change is no measure: its author gets it with the next one.
    const server = JSON.stringify(stateOf((await read()).document.elements));
    const isEqual = pages.every((page) => page.isSettled && JSON.stringify(stateOf(page.elements.values())) === server);
    if (isEqual || performance.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { document } = await read();
  const { rows } = await t.ports.pool.query<{ data: BoardElement }>("select data from board_elements where board_id = $1", [boardId]);
  const stored = new Map(rows.map(({ data }) => [data.id, data]));
  const acknowledged = pages.flatMap((page) => page.acknowledged);
  const lost = acknowledged.filter((element) => {
    const known = stored.get(element.id);
    return !known || replaces(element, known);
  });
  const states = [...pages.map((page) => stateOf(page.elements.values())), stateOf(document.elements)];
  for (const page of pages) page.cut();
  for (const server of servers) await server.stop();
  return { states, lost, acknowledged: acknowledged.length };
}
