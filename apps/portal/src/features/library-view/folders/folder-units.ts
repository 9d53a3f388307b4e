/** Texts that count the items of a folder, by its kind. */
export const FOLDER_UNITS = {
  image: "folder.stills",
  video: "folder.reels",
  board: "folder.boards",
  mixed: "folder.items",
} as const;
