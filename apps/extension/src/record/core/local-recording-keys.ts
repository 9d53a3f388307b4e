/** Key in the extension's local storage: there may be recordings on this machine. A look at them takes a page of its own. */
export const MAY_BE_STORED = "recordingsKept";
/** Key of how many of them were cut off, for the badge. */
export const CUT_OFF = "cutOffCount";
