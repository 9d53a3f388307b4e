/** Returns whether an address names the machine on which it is opened: without PUBLIC_URL, the server's links do. */
export function isLocalLink(link: string): boolean {
  const { hostname } = new URL(link);
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname.startsWith("127.") || hostname === "[::1]";
}
