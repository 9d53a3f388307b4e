import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError, type StoredObject } from "../../platform/ports/storage.port.ts";
import * as repo from "./verification.repo.ts";

/** Rows or objects per page; memory does not grow with the store. */
const PAGE = 1_000;
/** Objects that are read concurrently. */
const READS_AT_ONCE = 8;
/** Age from which an object without a row is orphaned. Before, the row of a running upload may follow. */
const SETTLE_MS = 30_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** `unreadable`: the object exists, the store answers, and its bytes cannot be read. */
export type FindingKind = "missing" | "changed" | "unreadable" | "orphaned";

/** One difference between database and store. */
export interface Finding {
  kind: FindingKind;
  storageKey: string;
  /** Id of the row; null for an orphaned object. */
  blobId: string | null;
  detail: string;
}

/** Number of compared objects, and of findings by kind. */
export interface Verified extends Record<FindingKind, number> {
  objects: number;
  bytes: number;
}

/** Receivers of results while the verification runs. */
export interface VerificationOptions {
  onFinding(finding: Finding): void;
  /** Called after each object. */
  onProgress?(sofar: Readonly<Verified>): void;
  /** Age from which an object without a row is orphaned, in milliseconds. */
  settleMs?: number;
}

type Deps = Pick<Ports, "db" | "storage">;
interface Context extends Deps {
  result: Verified;
  report(finding: Finding): void;
  progress(): void;
}

const isMissing = (error: unknown): boolean => error instanceof StorageError && error.code === "not-found";

/** Reads an object and returns what differs from its row, or null. */
async function differenceOf({ storage, result }: Context, blob: repo.ExpectedBlob): Promise<string | null> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const { stream } = await storage.get(blob.storageKey);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
    result.bytes += chunk.byteLength;
  }
  if (sizeBytes !== blob.sizeBytes) return `${sizeBytes} bytes instead of ${blob.sizeBytes}`;
  const sha256 = hash.digest("hex");
  return sha256 === blob.sha256 ? null : `SHA-256 ${sha256} instead of ${blob.sha256}`;
}

/** Compares one object with its row. Throws when the whole store is unavailable. */
async function verifyBlob(context: Context, blob: repo.ExpectedBlob): Promise<void> {
  const { db, storage, report } = context;
  const { id: blobId, storageKey } = blob;
  try {
    const detail = await differenceOf(context, blob);
    if (detail !== null) report({ kind: "changed", storageKey, blobId, detail });
  } catch (error) {
    if (!isMissing(error)) {
      await storage.check();
      report({ kind: "unreadable", storageKey, blobId, detail: (error as Error).message });
    } else if (await repo.isReferenced(db, blobId)) {
      report({ kind: "missing", storageKey, blobId, detail: `${blob.sizeBytes} bytes` });
    }
  }
  context.result.objects += 1;
  context.progress();
}

async function verifyRows(context: Context): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const page: repo.ExpectedBlob[] = await repo.listBlobs(context.db, after, PAGE);
    const waiting = page.values();
    const takeAll = async (): Promise<void> => {
      for (const blob of waiting) await verifyBlob(context, blob);
    };
    await Promise.all(Array.from({ length: READS_AT_ONCE }, takeAll));
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  }
}

/** Reports the objects of a page that no row has. Young ones are compared again when they are old enough. */
async function reportOrphans({ db, report }: Context, page: readonly StoredObject[], settleMs: number): Promise<void> {
  const unknown = new Set(
    await repo.unknownKeys(
      db,
      page.map(({ key }) => key),
    ),
  );
  let suspects = page.filter(({ key }) => unknown.has(key));
  const youngest = Math.max(...suspects.map(({ modifiedAt }) => modifiedAt.getTime()));
  const waitMs = Math.min(youngest + settleMs - Date.now(), settleMs);
  if (waitMs > 0) {
    await sleep(waitMs);
    const still = new Set(
      await repo.unknownKeys(
        db,
        suspects.map(({ key }) => key),
      ),
    );
    suspects = suspects.filter(({ key }) => still.has(key));
  }
  for (const { key, sizeBytes } of suspects) report({ kind: "orphaned", storageKey: key, blobId: null, detail: `${sizeBytes} bytes` });
}

async function verifyObjects(context: Context, settleMs: number): Promise<void> {
  let page: StoredObject[] = [];
  for await (const object of context.storage.list("b/")) {
    if (page.push(object) < PAGE) continue;
    await reportOrphans(context, page, settleMs);
    page = [];
  }
  await reportOrphans(context, page, settleMs);
}

/**
 * Compares every row of a blob with the bytes in the store by length and SHA-256, then every object with the rows. It changes nothing, and
 * runs beside a server.
 * @throws StorageError `unavailable` when the store cannot be used
 */
export async function verifyStore(deps: Deps, options: VerificationOptions): Promise<Verified> {
  const result: Verified = { objects: 0, bytes: 0, missing: 0, changed: 0, unreadable: 0, orphaned: 0 };
  const context: Context = {
    ...deps,
    result,
    report: (finding) => {
      result[finding.kind] += 1;
      options.onFinding(finding);
    },
    progress: () => options.onProgress?.(result),
  };
  await deps.storage.check();
  await verifyRows(context);
  await verifyObjects(context, options.settleMs ?? SETTLE_MS);
  return result;
}
