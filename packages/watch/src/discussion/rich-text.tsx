import { useMemo, type ReactNode } from "react";
import styles from "./rich-text.module.css";
import { partsOf } from "./text-parts.ts";

const NO_MENTIONS: readonly never[] = [];

interface Props {
  text: string;
  /** Users whom it mentions as `@name`. */
  mentions?: readonly { id: string; displayName: string }[];
}

/** Text of a user: plain text with links and highlighted mentions. It is never interpreted as markup. */
export function RichText({ text, mentions = NO_MENTIONS }: Props): ReactNode {
  const pieces = useMemo(() => partsOf(text, mentions).map((part, index) => ({ part, key: index })), [text, mentions]);
  return (
    <p className={styles.text} dir="auto">
      {pieces.map(({ part, key }) => {
        if (part.kind === "text") return part.text;
        if (part.kind === "mention")
          return (
            <bdi key={key} className={styles.mention}>
              {part.text}
            </bdi>
          );
        return (
          <a key={key} className={styles.link} href={part.url} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
