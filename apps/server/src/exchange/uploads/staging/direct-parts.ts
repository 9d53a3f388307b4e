import { AppError } from "../../../platform/http/app-error.ts";
import { StorageError } from "../../../platform/ports/storage.port.ts";
import { isWhole, partBytes, type StagingContext } from "./staged-pieces.ts";
import type { DirectPart, DirectState } from "./staging.ts";
import * as repo from "./staging.repo.ts";

/** Parts whose addresses a client has at a time. It sends them in parallel. */
const PARTS_AT_A_TIME = 4;
/** Validity of an address in seconds: enough for a part on a slow connection. */
const VALID_S = 900;

/** The state of an upload: its row, and the number and start of the next part. Null when its end is smaller than a part. */
async function positionOf(context: StagingContext, id: string): Promise<{ row: repo.StagedRow; key: string; number: number } | null> {
  const [row, pieces] = await Promise.all([repo.findStaged(context.db, id), repo.listPieces(context.db, id)]);
  if (!row || row.storageKey === null) throw new AppError("not-found");
  // Pieces of recordings are objects, which viewers read.
  if (row.sizeBytes === null || row.metadata["recording"] === "true" || !pieces.every(isWhole)) return null;
  return { row, key: row.storageKey, number: pieces.length + 1 };
}

/**
 * Acknowledges the parts that the store has received from the client, in their order and only with their exact size, and returns the
 * addresses of the next ones. What is smaller than a part, at the end, is sent to the server. The caller has the lock of the upload.
 */
export async function directParts(context: StagingContext, id: string): Promise<DirectState> {
  const { db, parts } = context;
  const found = await positionOf(context, id);
  if (!found) return { offset: (await repo.findStaged(db, id))?.receivedBytes ?? 0, parts: [] };
  const { row, key } = found;
  const { sizeBytes: length } = row;
  let { number } = found;
  let offset = row.receivedBytes;
  const isBegun = row.writeId !== null;
  const fits = (): boolean => offset + partBytes(number) <= (length ?? 0);
  if (!isBegun && !fits()) return { offset, parts: [] };
  const object = { key, id: row.writeId ?? (await begin(context, id, key)) };
  const stored = isBegun ? await parts.list(object, number - 1, PARTS_AT_A_TIME).catch(asGone) : [];
  for (const part of stored) {
    if (part.number !== number || part.sizeBytes !== partBytes(number) || !fits()) break;
    const piece = { uploadId: id, startByte: offset, sizeBytes: part.sizeBytes, partNumber: number, etag: part.etag, objectKey: null };
    if (!(await repo.recordPiece(db, piece, offset, context.clock.now()))) throw new AppError("upload-conflict");
    offset += part.sizeBytes;
    number += 1;
  }
  const next: DirectPart[] = [];
  for (let start = offset; next.length < PARTS_AT_A_TIME; start += partBytes(number), number += 1) {
    const sizeBytes = partBytes(number);
    if (start + sizeBytes > (length ?? 0)) break;
    next.push({ url: await parts.signedPutUrl(object, { number, sizeBytes }, VALID_S), start, sizeBytes });
  }
  return { offset, parts: next };
}

async function begin({ db, parts }: StagingContext, id: string, key: string): Promise<string> {
  const writeId = await parts.begin(key);
  await repo.updateStaged(db, id, { writeId });
  return writeId;
}

/** The store does not know the write, for example because its owner deleted it. */
function asGone(error: unknown): never {
  if (error instanceof StorageError && error.code === "not-found") throw new AppError("not-found", { cause: error });
  throw error;
}
