import { OWN, SERVER, SIGN_IN } from "./account.rows.ts";
import { BYTES_IN, BYTES_OUT, ELSE, PAGES } from "./addresses.rows.ts";
import { BULK, FOLDERS, ITEMS, LISTINGS, PREVIEWS, SENDS } from "./library.rows.ts";
import { ACCESS_REQUESTS, DISCUSSION, LINKS, REQUESTS, WATCHING } from "./discussion.rows.ts";
import { BOARDS, EDITING } from "./editing.rows.ts";
import type { Group } from "./request-context.ts";
import { PEOPLE, RIGHTS, WORKSPACES } from "./workspaces.rows.ts";

/** Every address of the server with the result of each kind of caller, in page order. */
export const MATRIX: readonly Group[] = [
  WORKSPACES,
  PEOPLE,
  RIGHTS,
  FOLDERS,
  LISTINGS,
  ITEMS,
  PREVIEWS,
  BULK,
  SENDS,
  DISCUSSION,
  WATCHING,
  EDITING,
  BOARDS,
  LINKS,
  ACCESS_REQUESTS,
  REQUESTS,
  BYTES_OUT,
  BYTES_IN,
  PAGES,
  SIGN_IN,
  OWN,
  SERVER,
  ELSE,
];
