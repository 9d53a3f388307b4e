import { z } from "zod";
import { Id, IsoDate, Nothing, page, Paging } from "./common.contract.ts";
import { defineRoute } from "./route.ts";

const WorkStatus = z.enum(["waiting", "running", "ready", "failed"]);

/** Why a takeout failed. `unfinished`: it was given up after a day, because the server was stopped or its job failed. */
export const TakeoutFailure = z.enum(["account-suspended", "storage-full", "unfinished", "internal"]);

/** A zip of the caller's personal library: the files, and `stillreel.json` with folders, titles, comments and chapters. */
export const Takeout = z.object({
  id: Id,
  status: WorkStatus,
  /** Number of items it contains, and how many of them are packed. */
  items: z.int(),
  done: z.int(),
  /** The reason of a failed takeout; null otherwise. */
  failure: TakeoutFailure.nullable(),
  size: z.int().nullable(),
  /** Signed, resumable (ranges), valid for at most 5 minutes. Null until it is ready. */
  downloadUrl: z.string().nullable(),
  createdAt: IsoDate,
  finishedAt: IsoDate.nullable(),
  /** Time at which the finished zip is deleted. */
  expiresAt: IsoDate.nullable(),
});

const One = z.object({ takeoutId: Id });

export const createTakeout = defineRoute({
  id: "takeouts.create",
  method: "POST",
  path: "/takeouts",
  summary: "Start an export of the caller's library as one zip, in the background",
  auth: "user",
  response: Takeout,
  success: 201,
  errors: ["takeout-running"],
});

export const listTakeouts = defineRoute({
  id: "takeouts.list",
  method: "GET",
  path: "/takeouts",
  summary: "The caller's exports, newest first",
  auth: "user",
  query: z.object({ ...Paging }),
  response: page(Takeout),
});

export const getTakeout = defineRoute({
  id: "takeouts.get",
  method: "GET",
  path: "/takeouts/{takeoutId}",
  summary: "One export with its progress, and its address when it is ready",
  auth: "user",
  params: One,
  response: Takeout,
});

export const deleteTakeout = defineRoute({
  id: "takeouts.delete",
  method: "DELETE",
  path: "/takeouts/{takeoutId}",
  summary: "Cancel a running export, or delete a finished one",
  auth: "user",
  params: One,
  response: Nothing,
});

/** The import of an uploaded zip: a takeout, or any zip of images and videos. A tus upload with `type` `archive` creates it. */
export const Import = z.object({
  id: Id,
  status: WorkStatus,
  fileName: z.string(),
  items: z.int(),
  done: z.int(),
  /** Ignored files with the reason, at most 100. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  skippedCount: z.int(),
  createdAt: IsoDate,
  finishedAt: IsoDate.nullable(),
});

export const listImports = defineRoute({
  id: "imports.list",
  method: "GET",
  path: "/imports",
  summary: "The caller's imports, newest first",
  auth: "user",
  query: z.object({ ...Paging }),
  response: page(Import),
});

export const getImport = defineRoute({
  id: "imports.get",
  method: "GET",
  path: "/imports/{importId}",
  summary: "One import with its progress",
  auth: "user",
  params: z.object({ importId: Id }),
  response: Import,
});
