import { FOLDER_COLORS } from "@stillreel/contract";

/** Name of each folder colour, as a key of `library:folder.colors`. */
const NAMES = ["red", "amber", "green", "blue", "violet", "pink", "grey"] as const;
export type FolderColorName = (typeof NAMES)[number];

/** The colours of folders with their names, in the order in which they are offered. */
export const folderColors: readonly { value: string; name: FolderColorName }[] = FOLDER_COLORS.map((value, index) => ({
  value,
  name: NAMES[index] ?? "grey",
}));
