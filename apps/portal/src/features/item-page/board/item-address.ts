/** Returns the address of the page of an item on a board; a video starts at the second of its frame. Undefined when it has none. */
export function itemAddress(page: string | null | undefined, at: number | undefined): string | undefined {
  if (!page) return undefined;
  const url = new URL(page, location.origin);
  if (at !== undefined) url.searchParams.set("t", String(at));
  return url.href;
}
