/** Returns the folder id of a reference; null for the root, which empty text, `root` and `null` name. */
export function folderRef(given: string | null | undefined): string | null {
  const ref = (given ?? "").trim();
  return ref === "" || ref === "root" || ref === "null" ? null : ref;
}
