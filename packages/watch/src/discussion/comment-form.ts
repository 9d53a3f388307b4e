import { COMMENT_MAX, graphemes } from "@stillreel/contract";
import { useMemo, useRef, useState } from "react";
import type { Person } from "./discussion.types.ts";

/** Number of characters from which the counter is shown. */
const COUNT_FROM = COMMENT_MAX - 200;

/** State of a text field with mentions. */
export interface CommentForm {
  text: string;
  setText(text: string): void;
  /** Inserts a user's name in place of the `@word`. Returns the caret position behind it. */
  mention(person: Pick<Person, "id" | "displayName">, start: number, end: number): number;
  /** Returns the ids of users whose names are still in the text. */
  mentions(): string[];
  /** Number of characters near the maximum. Null below. */
  count: number | null;
  isTooLong: boolean;
  isEmpty: boolean;
}

/** Manages a comment's text while it is edited. @param known users whom the text already mentions */
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
