import type { Outgoing } from "./sends.source.ts";
import type { Fact } from "./jira.document.ts";

const KIND_NAMES = { image: "Image", video: "Video", board: "Whiteboard" } as const;

/** Returns what helps to reproduce a problem: the link, and the page, browser, system and screen of a capture. */
export function factsOf({ item, link }: Pick<Outgoing, "item" | "link">): Fact[] {
  const { pageUrl, capture } = item;
  const isAddress = pageUrl !== null && /^https?:/u.test(pageUrl);
  const { viewport, screen } = capture ?? {};
  const size = (name: string, value: { width: number; height: number } | undefined): Fact[] =>
    value ? [{ name, value: `${value.width} × ${value.height}` }] : [];
  return [
    { name: KIND_NAMES[item.type], value: item.title, href: link },
    ...(pageUrl === null ? [] : [{ name: "Page", value: pageUrl, ...(isAddress ? { href: pageUrl } : {}) }]),
    ...(capture?.browser ? [{ name: "Browser", value: capture.browser }] : []),
    ...(capture?.system ? [{ name: "System", value: capture.system }] : []),
    ...size("Window", viewport),
    ...size("Screen", screen),
  ];
}
