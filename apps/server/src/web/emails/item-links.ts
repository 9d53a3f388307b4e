/** Target of a link: an item by its id, or a share by its slug. */
export type LinkTarget = { itemId: string } | { slug: string };

const TARGETS: { pattern: RegExp; read(id: string): LinkTarget }[] = [
  { pattern: /\/(?:images|videos|items|image|video)\/([\w-]{1,64})\/?$/u, read: (itemId) => ({ itemId }) },
  { pattern: /\/s\/([\w-]{1,64})\/?$/u, read: (slug) => ({ slug }) },
];

/** Extracts the id or slug from a link. Everything else, especially the host, is ignored. */
export function targetOf(link: string): LinkTarget | undefined {
  const path = URL.canParse(link, "http://here.invalid") ? new URL(link, "http://here.invalid").pathname : "";
  for (const { pattern, read } of TARGETS) {
    const id = pattern.exec(path)?.[1];
    if (id) return read(id);
  }
  return undefined;
}
