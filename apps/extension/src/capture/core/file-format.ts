/** The formats in which a picture can be written; `a4` is a PDF of several pages. */
export const FILE_FORMATS = ["png", "jpg", "pdf", "a4"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** File name extension of each format. */
export const ENDINGS: Readonly<Record<FileFormat, string>> = { png: "png", jpg: "jpg", pdf: "pdf", a4: "pdf" };
