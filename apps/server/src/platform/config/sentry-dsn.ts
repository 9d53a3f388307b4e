/** The address of a Sentry project, from its DSN (`https://PUBLIC_KEY@HOST/PROJECT`). */
export interface SentryProject {
  /** Address that receives envelopes. */
  endpoint: string;
  /** Origin of that address, for the policy of pages. */
  origin: string;
  /** Key that may only add reports. */
  publicKey: string;
}

/** Returns the parts of a DSN, or null when it does not have the form of one. A password, as in old DSNs, is not used. */
export function parseDsn(dsn: string): SentryProject | null {
  const url = URL.parse(dsn);
  const found = /^(.*)\/(\d+)\/?$/u.exec(url?.pathname ?? "");
  if (!url || !found || !/^https?:$/u.test(url.protocol) || !url.username) return null;
  return { endpoint: `${url.origin}${found[1]}/api/${found[2]}/envelope/`, origin: url.origin, publicKey: url.username };
}
