import type { RoomMessage } from "./rooms.ts";

/** Time after which a page of another process counts as closed without a sign of life, in milliseconds. */
const LOST_MS = 30_000;

interface Page {
  userId: string | null;
  /** Time of the last sign of life; null for a page of this process. */
  seenAt: number | null;
}

/** Counts people. Several pages of one user are one person, visitors of links are one each. */
function peopleIn(pages: ReadonlyMap<string, Page>): number {
  const users = new Set<string>();
  let visitors = 0;
  for (const { userId } of pages.values()) {
    if (userId === null) visitors += 1;
    else users.add(userId);
  }
  return users.size + visitors;
}

/** Creates the register of who has which board open, in all processes. It needs no query. */
export function createHere() {
  const boards = new Map<string, Map<string, Page>>();
  const add = (boardId: string, id: string, page: Page): void => {
    const pages = boards.get(boardId) ?? new Map<string, Page>();
    boards.set(boardId, pages.set(id, page));
  };
  const remove = (boardId: string, id: string): void => {
    const pages = boards.get(boardId);
    pages?.delete(id);
    if (pages?.size === 0) boards.delete(boardId);
  };
  return {
    /** Adds a page of this process. */
    join: (boardId: string, id: string, userId: string | null): void => add(boardId, id, { userId, seenAt: null }),
    leave: remove,
    /** Notes what another process announced. */
    receive(boardId: string, message: RoomMessage): void {
      if (message.kind === "presence") {
        const { id, person } = message.participant;
        add(boardId, id, { userId: person?.id ?? null, seenAt: performance.now() });
      } else if (message.kind === "left") remove(boardId, message.id);
    },
    /** Removes pages of processes that have ended. */
    dropLost(): void {
      const limit = performance.now() - LOST_MS;
      for (const [boardId, pages] of boards)
        for (const [id, { seenAt }] of pages) if (seenAt !== null && seenAt < limit) remove(boardId, id);
    },
    /** Ids of the boards that are open on a page. */
    boardIds: (): string[] => [...boards.keys()],
    people: (boardId: string): number => peopleIn(boards.get(boardId) ?? new Map<string, Page>()),
  };
}
