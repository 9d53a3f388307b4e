import { once } from "node:events";
import { readFileSync } from "node:fs";
import { plainElement } from "@stillreel/board/shapes";
import type { Pool } from "pg";
import { percentile } from "./support/load.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, callApi, refreshed, register } from "./support/server.ts";

type Person = Awaited<ReturnType<typeof register>>;
interface Received {
  type: string;
  elements?: { id: string; x: number }[];
}

const DRAWERS = 20;
const SECONDS = 15;
/** Changes of one person per second while they draw. */
const CHANGES_PER_SECOND = 5;
const ELEMENTS = 5_000;
/** Large boards that are open at the same time. */
const LARGE_BOARDS = 16;

const element = (id: string, version: number, x: number) => plainElement(id, { version, versionNonce: version, x });

/** An open page: a socket that introduced itself. */
async function openPage(server: BenchServer, person: Person, boardId: string, onMessage: (message: Received) => void): Promise<WebSocket> {
  // The class of Node sends further headers, which its declaration for browsers does not name.
  const url = `${server.url.replace("http", "ws")}/api/v1/whiteboards/${boardId}/live`;
  const socket = new WebSocket(url, { headers: person.headers } as unknown as string[]);
  const isWelcome = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as Received;
      if (message.type === "welcome") resolve();
      onMessage(message);
    });
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "hello", since: null }));
  await isWelcome;
  return socket;
}

/** Returns the processor seconds of a process. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

interface Drawn {
  /** Milliseconds until others received a change. */
  delays: number[];
  /** Cores of the server's process. */
  cores: number;
}

/** Lets people draw on boards for some seconds. */
async function drawTogether(server: BenchServer, person: Person, boardIds: readonly string[], perBoard: number): Promise<Drawn> {
  const delays: number[] = [];
  const sentAt = new Map<string, number>();
  const sockets: WebSocket[] = [];
  for (const boardId of boardIds)
    for (let n = 0; n < perBoard; n += 1)
      sockets.push(
        await openPage(server, person, boardId, ({ type, elements }) => {
          if (type !== "update") return;
          for (const { id, x } of elements ?? []) {
            const at = sentAt.get(`${id} ${x}`);
            if (at !== undefined) delays.push(performance.now() - at);
          }
        }),
      );
  const before = processorSeconds(server.pid);
  const began = performance.now();
  const timers = sockets.map((socket, n) => {
    let version = 0;
    return setInterval(() => {
      version += 1;
      sentAt.set(`person-${n} ${version}`, performance.now());
      socket.send(JSON.stringify({ type: "update", id: version, elements: [element(`person-${n}`, version, version)] }));
      socket.send(JSON.stringify({ type: "presence", pointer: { x: version, y: 0, tool: "pointer" }, selected: [], view: null }));
    }, 1_000 / CHANGES_PER_SECOND);
  });
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  const cores = (processorSeconds(server.pid) - before) / ((performance.now() - began) / 1_000);
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.close();
  return { delays, cores };
}

const newBoard = async (server: BenchServer, person: Person, elements: readonly object[] = []): Promise<string> =>
  (await callApi<{ id: string }>(server, person, "POST", "/whiteboards", { title: "Board", document: { elements } })).id;

const many = (version = 1) => Array.from({ length: ELEMENTS }, (_, n) => element(`element-${n}`, version, n * version));

/** Number of changes of rights that are measured. */
const RIGHTS_CHANGES = 20;

/** Takes and gives the right to edit an open board. Returns the milliseconds from each request until the page's message. */
async function changeRights(server: BenchServer, owner: Person, memberMail: string, pool: Pool): Promise<number[]> {
  const { id: workspaceId } = await callApi<{ id: string }>(server, owner, "POST", "/workspace/new?name=Rights");
  const member = await refreshed(server, await register(server.url, memberMail), memberMail);
  const { rows } = await pool.query<{ id: string }>(
    "insert into members (workspace_id, user_id, role) select $1, id, 'member' from users where email = $2 returning user_id as id",
    [workspaceId, memberMail],
  );
  const { id: boardId } = await callApi<{ id: string }>(server, owner, "POST", "/whiteboards", { title: "Board", workspaceId });
  let onRole = (): void => undefined;
  const socket = await openPage(server, member, boardId, ({ type }) => {
    if (type === "role") onRole();
  });
  const delays: number[] = [];
  for (let n = 0; n < RIGHTS_CHANGES; n += 1) {
    const isApplied = new Promise<void>((resolve) => {
      onRole = resolve;
    });
    const began = performance.now();
    await callApi(server, owner, "POST", `/workspace/${workspaceId}/files/${boardId}/permissions`, {
      id: rows[0]?.id,
      permissionType: "member",
      permissionItemType: "file",
      read: true,
      write: n % 2 === 1,
    });
    await isApplied;
    delays.push(performance.now() - began);
  }
  socket.close();
  return delays;
}

