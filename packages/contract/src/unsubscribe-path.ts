/** Returns the portal's path that ends mails by the token in them. Mail programs send a POST to it (RFC 8058). */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`;
