/** A slug is 16 random bytes in base64url; other values are not queried. */
export const SLUG = /^[A-Za-z0-9_-]{22}$/u;
