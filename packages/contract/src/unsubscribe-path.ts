/** Returns the portal's path that ends a digest by its token. Mail programs send a POST to it (RFC 8058). */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`;
