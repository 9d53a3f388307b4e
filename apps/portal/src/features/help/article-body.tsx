import { directionOf } from "@stillreel/i18n";
import { Kbd } from "@stillreel/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import textLink from "../../ui/text-link.module.css";
import styles from "./article-body.module.css";
import type { Block, Span } from "./article-form.ts";

interface Props {
  blocks: readonly Block[];
  /** Language of the content, which can be another one than that of the page. */
  language: string;
  /** Level of the headings, one below that of the article's title. */
  level: 2 | 3;
  /** Handles links to other articles. Without it, they open as pages. */
  onArticle?: ((slug: string) => void) | undefined;
}

/** The content of an article. */
export function ArticleBody({ blocks, language, level, onArticle }: Props): ReactNode {
  return (
    <div className={styles.body} lang={language} dir={directionOf(language)}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the content never changes
        <BlockView key={index} block={block} level={level} onArticle={onArticle} />
      ))}
    </div>
  );
}

function BlockView({ block, level, onArticle }: { block: Block } & Omit<Props, "blocks" | "language">): ReactNode {
  const spans = (content: readonly Span[]): ReactNode => <Spans content={content} onArticle={onArticle} />;
  const Heading = `h${level}` as const;
  switch (block.kind) {
    case "heading":
      return (
        <Heading id={block.id} className={styles.heading} tabIndex={-1}>
          {block.text}
        </Heading>
      );
    case "text":
      return <p>{spans(block.spans)}</p>;
    case "note":
      return <p className={styles.note}>{spans(block.spans)}</p>;
    case "code":
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard
        <pre className={styles.code} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "table":
      return <TableView head={block.head} rows={block.rows} spans={spans} />;
    case "steps":
      return <ol className={styles.steps}>{block.entries.map(toEntry(spans))}</ol>;
    case "list":
      return <ul className={styles.list}>{block.entries.map(toEntry(spans))}</ul>;
  }
}

const toEntry = (spans: (content: readonly Span[]) => ReactNode) =>
  function Entry(entry: readonly Span[], index: number): ReactNode {
    return (
      <li key={index}>
        <div>{spans(entry)}</div>
      </li>
    );
  };

interface TableProps {
  head: readonly (readonly Span[])[];
  rows: readonly (readonly (readonly Span[])[])[];
  spans: (content: readonly Span[]) => ReactNode;
}

function TableView({ head, rows, spans }: TableProps): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              {spans(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{spans(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Spans({ content, onArticle }: { content: readonly Span[] } & Pick<Props, "onArticle">): ReactNode {
  return content.map((span, index) => {
    if (typeof span === "string") return span;
    if ("strong" in span) return <strong key={index}>{span.strong}</strong>;
    if ("code" in span) return <code key={index}>{span.code}</code>;
    if ("key" in span) return <Kbd key={index}>{span.key}</Kbd>;
    return <SpanLink key={index} {...span} onArticle={onArticle} />;
  });
}

function SpanLink({ text, to, onArticle }: { text: string; to: string } & Pick<Props, "onArticle">): ReactNode {
  if (to.startsWith("https:")) {
    return (
      <a className={textLink.link} href={to} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  const [path = to, hash] = to.split("#");
  const slug = /^\/help\/(.+)$/u.exec(path)?.[1];
  if (slug !== undefined && onArticle) {
    return (
      <button type="button" className={`${styles.button} ${textLink.link}`} onClick={() => onArticle(slug)}>
        {text}
      </button>
    );
  }
  return (
    <Link className={textLink.link} to={path} {...(hash === undefined ? {} : { hash })}>
      {text}
    </Link>
  );
}
