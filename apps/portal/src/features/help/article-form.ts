/** A part of a line: plain text, emphasised text, code, a key of the keyboard, or a link. */
export type Span = string | { strong: string } | { code: string } | { key: string } | { text: string; to: string };

/** One block of an article. `id` is the anchor of a heading. */
export type Block =
  | { kind: "heading"; id: string; text: string }
  | { kind: "text" | "note"; spans: Span[] }
  | { kind: "steps" | "list"; entries: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; text: string };

/** The topics in the order of the Help page. */
export const TOPICS = ["start", "capture", "record", "annotate", "share", "host"] as const;
export type Topic = (typeof TOPICS)[number];

/** The facts of an article without its content. `order` counts across all topics. */
export interface ArticleFacts {
  slug: string;
  /** Language of its texts. */
  language: string;
  title: string;
  description: string;
  topic: Topic;
  order: number;
  isPopular: boolean;
}

/** The sentences of one section of an article. `id` and `heading` are empty before the first heading. */
export interface Section {
  id: string;
  heading: string;
  sentences: string[];
}
