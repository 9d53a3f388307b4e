/** Parameter of an item's address that opens the reply form of a comment. Links in mails have it. */
export const REPLY_QUERY = "reply";
