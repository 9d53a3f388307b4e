import { z } from "zod";
import { invalid } from "./app-error.ts";

/** Where a page of a list ended: the sort key of its last row and, among equals, its id. */
export interface Position {
  key: string;
  id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const Cursor = z.tuple([z.string(), z.string(), z.string()]);

/** Is this one of our ids at all? Anything else cannot be found, and must not reach a `uuid` column. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** An opaque cursor. `list` names view and order, so that a cursor of one list cannot be used in another. */
export function encodeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, position.key, position.id])).toString("base64url");
}

/**
 * Reads a cursor back.
 * @param dated the key is a moment rather than a name
 * @throws AppError `validation-failed` for anything that this list did not give out
 */
export function decodeCursor(list: string, dated: boolean, cursor: string): Position {
  try {
    const [of, key, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    const sane = dated ? !Number.isNaN(Date.parse(key)) && new Date(key).toISOString() === key : !key.includes("\u0000");
    if (of === list && sane && isUuid(id)) return { key, id };
  } catch {
    // Falls through to the one answer for every bad cursor.
  }
  throw invalid("cursor", "This cursor is not valid here.");
}
