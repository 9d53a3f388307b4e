import net from "node:net";
import { rawQuery } from "./support/floors.ts";
import { flood } from "./support/hammer.ts";
import { fillLibrary, settle } from "./support/library.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, callApi, register } from "./support/server.ts";

/** Number of connections of each kind that are open at the same time. */
export interface ConnectionShape {
  /** Connections that request lists without a pause. */
  lists: number;
  /** Accounts, each with this many open pages. */
  members: number;
  pages: number;
  /** Links, each with this many visitors whose pages are open. */
  links: number;
  visitors: number;
  /** Connections without a request in progress, as browsers have them after a page was loaded. */
  idle: number;
}

const SHAPE: ConnectionShape = { lists: 1_000, members: 100, pages: 20, links: 25, visitors: 200, idle: 3_000 };
const ITEMS = 10_000;
const LISTS_S = 10;
const LISTS_P95_MS = 1_000;
const KB_MAX = 100;
/** Connections that are opened at the same time. */
const AT_ONCE = 50;
/** Time in which memory settles, in milliseconds: longer than the server's interval of checks of all streams. */
const REST_MS = 25_000;
const OPEN_MAX_MS = 30_000;

/** A request that opens a connection. */
interface Asked {
  path: string;
  headers: Record<string, string>;
}

/** Opens a connection and sends one request. Resolves with the socket when a successful response begins; with null otherwise. */
function openOne(base: URL, path: string, headers: Record<string, string>): Promise<net.Socket | null> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(base.port), base.hostname);
    let head = "";
    const finish = (isOk: boolean): void => {
      socket.setTimeout(0);
      socket.off("data", read);
      // What follows is received and ignored.
      socket.resume();
      if (!isOk) socket.destroy();
      resolve(isOk ? socket : null);
    };
    const read = (chunk: Buffer): void => {
      head += chunk.toString("latin1");
      if (head.includes("\r\n")) finish(/^HTTP\/1\.1 2\d\d /u.test(head));
    };
    socket.setTimeout(OPEN_MAX_MS, () => finish(false));
    socket.on("error", () => finish(false));
    socket.on("data", read);
    const lines = Object.entries({ host: base.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  });
}

