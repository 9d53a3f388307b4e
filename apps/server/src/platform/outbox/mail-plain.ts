import { type ItemLayout, type LabelledLink, type Layout, oneLine, type ShownComment } from "./mail-layout.ts";
import { choicePartsOf } from "./mail-choices.ts";
import { gapOf } from "./mail-values.ts";

const quoted = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => `> ${line}`)
    .join("\n");

const linkText = ({ label, url }: LabelledLink): string => `${label}:\n${url}`;

/** Returns the text part of a mail. */
export function textOf(layout: Layout, footer: string): string {
  const quote = layout.quote === null ? undefined : quoted(layout.quote);
  const linkTo = (link: LabelledLink | null): string | undefined => (link ? linkText(link) : undefined);
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

function commentText({ face, time, text, reply }: ShownComment): string {
  return [`${oneLine(face.name)}${time === null ? "" : `, ${time.label}`}:`, quoted(text), linkText(reply)].join("\n");
}

/** Returns the text part of a mail about an item. */
export function itemTextOf(layout: ItemLayout, language: string): string {
  const { choices } = layout;
  const links = choicePartsOf(choices).flatMap(({ text, url }) => (url === null ? [] : [linkText({ label: text, url })]));
  const parts = [
    layout.heading,
    layout.byline,
    layout.quote === null ? null : quoted(layout.quote),
    ...layout.comments.map(commentText),
    layout.more,
    [oneLine(layout.title), layout.facts].filter(Boolean).join("\n"),
    linkText(layout.action),
    layout.terms.join(gapOf(language)),
    `--\n${layout.reason}`,
    ...links,
    layout.sentBy,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
