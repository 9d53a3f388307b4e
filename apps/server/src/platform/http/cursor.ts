import { isUuid } from "@stillreel/contract";
import { z } from "zod";
import { invalid } from "./app-error.ts";

/** End of a list page: the sort key of its last row, and the row's id for equal keys. */
export interface Position {
  key: string;
  id: string;
}

const Cursor = z.tuple([z.string(), z.string(), z.string()]);

/** Returns an opaque cursor. `list` names view and order, so that a cursor cannot be used in another list. */
export function encodeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, position.key, position.id])).toString("base64url");
}

/**
 * Decodes a cursor.
 * @param dated whether the key is a timestamp rather than a name
 * @throws AppError `validation-failed` for a cursor that this list did not create
 */
export function decodeCursor(list: string, dated: boolean, cursor: string): Position {
  try {
    const [of, key, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    const isValidKey = dated ? !Number.isNaN(Date.parse(key)) && new Date(key).toISOString() === key : !key.includes("\u0000");
    if (of === list && isValidKey && isUuid(id)) return { key, id };
  } catch {
    // Falls through to the common error for invalid cursors.
  }
  throw invalid("cursor", "This cursor is not valid here.");
}
