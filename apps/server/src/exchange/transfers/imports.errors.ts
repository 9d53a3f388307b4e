/** Error: the zip is unreadable; its message is displayed to the user. */
export class BadZip extends Error {}

/** Error: one file of the zip is unreadable. */
export class BadFile extends Error {}

/** Error: the import was deleted meanwhile. */
export class Stopped extends Error {}

/** Error: the user may not write there any more. */
export class Refused extends Stopped {}
