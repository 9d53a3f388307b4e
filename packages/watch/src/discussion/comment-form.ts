import { COMMENT_MAX, graphemes } from "@stillreel/contract";
import { useMemo, useRef, useState } from "react";
import type { Person } from "./discussion.types.ts";

/** From how many characters on the counter is shown. */
const COUNT_FROM = COMMENT_MAX - 200;

/** A text being written, with those whom it names. */
export interface CommentForm {
  text: string;
  setText(text: string): void;
  /** Puts a person's name where `@word` stands; answers the place behind it. */
  mention(person: Pick<Person, "id" | "displayName">, start: number, end: number): number;
  /** Ids of those whose names still stand in the text. */
  mentions(): string[];
  /** Characters, where it comes near the end; null before. */
  count: number | null;
  isTooLong: boolean;
  isEmpty: boolean;
}

/** Keeps a comment's text while it is written. @param known those whom the text names already */
export function useCommentForm(first = "", known: readonly { id: string; displayName: string }[] = []): CommentForm {
  const [text, setText] = useState(first);
  const names = useRef(new Map(known.map(({ id, displayName }) => [id, displayName])));
  const length = useMemo(() => (text.length < COUNT_FROM ? text.length : graphemes(text)), [text]);
  return {
    text,
    setText,
    mention: ({ id, displayName }, start, end) => {
      names.current.set(id, displayName);
      const name = `@${displayName} `;
      setText(text.slice(0, start) + name + text.slice(end).replace(/^ /u, ""));
      return start + name.length;
    },
    mentions: () => [...names.current].flatMap(([id, name]) => (text.includes(`@${name}`) ? [id] : [])),
    count: length >= COUNT_FROM ? length : null,
    isTooLong: length > COMMENT_MAX,
    isEmpty: text.trim() === "",
  };
}
