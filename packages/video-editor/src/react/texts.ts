/** The English texts of the video editor. */
export const english = {} as const;
export type VideoEditorTexts = typeof english;
