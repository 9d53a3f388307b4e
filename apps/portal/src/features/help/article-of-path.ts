/** Articles by the beginning or form of a path; the first match counts. */
const FITTING: readonly (readonly [path: RegExp, slug: string])[] = [
  [/\/images\/[^/]+\/annotate$/u, "annotate"],
  [/^\/record/u, "record-screen"],
  [/^\/install/u, "getting-started"],
  [/^\/(?:w\/[^/]+\/)?(?:images|videos)\/[^/]+$/u, "share-links"],
  [/^\/shared/u, "share-links"],
  [/\/trash$/u, "trash"],
  [/^\/videos/u, "record-screen"],
  [/^\/(?:w|workspaces)(?:\/|$)/u, "workspaces"],
  [/^\/account\/(?:tools|webhooks)/u, "upload-tools"],
  [/^\/(?:profile|preferences|account)/u, "getting-started"],
];

/** Returns the name of the article that fits the page at a path. */
export const articleOfPath = (path: string): string => FITTING.find(([form]) => form.test(path))?.[1] ?? "getting-started";
