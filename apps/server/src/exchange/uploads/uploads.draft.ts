import type { WorkspaceFacts } from "../../access/memberships/index.ts";
import type { UploadNames } from "../../library/items/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Admission } from "../../social/requests/index.ts";
import type { Kind, Metadata } from "./uploads.plan.ts";

/** Result of an upload: an item, with the slug of its link if any, or an import. */
export interface Outcome {
  itemId: string | null;
  slug: string | null;
  importId: string | null;
}

/** A validated request to upload, before file and rows exist; the result is known afterwards. */
export interface Draft extends Outcome {
  id: string;
  kind: Kind;
  metadata: Metadata;
  actor: UserActor;
  workspace: WorkspaceFacts;
  names: UploadNames;
  mimeType: string;
  sizeBytes: number;
  /** A recording in progress and whether it may be watched live; null for a file. */
  recording: { live: boolean } | null;
  /** The request that a visitor answers; the actor is its asker. Null for uploads of users. */
  request: Admission | null;
}
