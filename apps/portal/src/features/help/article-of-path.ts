/** Articles by the beginning or form of a path; the first match counts. */
const FITTING: readonly (readonly [path: RegExp, slug: string])[] = [
  [/\/images\/[^/]+\/annotate$/u, "annotate"],
  [/^\/record/u, "record-screen"],
  [/^\/install/u, "getting-started"],
  [/^\/(?:w\/[^/]+\/)?(?:images|videos)\/[^/]+$/u, "share-links"],
  [/^\/requests/u, "requests"],
  [/^\/integrations/u, "send-to-services"],
  [/^\/shared/u, "share-links"],
  [/\/trash$/u, "trash"],
  [/^\/videos/u, "record-screen"],
  [/^\/(?:w|workspaces)(?:\/|$)/u, "workspaces"],
  [/^\/admin\/health/u, "server-health"],
  [/^\/admin\/(?:server|outbox)/u, "mail-and-registration"],
  [/^\/admin\/storage/u, "trash"],
  [/^\/admin(?:\/|$)/u, "administration"],
  [/^\/account\/notifications/u, "notifications"],
  [/^\/account\/data/u, "your-data"],
  [/^\/account\/security/u, "account-security"],
  [/^\/account\/(?:tools|webhooks)/u, "upload-tools"],
  [/^\/account/u, "your-data"],
  [/^\/profile/u, "account-security"],
];

/** Returns the name of the article that fits the page at a path. */
export const articleOfPath = (path: string): string => FITTING.find(([form]) => form.test(path))?.[1] ?? "getting-started";
