/** Returns a text in which Slack finds no markup: no links, mentions or `<!channel>` (docs.slack.dev, "Escaping text"). */
export const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the message of a person about an item: the text, and the title as a link that Slack unfurls. */
export function messageText({ person, text, title, link }: { person: string; text: string; title: string; link: string }): string {
  // A pipe would end the address of the link.
  const line = `<${link.replaceAll("|", "%7C")}|${escaped(title).replaceAll("|", "∣") || "Stillreel"}>`;
  const message = text.trim();
  return `*${escaped(person).replaceAll("*", "∗")}*: ${message === "" ? "" : `${escaped(message)}\n`}${line}`;
}
