import type { SaveResultView, SaveView } from "../../entities/saves/saves.queries.ts";

/** One file in the list of saves. */
export interface SaveRowView {
  save: SaveView;
  result: SaveResultView;
}

/** Number of files by what happens to them, and the part that is stored. */
export interface SaveSummary {
  total: number;
  /** Files that wait or are uploaded. */
  active: number;
  done: number;
  failed: number;
  percent: number;
}

/** Returns the files of all saves: running ones first, then the newest. */
export function rowsOf(saves: readonly SaveView[]): SaveRowView[] {
  const rows = saves.toReversed().flatMap((save) => save.results.map((result) => ({ save, result })));
  const isRunning = ({ result }: SaveRowView): boolean => result.state === "running";
  return [...rows.filter(isRunning), ...rows.filter((row) => !isRunning(row))];
}

/** Returns the percentage of a file. */
export function percentOf({ bytes, size, state }: SaveResultView): number {
  if (state === "done") return 100;
  return size === null || size === 0 ? 0 : Math.floor((bytes / size) * 100);
}

export function summarize(rows: readonly SaveRowView[]): SaveSummary {
  const count = (...states: SaveResultView["state"][]): number => rows.filter(({ result }) => states.includes(result.state)).length;
  const percent = rows.length === 0 ? 0 : Math.floor(rows.reduce((sum, { result }) => sum + percentOf(result), 0) / rows.length);
  return { total: rows.length, active: count("waiting", "running"), done: count("done"), failed: count("failed"), percent };
}

/** Codes of failures with a sentence of the list (`saves:problems`). */
const PROBLEMS = [
  "reconnect-needed",
  "provider-full",
  "save-folder-gone",
  "checksum-mismatch",
  "not-found",
  "provider-refused",
  "too-many-requests",
] as const;

/** Returns the key of the sentence for a failed file, or for a saved one without its link; null without a failure. */
export function problemOf({ code, state }: SaveResultView): (typeof PROBLEMS)[number] | "notShared" | "other" | null {
  if (code === null) return null;
  if (state === "done") return "notShared";
  return PROBLEMS.find((one) => one === code) ?? "other";
}
