import { listOutbox } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { invalid } from "../../platform/http/app-error.ts";
import { implement } from "../../platform/http/implement.ts";
import type { Outbox } from "../../platform/outbox/index.ts";

const CURSOR = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;

interface Position {
  at: Date;
  id: string;
}

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString("base64url");

/** Parses a cursor. @throws AppError `validation-failed` for a cursor that this server did not create */
function positionOf(cursor: string): Position {
  const found = CURSOR.exec(Buffer.from(cursor, "base64url").toString());
  const at = new Date(Number(found?.[1]));
  if (!found?.[2] || Number.isNaN(at.getTime())) throw invalid("cursor", "This cursor is not one of ours.");
  return { at, id: found[2] };
}

export function adminRoutes(app: FastifyInstance, { outbox }: { outbox: Pick<Outbox, "list"> }): void {
  implement(app, listOutbox, { needs: "server.admin" }, async ({ query }) => {
    const rows = await outbox.list({ after: query.cursor === undefined ? undefined : positionOf(query.cursor), limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null })),
      nextCursor: rows.length > query.limit && last ? cursorOf(last) : null,
    };
  });
}
