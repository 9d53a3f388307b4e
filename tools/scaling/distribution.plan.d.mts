/** Tables whose rows are on the machine of their workspace, with the column. */
export const DISTRIBUTED: Record<string, string>;
/** Tables that every machine has, with the reason. */
export const REFERENCE: Record<string, string>;
/** Tables that only the first machine has, with the reason. */
export const LOCAL: Record<string, string>;
