import { once } from "node:events";
import { plainElement, textParts } from "@stillreel/board/shapes";
import { API_BASE, type BoardElement, boardLivePath, type BoardServerMessage, type ClientResult, createBoard } from "@stillreel/contract";
import { type TestApp, type TestUser } from "@stillreel/testing";
import WebSocket from "ws";

export type Item = ClientResult<typeof createBoard>;
type Message<T extends BoardServerMessage["type"]> = Extract<BoardServerMessage, { type: T }>;

/** Returns a rectangle, or an element of another type with its parts. */
export const rectangle = plainElement;

/** Returns a text element. */
export const words = (id: string, text: string, more: Partial<BoardElement> = {}): BoardElement =>
  plainElement(id, { ...textParts(text, 20), ...more });

export async function newBoard(t: TestApp, user: TestUser, more: object = {}): Promise<Item> {
  return (await t.call(createBoard, { body: { title: "Plan", ...more } } as never, user)).data() as Item;
}

/** How a page opens a board. */
export interface OpenOptions {
  user?: TestUser | undefined;
  share?: string;
  /** Whether the page shows the board embedded. */
  isEmbedded?: boolean;
  origin?: string;
  headers?: Record<string, string>;
}

/** An open page of a board: a real WebSocket. */
export class Page {
  readonly socket: WebSocket;
  readonly messages: BoardServerMessage[] = [];
  closed: number | null = null;
  #waiting: { isIt: (message: BoardServerMessage) => boolean; resolve: (message: BoardServerMessage) => void }[] = [];
  #nextId = 0;

  constructor(address: string, boardId: string, { user, share, isEmbedded, origin, headers }: OpenOptions = {}) {
    const query = new URLSearchParams({ ...(share !== undefined && { share }), ...(isEmbedded && { embed: "1" }) });
    const url = `${address.replace(/^http/u, "ws")}${API_BASE}${boardLivePath(boardId)}?${query}`;
    this.socket = new WebSocket(url, { headers: { ...user?.headers, ...headers }, ...(origin === undefined ? {} : { origin }) });
    this.socket.on("message", (data) => this.#receive(JSON.parse((data as Buffer).toString()) as BoardServerMessage));
    this.socket.on("error", () => {});
    this.socket.on("close", (code) => {
      this.closed = code;
    });
  }

  #receive(message: BoardServerMessage): void {
    this.messages.push(message);
    const now = this.#waiting.filter(({ isIt }) => isIt(message));
    this.#waiting = this.#waiting.filter((waiting) => !now.includes(waiting));
    for (const { resolve } of now) resolve(message);
  }

  /** Waits for a message that has not arrived yet. */
  next<T extends BoardServerMessage["type"]>(type: T, isIt: (message: Message<T>) => boolean = () => true): Promise<Message<T>> {
    return new Promise((resolve) => {
      this.#waiting.push({
        isIt: (message) => message.type === type && isIt(message as Message<T>),
        resolve: resolve as (message: BoardServerMessage) => void,
      });
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Introduces the page and returns the answer. */
  async hello(since: number | null = null): Promise<Message<"welcome">> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, "open");
    const answer = this.next("welcome");
    this.send({ type: "hello", since });
    return answer;
  }

  /** Sends a change and returns its number. */
  draw(elements: readonly object[], more: object = {}): number {
    this.#nextId += 1;
    this.send({ type: "update", id: this.#nextId, elements, ...more });
    return this.#nextId;
  }

  /** Sends a change and waits until it is stored. */
  async store(elements: readonly object[], more: object = {}): Promise<Message<"ack">> {
    const id = this.#nextId + 1;
    const answer = this.next("ack", (message) => message.id === id);
    this.draw(elements, more);
    return answer;
  }

  /** Sends a change and waits for its refusal. */
  async refused(elements: readonly object[], more: object = {}): Promise<Message<"refused">> {
    const id = this.#nextId + 1;
    const answer = this.next("refused", (message) => message.id === id);
    this.draw(elements, more);
    return answer;
  }

  /** Waits until the connection is closed and returns the code. */
  async end(): Promise<number> {
    if (this.closed !== null) return this.closed;
    const [code] = (await once(this.socket, "close")) as [number];
    return code;
  }

  close(): void {
    this.socket.terminate();
  }
}

/** Opens a page and introduces it. */
export async function openPage(address: string, boardId: string, options: OpenOptions = {}): Promise<Page> {
  const page = new Page(address, boardId, options);
  await page.hello();
  return page;
}

/** Tries to open a page and returns the status of the refusal. */
export async function refusedPage(address: string, boardId: string, options: OpenOptions = {}): Promise<number> {
  const page = new Page(address, boardId, options);
  const [, response] = (await once(page.socket, "unexpected-response")) as [unknown, { statusCode: number; resume(): void }];
  response.resume();
  page.close();
  return response.statusCode;
}
