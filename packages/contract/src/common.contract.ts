import { z } from "zod";
import { graphemes } from "./graphemes.ts";
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  FILE_NAME_MAX,
  FOLDER_KEY_BYTES_MAX,
  FOLDER_NAME_BYTES_MAX,
  FOLDER_NAME_MAX,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  NAME_BYTES_MAX,
  NAME_MAX,
  PAGE_URL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TITLE_BYTES_MAX,
  TITLE_MAX,
} from "./limits.ts";
import { canonicalId } from "./ids.ts";

/** Ids are opaque to clients. An invalid id is answered with "not found", never as malformed. Parsing gives their canonical form. */
export const Id = z.string().min(1).max(64).overwrite(canonicalId);
export const IsoDate = z.iso.datetime();

/** A workspace id, or the word `personal` for the caller's personal library. */
export const WorkspaceRef = z
  .string()
  .min(1)
  .max(64)
  .overwrite(canonicalId)
  .describe("A workspace id, or `personal` for the caller's own space");

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Control characters are not allowed in a name. Direction overrides (U+202A–E, U+2066–9) could disguise a name. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
const visible = (text: string): boolean => !CONTROL.test(text);

export const Email = z
  .string({ error: "Please enter an email." })
  .trim()
  .min(1, "Please enter an email.")
  .max(EMAIL_MAX, "This email is too long.")
  .regex(EMAIL_PATTERN, "Enter an e-mail address like name@company.com.")
  .refine(visible, "Enter an e-mail address like name@company.com.");

export const Password = z
  .string({ error: "Please enter a password." })
  .min(PASSWORD_MIN, `The password needs at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `The password may have at most ${PASSWORD_MAX} characters.`)
  .regex(/\d/u, "The password needs at least one digit.");

/** Overrides of the writing direction. They could make a name appear as another one. */
// eslint-disable-next-line no-misleading-character-class -- the class lists combining and direction characters one by one
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;
/** A visible character: letters, digits, marks, symbols, emoji. Spaces and zero-width characters alone are no name. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Name of a user, workspace or team. */
export const Name = z
  .string({ error: "Please enter a name." })
  .trim()
  .min(1, "Please enter a name.")
  .refine((text) => VISIBLE.test(text), "Please enter a name.")
  .refine((text) => bytes(text) <= NAME_BYTES_MAX && graphemes(text) <= NAME_MAX, `At most ${NAME_MAX} characters.`)
  .refine((text) => visible(text) && !DIRECTION.test(text), "Control characters are not allowed.");

/** Name of a folder (spec §5), unique among its siblings by {@link folderNameKey}. */
export const FolderName = z
  .string({ error: "Please enter a folder name." })
  .trim()
  .min(1, "Please enter a folder name.")
  .refine((text) => VISIBLE.test(text), "Please enter a folder name.")
  .refine(
    (text) =>
      graphemes(text) <= FOLDER_NAME_MAX && bytes(text) <= FOLDER_NAME_BYTES_MAX && bytes(folderNameKey(text)) <= FOLDER_KEY_BYTES_MAX,
    `At most ${FOLDER_NAME_MAX} characters.`,
  )
  .refine((text) => visible(text) && !DIRECTION.test(text), "Control characters are not allowed.");

/** Normalizes a folder's name for the comparison with its siblings. Ignores case and different encodings of the same characters. */
export function folderNameKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

export const Title = z
  .string({ error: "Please enter a title." })
  .trim()
  .min(1, "The title cannot be empty.")
  .refine((text) => graphemes(text) <= TITLE_MAX && bytes(text) <= TITLE_BYTES_MAX, `At most ${TITLE_MAX} characters.`)
  .refine(visible, "Control characters are not allowed.");

/**
 * A file name as users see it. It is shown and sent in download headers, never used as a path.
 * Separators, control and direction-override characters are refused nevertheless.
 */
export const FileName = z
  .string()
  .trim()
  .min(1, "Please enter a file name.")
  .max(FILE_NAME_MAX, `At most ${FILE_NAME_MAX} characters.`)
  .refine(visible, "Control characters are not allowed.")
  .refine((text) => !/[/\\\u202a-\u202e\u2066-\u2069]/u.test(text) && text !== "." && text !== "..", "A file name cannot hold a path.");

/** Query of every paged list. */
export const Paging = {
  cursor: z.string().max(4_000).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
};

/** A boolean in a query. */
export const Flag = z.stringbool({ truthy: ["true", "1", "yes"], falsy: ["false", "0", "no"] });

/** A page of a list. `nextCursor` is null on the last page. */
export const page = <T extends z.core.$ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Response of calls without data. */
export const Nothing = z.object({});
export const Person = z.object({ id: Id, displayName: z.string(), photoURL: z.string().nullable() });

/** Address of the captured page: http or https, stored unchanged. */
export const PageUrl = z
  .string()
  .trim()
  .max(PAGE_URL_MAX)
  .refine((text) => {
    if (!visible(text)) return false;
    try {
      return /^https?:$/u.test(new URL(text).protocol);
    } catch {
      return false;
    }
  }, "This is not the address of a web page.");

/** A folder's id. `root` and the empty text mean the root of the space. */
export const FolderId = z.string().max(64).overwrite(canonicalId);
/** A folder's id, or null for the root of the space. */
export const FolderRef = FolderId.nullable();
