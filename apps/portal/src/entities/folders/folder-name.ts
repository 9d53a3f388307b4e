import { FOLDER_NAME_MAX, folderNameKey, graphemes } from "@stillreel/contract";
import type { FolderView } from "./folders.queries.ts";

/** A visible character; spaces and zero-width characters alone are no name. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Control characters and direction overrides, which could disguise a name. */
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** Problem of a folder name as key of the catalogue `library`. The server makes the final check. */
export type NameProblem = "folder.nameMissing" | "folder.nameTaken" | "folder.nameTooLong" | "folder.nameForbidden";

/** Validates a folder name against rules and siblings. `ownId` excludes the folder itself. */
export function problemOfName(name: string, siblings: readonly FolderView[], ownId?: string): NameProblem | null {
  const text = name.trim();
  if (!VISIBLE.test(text)) return "folder.nameMissing";
  if (FORBIDDEN.test(text)) return "folder.nameForbidden";
  if (graphemes(text) > FOLDER_NAME_MAX) return "folder.nameTooLong";
  const key = folderNameKey(text);
  return siblings.some((folder) => folder.id !== ownId && folderNameKey(folder.name) === key) ? "folder.nameTaken" : null;
}