/** Opens a connection for each request. Returns those with a successful response. */
async function openAll(base: URL, requests: readonly Asked[]): Promise<net.Socket[]> {
  const opened: net.Socket[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const some = await Promise.all(requests.slice(from, from + AT_ONCE).map(({ path, headers }) => openOne(base, path, headers)));
    opened.push(...some.filter((socket) => socket !== null));
  }
  return opened;
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** Returns the requests of event streams: pages of users, and pages of visitors with a link. */
async function streamsOf(
  server: BenchServer,
  { members, pages, links, visitors }: ConnectionShape,
  slugs: readonly string[],
): Promise<Asked[]> {
  const people: Record<string, string>[] = [];
  for (let nth = 0; nth < members; nth += 1) people.push((await register(server.url, `page-${nth}@bench.example`)).headers);
  return [
    ...people.flatMap((headers) => times(pages, { path: "/api/v1/events", headers })),
    ...slugs.slice(0, links).flatMap((slug) => times(visitors, { path: `/api/v1/events?share=${slug}`, headers: {} })),
  ];
}

/** Measures the floor of lists: one raw prepared query over the same connections. */
async function floorOfLists(databaseUrl: string, workspaceId: string, connections: number): Promise<string> {
  const floor = await rawQuery(databaseUrl, workspaceId);
  try {
    const asked = { connections, timeoutS: OPEN_MAX_MS / 1_000 };
    await flood(floor.url, { ...asked, seconds: 3 });
    const { p95Ms, perSecond } = await flood(floor.url, { ...asked, seconds: LISTS_S });
    return `raw query ${p95Ms.toFixed(0)} ms, ${perSecond.toFixed(0)}/s`;
  } finally {
    await floor.stop();
  }
}

/** Measures lists over many connections. A missing or refused answer is an error. */
async function lists(server: BenchServer, headers: Record<string, string>, connections: number, floor: string): Promise<Figure> {
  const paths = ["newest", "oldest", "name"].map((sort) => `/api/v1/workspace/personal/items?view=all&sort=${sort}&limit=50`);
  const name = `lists over ${connections.toLocaleString("en")} connections that request without a pause: p95`;
  const target = `≤ ${LISTS_P95_MS.toLocaleString("en")} ms, no error`;
  const asked = { connections, headers, paths, timeoutS: OPEN_MAX_MS / 1_000 };
  try {
    await flood(server.url, { ...asked, seconds: 3 });
    // The requests that the end of the first flood left behind are not part of the second.
    await callApi(server, { headers }, "GET", "/workspace/personal/items?view=all&limit=50");
    const { p95Ms, perSecond } = await flood(server.url, { ...asked, seconds: LISTS_S });
    return {
      name,
      measured: `${p95Ms.toFixed(0)} ms`,
      floor,
      target,
      pass: perSecond > 0 && p95Ms <= LISTS_P95_MS,
      note: `${perSecond.toFixed(0)}/s, no error`,
    };
  } catch (error) {
    const lines = error instanceof Error ? error.message.split("\n") : [];
    const measured = lines.find((line) => /Non-2xx|Socket errors/u.test(line))?.trim() ?? String(error);
    return { name, measured, floor, target, pass: false };
  }
}

/** Measures the memory of open connections, and whether all stay open. */
async function open(server: BenchServer, streams: readonly Asked[], idle: number, sockets: net.Socket[]): Promise<Figure[]> {
  const wanted = streams.length + idle;
  const beforeMb = server.nodeRssMb();
  const began = performance.now();
  sockets.push(...(await openAll(new URL(server.url), [...streams, ...times(idle, { path: "/healthz", headers: {} })])));
  const openedMs = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const alive = sockets.filter((socket) => socket.readyState === "open").length;
  const perKb = ((server.nodeRssMb() - beforeMb) * 1024) / wanted;
  return [
    {
      name: `${wanted.toLocaleString("en")} open connections: failed or closed ones`,
      measured: String(wanted - alive),
      target: "0",
      pass: alive === wanted,
      note: `${streams.length} event streams, ${idle} between two requests; opened in ${(openedMs / 1000).toFixed(1)} s`,
    },
    {
      name: "memory of one of them",
      measured: `${perKb.toFixed(0)} KB`,
      target: `≤ ${KB_MAX} KB`,
      pass: perKb <= KB_MAX,
      note: `resident memory of the server's process, ${beforeMb.toFixed(0)} MB before`,
    },
  ];
}

/**
 * Measures many open connections: the memory of 10,000 that wait (event streams of users and visitors, and connections between two requests),
 * and, while these are open, lists over 1,000 that request without a pause.
 * @param shape a small one tests this part
 */
export async function benchConnections(port: number, shape: ConnectionShape = SHAPE): Promise<Figure[]> {
  const { server, pool, databaseUrl, stop } = await startProduct("connections", port, { ROLE: "web" });
  const sockets: net.Socket[] = [];
  try {
    const owner = await register(server.url, "owner@bench.example");
    await fillLibrary(pool, { workspaceId: owner.workspaceId, items: ITEMS, folders: 50 });
    await settle(pool);
    const { rows } = await pool.query<{ slug: string }>(
      "select l.slug from share_links l join items i on i.id = l.item_id where i.trashed_at is null order by l.slug limit $1",
      [shape.links],
    );
    const slugs = rows.map(({ slug }) => slug);
    const waiting = await open(server, await streamsOf(server, shape, slugs), shape.idle, sockets);
    const floor = await floorOfLists(databaseUrl, owner.workspaceId, shape.lists);
    return [...waiting, await lists(server, owner.headers, shape.lists, floor)];
  } finally {
    for (const socket of sockets) socket.destroy();
    await stop();
  }
}
