/** Where an item can be: outside the trash, in the trash, or deleted permanently. */
export type State = "live" | "trashed" | "gone";

/** What the server has acknowledged about one item. A change without an answer leaves both possibilities. */
export interface Entry {
  id: string;
  /** Headers of its owner's session. */
  owner: Record<string, string>;
  type: "image" | "video";
  /** Of the original bytes, in hex. */
  sha256: string;
  /** Whether its media can be processed. */
  isPlayable: boolean;
  /** Possible containers: a folder, or `root`. */
  folders: Set<string>;
  states: Set<State>;
  /** Acknowledged comments, and those that may exist too. */
  comments: number;
  possibleComments: number;
}

/** All acknowledged writes of a round. */
export interface Ledger {
  entries: Map<string, Entry>;
  /** Adds an item whose creation and bytes were acknowledged. */
  created(entry: Pick<Entry, "id" | "owner" | "type" | "sha256" | "isPlayable">): Entry;
  moved(entry: Entry, folder: string, isAcknowledged: boolean): void;
  changed(entry: Entry, state: State, isAcknowledged: boolean): void;
  commented(entry: Entry, isAcknowledged: boolean): void;
}

const note = <T>(values: Set<T>, value: T, isAcknowledged: boolean): void => {
  if (isAcknowledged) values.clear();
  values.add(value);
};

/** Creates an empty ledger. */
export function createLedger(): Ledger {
  const entries = new Map<string, Entry>();
  return {
    entries,
    created(given) {
      const entry: Entry = { ...given, folders: new Set(["root"]), states: new Set(["live"]), comments: 0, possibleComments: 0 };
      entries.set(entry.id, entry);
      return entry;
    },
    moved: (entry, folder, isAcknowledged) => note(entry.folders, folder, isAcknowledged),
    changed: (entry, state, isAcknowledged) => note(entry.states, state, isAcknowledged),
    commented(entry, isAcknowledged) {
      entry[isAcknowledged ? "comments" : "possibleComments"] += 1;
    },
  };
}
