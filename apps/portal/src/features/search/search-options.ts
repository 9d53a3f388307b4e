import type { SearchAnswer, SearchHit } from "./search.queries.ts";

/** An action in the search dialog. */
export interface SearchCommand {
  id: string;
  label: string;
  keyHint?: string;
  icon: "upload" | "folder" | "still" | "go";
  run: () => void;
}

/** One row of the search dialog. */
export type SearchOption =
  | { kind: "item"; id: string; hit: SearchHit }
  | { kind: "comment"; id: string; hit: SearchHit }
  | { kind: "folder"; id: string; folder: SearchAnswer["folders"][number] }
  | { kind: "person"; id: string; person: SearchAnswer["people"][number] }
  | { kind: "recent"; id: string; text: string }
  | { kind: "command"; id: string; command: SearchCommand };

type SearchGroupName = "files" | "comments" | "folders" | "people" | "recent" | "do";

/** Rows under one heading. */
export interface SearchGroup {
  name: SearchGroupName;
  options: SearchOption[];
}

/** Groups the rows: results, or recent searches for an empty input; then actions. */
export function groupOptions(
  answer: SearchAnswer | undefined,
  recent: readonly string[],
  commands: readonly SearchCommand[],
): SearchGroup[] {
  const hits = answer?.items ?? [];
  const groups: SearchGroup[] = [
    {
      name: "files",
      options: hits.filter((hit) => hit.match.kind !== "comment").map((hit) => ({ kind: "item", id: `item-${hit.id}`, hit })),
    },
    {
      name: "comments",
      options: hits.filter((hit) => hit.match.kind === "comment").map((hit) => ({ kind: "comment", id: `comment-${hit.id}`, hit })),
    },
    { name: "folders", options: (answer?.folders ?? []).map((folder) => ({ kind: "folder", id: `folder-${folder.id}`, folder })) },
    { name: "people", options: (answer?.people ?? []).map((person) => ({ kind: "person", id: `person-${person.id}`, person })) },
    { name: "recent", options: recent.map((text, index) => ({ kind: "recent", id: `recent-${index}`, text })) },
    { name: "do", options: commands.map((command) => ({ kind: "command", id: `do-${command.id}`, command })) },
  ];
  return groups.filter((group) => group.options.length > 0);
}

/** Returns the row that a key moves to; null for other keys. */
export function moveInOptions(index: number, key: string, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (index + 1) % count;
  if (key === "ArrowUp") return (index - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, index + 8);
  if (key === "PageUp") return Math.max(0, index - 8);
  return null;
}
