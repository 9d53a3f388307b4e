/**
 * Id of the browser extension, the same in every browser: it follows from the key in its manifest.
 * Pages of the own server ask it by this id whether it is installed.
 */
export const EXTENSION_ID = "gpmoojeomfefnbealgjnkhglppgpmpji";
