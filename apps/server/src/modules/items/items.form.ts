import { endingOf, FileName, PageUrl, Title } from "@stillreel/contract";
import { z } from "zod";
import { AppError } from "../../http/app-error.ts";
import { issuesOf } from "../../http/implement.ts";

/** What somebody says about a file that they upload, by form or by tus metadata. All of it is optional. */
export interface UploadFields {
  title?: string | undefined;
  fullFileName?: string | undefined;
  folderId?: string | undefined;
  /** Address of the page that a capture came from. */
  pageUrl?: string | undefined;
}

/** What is kept of it. `folderId` is null for the root; the folder itself is checked with the database. */
export interface UploadNames {
  title: string | null;
  fullFileName: string | null;
  folderId: string | null;
  pageUrl: string | null;
}

const blank = (text: unknown): unknown => (typeof text === "string" && text.trim() === "" ? undefined : text);
const Fields = z.object({
  title: z.preprocess(blank, Title.optional()),
  fullFileName: z.preprocess(blank, FileName.optional()),
  folderId: z.string().max(64).optional(),
  pageUrl: z.preprocess(blank, PageUrl.optional()),
});

/** @throws AppError `validation-failed` with one entry a bad field */
export function parseUploadFields(fields: UploadFields): UploadNames {
  const parsed = Fields.safeParse(fields);
  if (!parsed.success) throw new AppError("validation-failed", { details: issuesOf(parsed.error) });
  const { title, fullFileName, folderId, pageUrl } = parsed.data;
  return { title: title ?? null, fullFileName: fullFileName ?? null, folderId: folderRef(folderId), pageUrl: pageUrl ?? null };
}

/** Empty, `root` and `null` all stand for the root of the space. */
export function folderRef(given: string | null | undefined): string | null {
  const ref = (given ?? "").trim();
  return ref === "" || ref === "root" || ref === "null" ? null : ref;
}

/** Title and file name of a new item: what was said, else the file's own name, else the moment. */
export function nameItem(
  names: Pick<UploadNames, "title" | "fullFileName">,
  givenFileName: string,
  mimeType: string,
  now: Date,
): { title: string; fullFileName: string } {
  const own = FileName.safeParse(names.fullFileName ?? givenFileName).data ?? "";
  const stem = Title.safeParse(own.replace(/\.[A-Za-z0-9]{1,5}$/u, "")).data;
  const kind = mimeType.startsWith("video/") ? { title: "Video", file: "video" } : { title: "Screenshot", file: "image" };
  const title = names.title ?? stem ?? `${kind.title} ${now.toISOString().slice(0, 19).replace("T", " ")}`;
  const ending = endingOf(mimeType);
  // Shown as a file name: separators and characters that some system refuses become dashes.
  const safe = [...title.replace(/[/\\:*?"<>|\u202a-\u202e\u2066-\u2069]+/gu, "-")].slice(0, 120).join("").trim();
  return { title, fullFileName: own === "" ? `${safe || kind.file}.${ending}` : own };
}
