import { FOLDER_COLORS } from "@stillreel/contract";

/** Name of each folder colour, as a key of `library:folder.colors`. */
const NAMES = ["red", "amber", "green", "blue", "violet", "pink", "grey"] as const;
export type FolderColorName = (typeof NAMES)[number];

/** Folder colours with their names in display order. */
export const folderColors: readonly { value: string; name: FolderColorName }[] = FOLDER_COLORS.map((value, index) => ({
  value,
  name: NAMES[index] ?? "grey",
}));
