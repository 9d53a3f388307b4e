import { type Layout, oneLine } from "./mail-layout.ts";

/** Returns the text part of a mail. */
export function textOf(layout: Layout, footer: string): string {
  const quote = layout.quote
    ?.split(/\r?\n/u)
    .map((line) => `> ${line}`)
    .join("\n");
  const linkTo = (link: { label: string; url: string } | null): string | undefined => (link ? `${link.label}:\n${link.url}` : undefined);
  const sections = layout.sections.map(({ title, url, sentences }) =>
    [
      ...(title === null ? [] : [oneLine(title)]),
      ...sentences.map((sentence) => `- ${oneLine(sentence)}`),
      ...(url === null ? [] : [url]),
    ].join("\n"),
  );
  const links = layout.links.map(({ title, url }) => `${oneLine(title)}:\n${url}`);
  const parts = [layout.greeting, ...layout.paragraphs, quote, ...links, ...sections, ...layout.closing, linkTo(layout.action)];
  return `${[...parts, `--\n${footer}`, linkTo(layout.unsubscribe)].filter(Boolean).join("\n\n")}\n`;
}
