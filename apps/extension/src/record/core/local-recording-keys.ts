/** Key in local storage: recordings may exist on this machine. Checking needs the offscreen page. */
export const MAY_BE_STORED = "recordingsKept";
/** Key of the number of interrupted recordings, for the badge. */
export const CUT_OFF = "cutOffCount";