/** Measures 20 people on one board, the time until taken rights are applied, and the memory of a large one. */
export async function benchBoardsEdit(port: number): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("boards-edit", port, { RATE_LIMIT_FACTOR: "1000" });
  try {
    const person = await refreshed(server, await register(server.url, "anna@bench.example"), "anna@bench.example");
    const rights = Math.max(...(await changeRights(server, person, "ben@bench.example", pool)));
    const boardId = await newBoard(server, person);
    const { delays } = await drawTogether(server, person, [boardId], DRAWERS);
    const p95 = percentile(delays, 95);
    const large: string[] = [];
    for (let n = 0; n < LARGE_BOARDS; n += 1) large.push(await newBoard(server, person, many()));
    const rest = server.nodeRssMb();
    const sockets = await Promise.all(large.map((id) => openPage(server, person, id, () => undefined)));
    const memory = (server.nodeRssMb() - rest) / large.length;
    for (const socket of sockets) socket.close();
    const { rows } = await pool.query<{ document: string; stored: string }>(`
      select sum(bytes) as document, sum(bytes) + (select coalesce(sum(length(elements::text)), 0) from board_updates where created_at < now() - interval '5 minutes')
        + (select coalesce(sum(length(delta)), 0) from board_versions) as stored from boards`);
    const share = Number(rows[0]?.stored) / Number(rows[0]?.document);
    return [
      {
        name: `${DRAWERS} people draw on one board: a change is seen by the others`,
        measured: `p95 ${p95.toFixed(0)} ms`,
        target: "≤ 150 ms",
        pass: p95 <= 150,
        note: `${delays.length} receipts`,
      },
      {
        name: "changed right → the open board applies it",
        measured: `slowest ${rights.toFixed(0)} ms`,
        target: "≤ 1,000 ms",
        pass: rights <= 1_000,
        note: `${RIGHTS_CHANGES} changes, measured from the request`,
      },
      {
        name: `memory per open board of ${ELEMENTS} elements`,
        measured: `${memory.toFixed(1)} MB`,
        target: "≤ 5 MB",
        pass: memory <= 5,
        note: `${LARGE_BOARDS} boards are opened at the same time`,
      },
      { name: "stored bytes after the log was deleted", measured: `${share.toFixed(1)} × the document`, target: "≤ 5 ×", pass: share <= 5 },
    ];
  } finally {
    await stop();
  }
}

/** Measures 200 people on 50 boards. */
export async function benchBoardsLoad(port: number): Promise<Figure[]> {
  const { server, stop } = await startProduct("boards-load", port, { RATE_LIMIT_FACTOR: "1000" });
  try {
    const people = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        refreshed(server, await register(server.url, `p${n}@bench.example`), `p${n}@bench.example`),
      ),
    );
    // One person opens at most 30 pages, so that ten accounts have five boards each.
    const parts = await Promise.all(
      people.map(async (person) => {
        const boardIds = await Promise.all(Array.from({ length: 5 }, () => newBoard(server, person)));
        return { person, boardIds };
      }),
    );
    const drawn = await Promise.all(parts.map(({ person, boardIds }) => drawTogether(server, person, boardIds, 4)));
    const cores = Math.max(...drawn.map((one) => one.cores));
    const p95 = percentile(
      drawn.flatMap(({ delays }) => delays),
      95,
    );
    return [
      {
        name: "200 people draw on 50 boards: processor of the server",
        measured: `${cores.toFixed(2)} cores`,
        target: "≤ 1 core",
        pass: cores <= 1,
        note: `${CHANGES_PER_SECOND} changes per second and person; a change is seen after p95 ${p95.toFixed(0)} ms`,
      },
    ];
  } finally {
    await stop();
  }
}
