/** A node of the Atlassian Document Format (developer.atlassian.com/cloud/jira/platform/apis/document/structure). */
type Node = { type: string; content?: Node[]; text?: string; marks?: object[] };

/** A line of an issue: plain text, or a name with its value, which may be a link. */
export interface Fact {
  name: string;
  value: string;
  href?: string;
}

/** Empty text nodes are not valid. */
const textNode = (text: string, marks?: object[]): Node[] => (text === "" ? [] : [{ type: "text", text, ...(marks ? { marks } : {}) }]);

/** Lines of one paragraph. */
const lines = (all: Node[][]): Node[] => all.flatMap((line, index) => (index === 0 ? line : [{ type: "hardBreak" }, ...line]));
const paragraph = (content: Node[]): Node[] => (content.length === 0 ? [] : [{ type: "paragraph", content }]);

/** Returns the description of an issue: the user's text by paragraphs, then the facts. */
export function documentOf(text: string, facts: readonly Fact[]): object {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/u)
    .flatMap((part) => paragraph(lines(part.split("\n").map((line) => textNode(line)))));
  const list = facts.map(({ name, value, href }) => [
    ...textNode(`${name}: `, [{ type: "strong" }]),
    ...textNode(value, href === undefined ? undefined : [{ type: "link", attrs: { href } }]),
  ]);
  return { type: "doc", version: 1, content: [...paragraphs, ...paragraph(lines(list))] };
}
