const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Returns whether a text is a UUID, in small or capital letters. Other texts name nothing and must not reach a `uuid` column. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the form of an id in which the server stores and compares it: a UUID in small letters. Other texts are unchanged. */
export function canonicalId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
