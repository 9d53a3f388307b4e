/**
 * Why an engine gave no answer that can be used. `unreachable`: no answer, or a failure of the engine; `slow`: no answer in time; `busy`: it
 * asks to come again; `refused`: it does not accept the key or the request; `missing`: it has no index; `junk`: its answer cannot be read.
 */
export type SearchEngineFailure = "unreachable" | "slow" | "busy" | "refused" | "missing" | "junk";

/** The only error that the port throws deliberately. The message has no words of users and no secrets. */
export class SearchEngineError extends Error {
  readonly kind: SearchEngineFailure;

  constructor(kind: SearchEngineFailure, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = "SearchEngineError";
    this.kind = kind;
  }
}

/** A word, or the beginning of one, with the tag of its workspace. */
export interface EngineWord {
  word: string;
  prefix: boolean;
}

/** What is sought in one workspace: every word. */
export interface EngineSpace {
  workspaceId: string;
  words: readonly EngineWord[];
  /** Beginning of headings that come first, with the tag of the workspace. Null for none. */
  heading: string | null;
}

/**
 * Containers (folders, and workspaces for their roots) and items to search in. It makes answers complete, and protects nothing: the caller
 * checks the rights for each answer.
 */
export interface EngineBounds {
  /** Whether `containerIds` are those to search, or those to leave out. */
  inside: boolean;
  containerIds: readonly string[];
  /** Items to search in other containers. */
  shownItemIds: readonly string[];
  /** Items to leave out. */
  hiddenItemIds: readonly string[];
}

/** Position after the last entry of a page. */
export type EngineCursor = readonly (string | number)[];

/** A search for entries, those whose headings begin with the phrase first, then the newest. */
export interface EngineSearch {
  spaces: readonly EngineSpace[];
  bounds: EngineBounds;
  /** Kinds of items or folders; null for all. */
  kinds: readonly string[] | null;
  size: number;
  /** Null for the first page. */
  after: EngineCursor | null;
}

/** Ids of entries, best first. */
export interface EnginePage {
  entryIds: string[];
  /** Null when there are no more. */
  next: EngineCursor | null;
}

/** What an engine stores of an entry. */
export interface EngineContent {
  /** The item; null for a folder. */
  itemId: string | null;
  containerId: string;
  kind: string;
  /** Creation time in milliseconds. */
  at: number;
  words: readonly string[];
  heading: string | null;
}

/** An entry of a workspace as it is now. Without content it is removed. */
export interface EngineChange {
  entryId: string;
  workspaceId: string;
  content: EngineContent | null;
}

/** Options of a write. */
export interface EngineWrite {
  /** A change never replaces one with a larger version, in whatever order they arrive. */
  version: number;
  /** Number of the complete transfer in which, or after which, this is written. */
  build: number;
  /** Whether to wait until searches find the changes. */
  waits: boolean;
}

/** A search engine. It knows which entries contain words; who may read them is decided by PostgreSQL. */
export interface SearchEngine {
  /** Address and index, without secrets. */
  readonly target: string;
  /** Largest number of ids in one search. */
  readonly idsMax: number;
  /** Answers several searches in one request. @throws SearchEngineError */
  find(searches: readonly EngineSearch[], signal?: AbortSignal): Promise<EnginePage[]>;
  /** Returns whether the index exists. @throws SearchEngineError */
  isPrepared(): Promise<boolean>;
  /** Creates the index, unless it exists. @throws SearchEngineError */
  prepare(): Promise<void>;
  /** Writes changes. Returns the ids of entries that the engine cannot store. @throws SearchEngineError */
  write(changes: readonly EngineChange[], options: EngineWrite): Promise<string[]>;
  /** Removes, in the background, what was written before a complete transfer. @throws SearchEngineError */
  removeBefore(build: number): Promise<void>;
  /** Returns why the engine cannot be used well, or null. */
  check(): Promise<SearchEngineFailure | "degraded" | null>;
  /** Counts the searches of this process by outcome, for the metrics. */
  readonly counts: Record<"answered" | "failed" | "skipped", number>;
}
