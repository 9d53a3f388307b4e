import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BASE_LANGUAGE, TRANSLATED } from "@stillreel/i18n";
import { expect, test } from "vitest";
import { convertArticle, readArticle, spansOf, type Article } from "./help-articles.config.ts";
import { articleOfPath } from "./src/features/help/article-of-path.ts";
import { TOPICS, type Span } from "./src/features/help/article-form.ts";

const SOURCES = path.join(import.meta.dirname, "src");
const FOLDER = path.join(SOURCES, "features/help/articles");
const slugsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.parse(file).name);
const ARTICLES = new Map<string, Article>(slugsIn(FOLDER).map((slug) => [slug, readArticle(FOLDER, slug)]));
const LANGUAGES = TRANSLATED.filter((tag) => tag !== BASE_LANGUAGE);
/** The articles that every language has. */
const TRANSLATED_ARTICLES = ["getting-started", "redaction", "share-links", "workspaces"];

const HEAD = "---\ntitle: Title\ndescription: What it explains.\ntopic: start\norder: 1\n---\n";
const convert = (text: string): Article => convertArticle("test", `${HEAD}\n${text}\n`);

/** Returns the parts of all lines of an article. */
const spansIn = ({ blocks }: Article): Span[] =>
  blocks.flatMap((block): Span[] => {
    if (block.kind === "text" || block.kind === "note") return block.spans;
    if (block.kind === "steps" || block.kind === "list") return block.entries.flat();
    return block.kind === "table" ? [...block.head.flat(), ...block.rows.flat(2)] : [];
  });

test("headings, paragraphs, steps, lists, notes, tables and code become blocks", () => {
  const { blocks } = convert(
    "One line\nand its rest.\n\n## Two words\n\n1. First,\n   continued\n2. Second\n\n- Entry\n\n> Note\n\n| A | B |\n| --- | --- |\n| 1 | `2` |\n\n```sh\nnpm start\n\nnpm test\n```",
  );
  expect(blocks).toEqual([
    { kind: "text", spans: ["One line and its rest."] },
    { kind: "heading", id: "two-words", text: "Two words" },
    { kind: "steps", entries: [["First, continued"], ["Second"]] },
    { kind: "list", entries: [["Entry"]] },
    { kind: "note", spans: ["Note"] },
    { kind: "table", head: [["A"], ["B"]], rows: [[["1"], [{ code: "2" }]]] },
    { kind: "code", text: "npm start\n\nnpm test" },
  ]);
});

test("a line is divided into texts, emphasis, code, keys and links", () => {
  expect(spansOf("Press <kbd>L</kbd> or **Copy**, see `a` and [b](share-links.md#send) or [c](/install).")).toEqual([
    "Press ",
    { key: "L" },
    " or ",
    { strong: "Copy" },
    ", see ",
    { code: "a" },
    " and ",
    { text: "b", to: "/help/share-links#send" },
    " or ",
    { text: "c", to: "/install" },
    ".",
  ]);
});

test.each([
  ["elements of HTML", "<img src=x onerror=alert(1)>"],
  ["scripts as links", "[a](javascript:alert(1))"],
  ["links to other hosts without https", "[a](//host)"],
  ["images", "![a](b.png)"],
  ["unclosed emphasis", "**a"],
  ["headings of another level", "### a"],
])("%s are refused with the name of the article", (_what, text) => {
  expect(() => convert(text)).toThrow(/^The article test \(en\): /u);
});

test("the sentences of an article are listed by section", () => {
  expect(convert("One. Two?\n\n## Steps\n\n1. Press <kbd>L</kbd>.").sentences).toEqual([
    { id: "", heading: "", sentences: ["One.", "Two?"] },
    { id: "steps", heading: "Steps", sentences: ["Press L."] },
  ]);
});

test("each article has a title, a description, a topic, numbered steps or a table, and 250 to 600 words", () => {
  for (const [slug, { facts, blocks }] of ARTICLES) {
    expect(facts.title.length, slug).toBeLessThanOrEqual(60);
    expect(facts.description, slug).toMatch(/\.$/u);
    expect(TOPICS, slug).toContain(facts.topic);
    expect(
      blocks.some(({ kind }) => kind === "steps"),
      slug,
    ).toBe(true);
    const words = readFileSync(path.join(FOLDER, `${slug}.md`), "utf8")
      .replace(/^---[\s\S]*?---/u, "")
      .split(/\s+/u).length;
    expect(words, slug).toBeGreaterThan(250);
    expect(words, slug).toBeLessThan(600);
  }
});

