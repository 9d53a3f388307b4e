import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { API_BASE, type BoardElement, boardLivePath, type createBoard, type ClientResult, type getBoard } from "@stillreel/contract";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { callAt, cloneDatabase, registerAt, startServerProcess, type ServerProcess, randomOf } from "@stillreel/testing";
import { pino } from "pino";
import WebSocket from "ws";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { replaces, Scripted, stateOf } from "./convergence.fixture.ts";

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const servers: ServerProcess[] = [];
const pages: Scripted[] = [];
beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-board-"));
  database = await cloneDatabase(inject("cluster"));
});
afterAll(async () => {
  for (const page of pages) page.cut();
  for (const server of servers) await server.kill();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, database: database.address });
  servers.push(server);
  return server;
}

/** Number of objects that both pages change, so that most changes conflict. */
const IDS = 12;
/** Acknowledged changes per page before the server is killed. */
const ACKNOWLEDGED = 20;

it("R25: a kill of the server while two pages draw loses nothing acknowledged, and the pages converge", { timeout: 60_000 }, async () => {
  const first = await start();
  const anna = await registerAt(first, "anna@example.test");
  const board = await callAt<ClientResult<typeof createBoard>>(first, anna, "POST", "/whiteboards", { title: "Plan" });
  let server = first;
  const connect = (): WebSocket =>
    new WebSocket(`${server.url.replace("http", "ws")}${API_BASE}${boardLivePath(board.id)}`, { headers: anna.headers });
  pages.push(...[1, 2].map((seed) => new Scripted(randomOf(seed), connect)));
  await Promise.all(pages.map((page) => page.online()));

  const random = randomOf(3);
  const changeBoth = (): void => {
    for (const page of pages) page.change(`e${Math.floor(random() * IDS)}`);
  };
  const drawing = setInterval(changeBoth, 5);
  await expect.poll(() => pages.every(({ acknowledged }) => acknowledged.length >= ACKNOWLEDGED), { timeout: 20_000 }).toBe(true);
  // Changes are on the way in all states: sent, received, stored, acknowledged.
  await first.kill();
  const acknowledged = pages.map((page) => [...page.acknowledged]);
  clearInterval(drawing);

  server = await start();
  const read = async () => (await callAt<ClientResult<typeof getBoard>>(server, anna, "GET", `/whiteboards/${board.id}`)).document.elements;
  // Before the pages return: what was acknowledged comes from the database alone.
  const pool = createPool(database.address, { max: 1, log: pino({ level: "silent" }) });
  const { rows } = await pool.query<{ data: BoardElement }>("select data from board_elements where board_id = $1", [board.id]);
  await pool.end();
  const stored = new Map(rows.map(({ data }) => [data.id, data]));
  const lost = acknowledged.flat().filter((element) => {
    const known = stored.get(element.id);
    return !known || replaces(element, known);
  });
  expect(lost).toEqual([]);

  await Promise.all(pages.filter((page) => !page.isConnected).map((page) => page.online()));
  changeBoth();
  await expect.poll(() => pages.every(({ isSettled }) => isSettled), { timeout: 20_000 }).toBe(true);
  await expect
    .poll(async () => {
      const expected = stateOf(await read());
      return pages.map((page) => [stateOf(page.elements.values()), expected]);
    })
    .toSatisfy((states: [unknown, unknown][]) => states.every(([page, expected]) => JSON.stringify(page) === JSON.stringify(expected)));
});
