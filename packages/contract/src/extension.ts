/**
 * Id of the browser extension, the same in every browser: it is derived from the key in its manifest.
 * Pages of the own server use this id to ask whether the extension is installed.
 */
export const EXTENSION_ID = "gpmoojeomfefnbealgjnkhglppgpmpji";

/** Query parameter of an item page that opens the dialog which saves the item to a service: its value is the service. */
export const SAVE_TO_QUERY = "save-to";
