import { listOutbox } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import { implement } from "../../platform/http/implement.ts";
import { type Outbox, refusalOf } from "../../platform/outbox/index.ts";

/** Name of the list in its cursors. */
const LIST = "outbox";

/** Returns the position of a cursor. @throws AppError `validation-failed` for a cursor that this list did not create */
function positionOf(cursor: string): { at: Date; id: string } {
  const { key, id } = decodeCursor(LIST, true, cursor);
  return { at: new Date(key), id };
}

export function adminRoutes(app: FastifyInstance, { outbox }: { outbox: Pick<Outbox, "list"> }): void {
  implement(app, listOutbox, { needs: "server.admin" }, async ({ query }) => {
    const rows = await outbox.list({ after: query.cursor === undefined ? undefined : positionOf(query.cursor), limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => ({
        ...row,
        refusal: refusalOf(row),
        createdAt: row.createdAt.toISOString(),
        triedAt: row.triedAt?.toISOString() ?? null,
        sentAt: row.sentAt?.toISOString() ?? null,
      })),
      nextCursor: rows.length > query.limit && last ? encodeCursor(LIST, { key: last.createdAt.toISOString(), id: last.id }) : null,
    };
  });
}