test("positions and anchors are unique, and each topic has articles", () => {
  const facts = [...ARTICLES.values()].map((article) => article.facts);
  expect(new Set(facts.map(({ order }) => order)).size).toBe(facts.length);
  expect(new Set(facts.map(({ topic }) => topic))).toEqual(new Set(TOPICS));
  for (const [slug, { blocks }] of ARTICLES) {
    const ids = blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(new Set(ids).size, slug).toBe(ids.length);
  }
});

test("no link of an article is dead", () => {
  for (const [slug, article] of ARTICLES)
    for (const span of spansIn(article)) {
      const [, target, anchor] = (typeof span === "object" && "to" in span && /^\/help\/([^#]+)(?:#(.+))?$/u.exec(span.to)) || [];
      if (target === undefined) continue;
      expect(ARTICLES.has(target), `${slug} → ${target}`).toBe(true);
      if (anchor !== undefined)
        expect(
          ARTICLES.get(target)?.sentences.map(({ id }) => id),
          `${slug} → ${anchor}`,
        ).toContain(anchor);
    }
});

test("each language has the translated articles, with the sections and the links of English", () => {
  const targets = (article: Article): string[] =>
    spansIn(article).flatMap((span) => (typeof span === "object" && "to" in span ? [span.to] : []));
  for (const language of LANGUAGES) {
    expect(slugsIn(path.join(FOLDER, language)).toSorted(), language).toEqual(TRANSLATED_ARTICLES);
    for (const slug of TRANSLATED_ARTICLES) {
      const article = readArticle(FOLDER, slug, language);
      const english = ARTICLES.get(slug);
      expect(targets(article).toSorted(), `${language} ${slug}`).toEqual(english && targets(english).toSorted());
      const { topic, order, isPopular } = article.facts;
      expect({ topic, order, isPopular }, `${language} ${slug}`).toMatchObject({
        topic: english?.facts.topic,
        order: english?.facts.order,
      });
    }
  }
});

test("a translated article has the anchors of the English one, and must have its sections", () => {
  const english = convert("## Two words\n\nText.");
  const translated = convertArticle("test", `${HEAD}\n## 两个词\n\n第一句。第二句？\n`, "zh", english);
  expect(translated.blocks[0]).toEqual({ kind: "heading", id: "two-words", text: "两个词" });
  expect(translated.sentences).toEqual([{ id: "two-words", heading: "两个词", sentences: ["第一句。", "第二句？"] }]);
  expect(() => convertArticle("test", `${HEAD}\nText.\n`, "zh", english)).toThrow("It needs 1 sections");
});

test("the articles that the portal names exist", () => {
  const changes = readFileSync(path.join(SOURCES, "features/help/changes.ts"), "utf8");
  const named = [...changes.matchAll(/article: "([^"]+)"/gu)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThanOrEqual(6);
  const paths = [
    "/images",
    "/images/1",
    "/w/1/images/1/annotate",
    "/w/1/videos/1",
    "/record",
    "/videos",
    "/shared",
    "/w/1/trash",
    "/workspaces",
    "/profile",
    "/account",
    "/account/data",
    "/account/security",
    "/account/notifications",
    "/admin/people",
    "/admin/server",
    "/admin/health",
  ];
  for (const slug of [...named, ...paths.map(articleOfPath)]) expect(ARTICLES.has(slug), slug).toBe(true);
});

test("the article of a page fits it", () => {
  expect(articleOfPath("/images")).toBe("getting-started");
  expect(articleOfPath("/images/1")).toBe("share-links");
  expect(["people", "health", "server"].map((tab) => articleOfPath(`/admin/${tab}`))).toEqual([
    "administration",
    "server-health",
    "mail-and-registration",
  ]);
  expect(["security", "data", "notifications"].map((page) => articleOfPath(`/account/${page}`))).toEqual([
    "account-security",
    "your-data",
    "notifications",
  ]);
  expect(articleOfPath("/w/1/images/1/annotate")).toBe("annotate");
  expect(articleOfPath("/w/1/videos/1")).toBe("share-links");
  expect(articleOfPath("/trash")).toBe("trash");
  expect(articleOfPath("/w/1/trash")).toBe("trash");
  expect(articleOfPath("/w/1/members")).toBe("workspaces");
});
