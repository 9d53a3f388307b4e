import { FOLDER_NAME_MAX, folderNameKey, graphemes } from "@stillreel/contract";
import type { FolderView } from "./folders.queries.ts";

/** Something that can be seen; spaces and zero-width characters alone are no name. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Control characters, and overrides of writing direction: they could make a name read as another. */
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** What is wrong with a folder's name, as a key of the catalogue `library`; null for a good one. The server has the last word. */
export type NameProblem = "folder.nameMissing" | "folder.nameTaken" | "folder.nameTooLong" | "folder.nameForbidden";

/** Checks a folder's name against the rules and its siblings. `ownId` is the folder that has the name already. */
export function problemOfName(name: string, siblings: readonly FolderView[], ownId?: string): NameProblem | null {
  const text = name.trim();
  if (!VISIBLE.test(text)) return "folder.nameMissing";
  if (FORBIDDEN.test(text)) return "folder.nameForbidden";
  if (graphemes(text) > FOLDER_NAME_MAX) return "folder.nameTooLong";
  const key = folderNameKey(text);
  return siblings.some((folder) => folder.id !== ownId && folderNameKey(folder.name) === key) ? "folder.nameTaken" : null;
}
