import {
  type AnnotationDocument,
  type CaptureRecord as Capture,
  CaptureRecord,
  endingOf,
  FILE_NAME_MAX,
  FileName,
  FolderId,
  IMAGE_TYPES,
  MARKERS_WIRE_BYTES_MAX,
  Markers,
  PageUrl,
  Title,
} from "@stillreel/contract";
import { z } from "zod";
import { invalid } from "../../../platform/http/app-error.ts";
import { folderRef } from "../../../platform/http/folder-ref.ts";
import { parseInput } from "../../../platform/http/issues.ts";

/** Metadata of an uploaded file, from form fields or tus metadata. All of it is optional. */
export interface UploadFields {
  title?: string | undefined;
  fullFileName?: string | undefined;
  folderId?: string | undefined;
  /** URL of the page where a capture was made. */
  pageUrl?: string | undefined;
}

/** The metadata that is stored. `folderId` is null for the root. The folder itself is checked in the database. */
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
  folderId: FolderId.optional(),
  pageUrl: z.preprocess(blank, PageUrl.optional()),
});

/** @throws AppError `validation-failed` with one entry per invalid field */
export function parseUploadFields(fields: UploadFields): UploadNames {
  const { title, fullFileName, folderId, pageUrl } = parseInput(Fields, fields);
  return { title: title ?? null, fullFileName: fullFileName ?? null, folderId: folderRef(folderId), pageUrl: pageUrl ?? null };
}

/** Text fields of a picture form with a higher size limit, with the limit in bytes. */
export const PICTURE_TEXT_BYTES = { markers: MARKERS_WIRE_BYTES_MAX, capture: 64 * 1024 } as const;

type TextFields = ReadonlyMap<string, string>;

/** Parses a JSON text field. Undefined when it is empty or absent. @throws AppError `validation-failed` */
function jsonOf(fields: TextFields, name: string): unknown {
  const text = fields.get(name) ?? "";
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(name, "This is not JSON.");
  }
}

const Details = z.object({ markers: Markers.nullable().optional(), capture: CaptureRecord.nullable().optional() });

/** Parses the additional data of a new picture. @throws AppError `validation-failed` with one entry per invalid field */
export function parsePictureDetails(fields: TextFields): { markers: AnnotationDocument | null; capture: Capture | null } {
  const { markers, capture } = parseInput(Details, { markers: jsonOf(fields, "markers"), capture: jsonOf(fields, "capture") });
  return { markers: markers ?? null, capture: capture ?? null };
}

/** Parameters of a picture replacement. */
export interface Replacement {
  refName: string;
  /** Folder of the picture, null for the root, undefined if not specified. */
  location: string | null | undefined;
  /** Undefined leaves the setting unchanged. */
  keepOriginal: boolean | undefined;
  /** Version on which the change is based. Null accepts any version. */
  baseVersion: number | null;
  markers: AnnotationDocument | null | undefined;
}

const Replacing = z.object({
  refName: z.string({ error: "Please say which picture." }).min(1, "Please say which picture.").max(300),
  location: z.preprocess(blank, z.string().max(64).optional()),
  keepOriginal: z.preprocess(blank, z.enum(["true", "false"], "Either `true` or `false`.").optional()),
  baseVersion: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d{1,9}$/u, "A whole number.")
      .optional(),
  ),
  markers: Markers.nullable().optional(),
});

/** @throws AppError `validation-failed` with one entry per invalid field */
export function parseReplacement(fields: TextFields): Replacement {
  const given = { ...Object.fromEntries(fields), markers: jsonOf(fields, "markers") };
  const { location, keepOriginal, baseVersion, ...rest } = parseInput(Replacing, given);
  return {
    refName: rest.refName,
    location: location === undefined ? undefined : folderRef(location),
    keepOriginal: keepOriginal === undefined ? undefined : keepOriginal === "true",
    baseVersion: baseVersion === undefined ? null : Number(baseVersion),
    markers: rest.markers,
  };
}

/** Returns title and file name of a new item: the given ones, else the file's name, else the time. */
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
  // Shown as a file name: separators and characters that an operating system forbids become dashes.
  const safe = [...title.replace(/[/\\:*?"<>|\u202a-\u202e\u2066-\u2069]+/gu, "-")].slice(0, 120).join("").trim();
  return { title, fullFileName: own === "" ? `${safe || kind.file}.${ending}` : own };
}

/** Returns the file name of a picture with this type. An extension of another picture type is replaced. */
export function fileNameFor(fullFileName: string, mimeType: string): string {
  const ending = /\.(png|jpe?g|webp|gif)$/iu.exec(fullFileName)?.[1]?.toLowerCase().replace("jpeg", "jpg");
  const wanted = endingOf(mimeType);
  if (ending === undefined || ending === wanted || !(IMAGE_TYPES as readonly string[]).includes(mimeType)) return fullFileName;
  const stem = fullFileName.slice(0, fullFileName.lastIndexOf("."));
  return `${stem.slice(0, FILE_NAME_MAX - wanted.length - 1).toWellFormed()}.${wanted}`;
}
