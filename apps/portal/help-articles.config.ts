import { readFileSync } from "node:fs";
import path from "node:path";
import { BASE_LANGUAGE } from "@stillreel/i18n";
import type { Plugin } from "vite";
import type { ArticleFacts, Block, Section, Span, Topic } from "./src/features/help/article-form.ts";

/** An article that was converted from its file. */
export interface Article {
  facts: ArticleFacts;
  blocks: Block[];
  sentences: Section[];
}

const TOPIC_NAMES: ReadonlySet<string> = new Set<Topic>(["start", "capture", "record", "annotate", "share", "host"]);
const SPAN = /\*\*([^*]+)\*\*|`([^`]+)`|<kbd>([^<]+)<\/kbd>|\[([^\]]+)\]\(([^)\s]+)\)/gu;
/** Links to other articles, to pages of the portal, and to other sites. */
const ARTICLE_LINK = /^([a-z-]+)\.md(#[a-z0-9-]+)?$/u;
const OTHER_LINK = /^(?:\/[a-z][a-z/-]*|https:\/\/\S+)$/u;

function targetOf(link: string): string {
  const [, slug, section = ""] = ARTICLE_LINK.exec(link) ?? [];
  if (slug !== undefined) return `/help/${slug}${section}`;
  if (!OTHER_LINK.test(link)) throw new Error(`The link ${link} names no article, no page and no site.`);
  return link;
}

function toSpan([, strong, code, key, text, link]: RegExpExecArray): Span {
  if (strong !== undefined) return { strong };
  if (code !== undefined) return { code };
  if (key !== undefined) return { key };
  return { text: text ?? "", to: targetOf(link ?? "") };
}

/**
 * Divides a line into its parts.
 * @throws Error for markup that articles do not use, such as elements of HTML or images
 */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(SPAN)) {
    if (match.index > end) spans.push(line.slice(end, match.index));
    spans.push(toSpan(match));
    end = match.index + match[0].length;
  }
  if (end < line.length) spans.push(line.slice(end));
  const wrong = spans.find((span) => typeof span === "string" && /[*`<>]|\]\(|!\[/u.test(span));
  if (wrong !== undefined) throw new Error(`Articles do not use the markup in "${String(wrong)}".`);
  return spans;
}

/** Returns the text of a line without markup. */
const plain = (spans: readonly Span[]): string => spans.map((span) => (typeof span === "string" ? span : Object.values(span)[0])).join("");

/** Returns the anchor of a heading: its letters and digits, joined by hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "");

const cellsOf = (row: string): Span[][] =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => spansOf(cell.trim()));

/** Returns the entries of a list. A line that is indented continues its entry. */
function entriesOf(lines: readonly string[], marker: RegExp): Span[][] {
  const entries: string[] = [];
  for (const line of lines) {
    const isNew = marker.test(line);
    if (!isNew && !line.startsWith(" ")) throw new Error(`The line "${line}" is within a list, but is no entry of it.`);
    if (isNew) entries.push(line.replace(marker, ""));
    else entries.push(`${entries.pop() ?? ""} ${line.trim()}`);
  }
  return entries.map(spansOf);
}

const ORDERED = /^\d+\. /u;
const UNORDERED = /^- /u;

/** Converts a paragraph, that is a run of lines without an empty one. */
function blockOf(lines: readonly string[]): Block {
  const [first = "", second = ""] = lines;
  if (first.startsWith("## ") && lines.length === 1) return { kind: "heading", id: anchorOf(first.slice(3)), text: first.slice(3) };
  if (first.startsWith("#")) throw new Error(`Headings are single lines of the second level: "${first}".`);
  if (ORDERED.test(first)) return { kind: "steps", entries: entriesOf(lines, ORDERED) };
  if (UNORDERED.test(first)) return { kind: "list", entries: entriesOf(lines, UNORDERED) };
  if (first.startsWith("> ")) return { kind: "note", spans: spansOf(lines.map((line) => line.replace(/^> /u, "")).join(" ")) };
  if (first.startsWith("|")) {
    if (!/^\|(?: -+ \|)+$/u.test(second)) throw new Error(`The table "${first}" has no line below its head.`);
    return { kind: "table", head: cellsOf(first), rows: lines.slice(2).map(cellsOf) };
  }
  return { kind: "text", spans: spansOf(lines.join(" ")) };
}

