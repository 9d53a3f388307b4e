import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@tus/utils";
import { PieceWriter } from "./piece-writer.ts";
import type { StagingContext } from "./staged-pieces.ts";
import * as repo from "./staging.repo.ts";

/** What the functions of this file use. */
export interface RemainsContext extends StagingContext {
  /** Folder in which earlier versions staged uploads beside a remote store. */
  folder: string;
  newKey(): string;
}

/**
 * Moves an upload into the store that this machine holds as a file, from a version that staged all uploads on the local disk. Repeatable:
 * after a crash it continues. Returns whether there was one.
 */
export async function moveToStore(context: RemainsContext, id: string): Promise<boolean> {
  const path = join(context.folder, id);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  const about = JSON.parse(await readFile(`${path}.json`, "utf8")) as Pick<Upload, "metadata" | "size">;
  const row = (await repo.findStaged(context.db, id)) ?? (await begin(context, id, about));
  if (row.receivedBytes < found.size && row.storageKey !== null) {
    const isReadable = row.metadata["recording"] === "true";
    const writer = new PieceWriter(context, row, await repo.listPieces(context.db, id), isReadable);
    for await (const chunk of createReadStream(path, { start: row.receivedBytes }) as AsyncIterable<Buffer>) await writer.add(chunk);
    await writer.end();
  }
  await Promise.all(["", ".json", ".chunk", ".done"].map((ending) => rm(path + ending, { force: true })));
  return true;
}

async function begin({ db, clock, newKey }: RemainsContext, id: string, { metadata, size }: Pick<Upload, "metadata" | "size">) {
  const now = clock.now();
  await repo.insertStaged(db, {
    id,
    metadata: (metadata ?? {}) as Record<string, string | null>,
    sizeBytes: size ?? null,
    storageKey: newKey(),
    createdAt: now,
    touchedAt: now,
  });
  const row = await repo.findStaged(db, id);
  if (!row) throw new Error("a staged upload has no row");
  return row;
}
