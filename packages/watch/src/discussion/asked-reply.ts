import { REPLY_QUERY } from "@stillreel/contract";

/** Returns the comment whose reply form the page's address asks for, or null. */
export const askedReply = (search: string): string | null => new URLSearchParams(search).get(REPLY_QUERY);