/** Converts the text below the facts of an article. */
function blocksOf(text: string): Block[] {
  const parts = text.split(/^```\w*\n([\s\S]*?)^```$/mu);
  return parts.flatMap((part, index): Block[] => {
    if (index % 2 === 1) return [{ kind: "code", text: part.trimEnd() }];
    const paragraphs = part
      .trim()
      .split(/\n{2,}/u)
      .filter((paragraph) => paragraph !== "");
    return paragraphs.map((paragraph) => blockOf(paragraph.split("\n")));
  });
}

/** Returns the lines of a block that a reader can search for. */
function linesOf(block: Block): string[] {
  if (block.kind === "text" || block.kind === "note") return [plain(block.spans)];
  if (block.kind === "steps" || block.kind === "list") return block.entries.map(plain);
  if (block.kind === "table") return block.rows.map((row) => row.map(plain).join(": "));
  return [];
}

const toSentences = (line: string): string[] => line.split(/(?<=[.?!؟]) (?=\p{Lu}|\p{Lo})|(?<=[。？！])/u);

const headingsIn = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === "heading");

/** Returns the blocks with the anchors of the English article. @throws Error when it has another number of sections */
function withAnchors(blocks: readonly Block[], english: readonly Block[]): Block[] {
  const anchors = headingsIn(english).map(({ id }) => id);
  if (headingsIn(blocks).length !== anchors.length) throw new Error(`It needs ${anchors.length} sections, as in English.`);
  return blocks.map((block) => (block.kind === "heading" ? { ...block, id: anchors.shift() ?? "" } : block));
}

/** Returns the sentences of an article by section, for the search. */
function sentencesOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ id: "", heading: "", sentences: [] }];
  for (const block of blocks) {
    if (block.kind === "heading") sections.push({ id: block.id, heading: block.text, sentences: [] });
    else sections.at(-1)?.sentences.push(...linesOf(block).flatMap(toSentences));
  }
  return sections.filter(({ sentences }) => sentences.length > 0);
}

/** Reads the lines `name: value` between the two lines of hyphens at the start of an article. */
function factsOf(slug: string, language: string, head: string): ArticleFacts {
  const values = Object.fromEntries(
    head
      .trim()
      .split("\n")
      .map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
  );
  const { title, description, topic, order, popular } = values;
  if (!title || !description) throw new Error("An article needs a title and a description.");
  if (!topic || !TOPIC_NAMES.has(topic)) throw new Error(`There is no topic "${topic}".`);
  if (!order || !Number.isInteger(Number(order))) throw new Error(`"${order}" is no position.`);
  return { slug, language, title, description, topic: topic as Topic, order: Number(order), isPopular: popular === "true" };
}

/**
 * Converts the file of an article into data, so that pages contain neither a parser nor HTML of an article. It reads the part of Markdown that
 * articles use; docs/adr/0036-help-articles.md lists it.
 * @param slug name of the file, which is also the address of the article
 * @param english the English article of a translated one: both have the same sections, with the anchors of English
 * @throws Error for markup that it does not read, naming the article
 */
export function convertArticle(slug: string, source: string, language = BASE_LANGUAGE, english?: Article): Article {
  try {
    const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(source) ?? [];
    if (head === undefined || text === undefined) throw new Error("An article begins with its facts.");
    const blocks = english === undefined ? blocksOf(text) : withAnchors(blocksOf(text), english.blocks);
    return { facts: factsOf(slug, language, head), blocks, sentences: sentencesOf(blocks) };
  } catch (error) {
    throw new Error(`The article ${slug} (${language}): ${(error as Error).message}`, { cause: error });
  }
}

const REQUEST = /^(.*\/help\/articles\/(?:([a-z]{2})\/)?([a-z-]+)\.md)\?(facts|blocks|sentences)$/u;

/** Reads and converts the file of an article. Without a language: the English one. */
export function readArticle(folder: string, slug: string, language?: string): Article {
  const source = readFileSync(path.join(folder, language ?? "", `${slug}.md`), "utf8");
  return language === undefined ? convertArticle(slug, source) : convertArticle(slug, source, language, readArticle(folder, slug));
}

/** Provides the articles of the help centre as modules: `article.md?facts`, `?blocks` and `?sentences` each export a part as data. */
export function helpArticles(): Plugin {
  return {
    name: "help-articles",
    enforce: "pre",
    load(id) {
      const [, file, language, slug, part] = REQUEST.exec(id) ?? [];
      if (file === undefined || slug === undefined) return null;
      this.addWatchFile(path.resolve(file));
      const folder = path.dirname(file);
      const article = readArticle(language === undefined ? folder : path.dirname(folder), slug, language);
      return { code: `export default ${JSON.stringify(article[part as keyof Article])};`, moduleType: "js" };
    },
  };
}
