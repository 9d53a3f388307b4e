/** Returns a safe redirect path. Only paths on this server are allowed after a visit of another site. */
export function sameSitePath(next: unknown): string {
  if (typeof next !== "string" || next.length > 1_000 || !next.startsWith("/") || /^\/[/\\]|[\u0000-\u0020\\]/u.test(next)) return "/";
  const url = new URL(next, "http://here.invalid");
  return url.host === "here.invalid" ? `${url.pathname}${url.search}${url.hash}` : "/";
}
