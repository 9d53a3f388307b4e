import { BOARD_VERSION_MS } from "@stillreel/contract";
import { textParts } from "@stillreel/board/shapes";
import type { BoardElement } from "@stillreel/contract";
import { createTestApp, randomOf, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBoard, rectangle } from "./boards.fixture.ts";
import { createChanges } from "./changes.service.ts";
import { readElements } from "./elements.plan.ts";

/** A month of work: four weeks of five days, eight people, 500 edits of each on a day of eight hours. */
const WEEKS = 4;
const DAYS_PER_WEEK = 5;
const PEOPLE = 8;
const EDITS_PER_DAY = 500;
const DAY_MS = 86_400_000;
const SLOTS_PER_DAY = (8 * 3_600_000) / BOARD_VERSION_MS;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** What people do on a board: they write notes, move and change what is there, and delete some of it. */
class Work {
  readonly #random: () => number;
  readonly #elements = new Map<string, BoardElement>();
  #last = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  #number(most: number): number {
    return Math.floor(this.#random() * most);
  }

  /** Returns a new note with its text: what people add most. */
  #add(): BoardElement {
    this.#last += 1;
    const words = `Idea ${this.#last}: ${"the board is hard to read at night ".repeat(1 + this.#number(3))}`;
    const position = { x: this.#number(20_000), y: this.#number(10_000), seed: this.#number(1e9) };
    return this.#random() < 0.5
      ? rectangle(`note-${this.#last}`, { ...position, width: 150, height: 112, customData: { note: true } })
      : rectangle(`text-${this.#last}`, { ...position, ...textParts(words, 20) });
  }

  #change(element: BoardElement): BoardElement {
    const chance = this.#random();
    const next = { ...element, version: element.version + 1, versionNonce: this.#number(1e9) };
    if (chance < 0.13) return { ...next, isDeleted: true };
    if (chance < 0.75) return { ...next, x: this.#number(20_000), y: this.#number(10_000) };
    return element.type === "text"
      ? { ...next, ...textParts(`${element.text ?? ""} and more`.slice(-200), 20) }
      : { ...next, backgroundColor: "#bdebca", width: 100 + this.#number(200) };
  }

  /** Makes one edit and returns the new state of its element. Most edits are of what was made lately. */
  edit(): BoardElement {
    const ids = [...this.#elements.keys()].slice(-300);
    const id = this.#random() < 0.15 ? undefined : ids[this.#number(ids.length)];
    const known = id === undefined ? undefined : this.#elements.get(id);
    const next = known ? this.#change(known) : this.#add();
    if (next.isDeleted) this.#elements.delete(next.id);
    else this.#elements.set(next.id, next);
    return next;
  }
}

/** Returns the bytes of a board's document and of everything that is stored for it. */
async function sizes(boardId: string): Promise<{ document: number; stored: number; versions: number }> {
  const { rows } = await t.ports.pool.query<Record<"shown" | "marks" | "log" | "deltas" | "versions", string>>(
    `select (select coalesce(sum(bytes), 0) from board_elements where board_id = $1 and not deleted) as shown,
       (select coalesce(sum(bytes), 0) from board_elements where board_id = $1 and deleted) as marks,
       (select coalesce(sum(length(elements::text)), 0) from board_updates where board_id = $1) as log,
       (select coalesce(sum(length(delta)), 0) from board_versions where board_id = $1) as deltas,
       (select count(*) from board_versions where board_id = $1) as versions`,
    [boardId],
  );
  const [row] = rows;
  const of = (name: "shown" | "marks" | "log" | "deltas"): number => Number(row?.[name]);
  return {
    document: of("shown"),
    stored: of("shown") + of("marks") + of("log") + of("deltas"),
    versions: Number(row?.versions),
  };
}

test("a month of edits needs at most five times the bytes of the document", { timeout: 1_800_000 }, async () => {
  const user = await t.user();
  const { id: boardId } = await newBoard(t, user);
  const changes = createChanges(t.ports);
  const work = new Work(randomOf(7));
  let edits = 0;
  let largest = 0;
  for (let day = 0; day < WEEKS * DAYS_PER_WEEK; day += 1) {
    for (let slot = 0; slot < SLOTS_PER_DAY; slot += 1) {
      const count = Math.round((EDITS_PER_DAY * (slot + 1)) / SLOTS_PER_DAY) - Math.round((EDITS_PER_DAY * slot) / SLOTS_PER_DAY);
      // What one person does in ten minutes is one change here. Versions contain the states at their end in any case.
      const edited = Array.from({ length: PEOPLE }, () => readElements(Array.from({ length: count }, () => work.edit())).elements);
      await Promise.all(edited.map((elements, at) => changes.apply(boardId, { participant: `page-${at}`, userId: user.id, elements })));
      edits += PEOPLE * count;
      // The picture of the board is not what is measured: without it the month takes a minute, and not an hour.
      await t.ports.pool.query("update boards set drawn_seq = seq where item_id = $1", [boardId]);
      t.clock.advance(BOARD_VERSION_MS);
      await t.runJobs();
    }
    const { document, stored } = await sizes(boardId);
    largest = Math.max(largest, stored / document);
    t.clock.advance(DAY_MS - SLOTS_PER_DAY * BOARD_VERSION_MS + (day % DAYS_PER_WEEK === DAYS_PER_WEEK - 1 ? 2 * DAY_MS : 0));
  }
  const { document, stored, versions } = await sizes(boardId);
  // oxlint-disable-next-line no-console -- a long run is recorded by what it prints
  console.log(
    `${edits} edits: document ${document} bytes, stored ${stored} bytes in ${versions} versions: ` +
      `${(stored / document).toFixed(2)} times, at most ${largest.toFixed(2)} times at the end of a day`,
  );
  expect(edits).toBe(WEEKS * DAYS_PER_WEEK * PEOPLE * EDITS_PER_DAY);
  expect(versions).toBeGreaterThan(20);
  expect(stored / document).toBeLessThanOrEqual(5);
});
