import type { AccountStates } from "../../access/account-states/index.ts";
import type { BoardFiles } from "../../platform/ports/board-files.port.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Folders } from "../../library/folders/index.ts";
import type { Quota } from "../../library/items/index.ts";
import type { SearchIndex } from "../../library/search-index/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import type { Comments } from "../../social/comments/index.ts";
import type { ImportTarget } from "./imports.folders.ts";

export interface ImportJobDeps {
  folders: Pick<Folders, "ensure">;
  comments: Pick<Comments, "restoreMany">;
  captions: Pick<Captions, "restoreMany">;
  media: Pick<Media, "storeDerived" | "inspectImage" | "inspectVideo" | "insertBlob" | "releaseBlob" | "discard">;
  search: Pick<SearchIndex, "indexItem">;
  quota: Pick<Quota, "claim">;
  events: Events;
  notifier: Notifier;
  states: Pick<AccountStates, "of">;
  boardFiles: Pick<BoardFiles, "receive">;
}

/** State of an import between two slices. */
export interface ImportProgress {
  /** Index of the next file in the zip. */
  from: number;
  done: number;
  skipped: readonly { name: string; reason: string }[];
  skippedCount: number;
}

/** The work of one slice of an import. */
export interface ImportWork {
  /** Id of the import. */
  id: string;
  target: ImportTarget;
  zip: { storageKey: string; sizeBytes: number };
  tick: (done: number) => Promise<void>;
  signal: AbortSignal;
  /** State at the end of the previous slice. */
  progress: ImportProgress;
  /** Returns whether this slice must end after the current file. */
  isSliceOver: () => boolean;
}
