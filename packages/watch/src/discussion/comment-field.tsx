import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import type { WatchTexts } from "../texts.ts";
import styles from "./comment-field.module.css";
import type { CommentForm } from "./comment-form.ts";
import type { DiscussionStore, Person } from "./discussion.types.ts";
import { MentionList } from "./mention-list.tsx";
import { mentionBefore } from "./text-parts.ts";

/** Delay after a key before users are searched, in milliseconds. */
const ASK_MS = 120;

interface Props {
  form: CommentForm;
  label: string;
  placeholder: string;
  texts: WatchTexts;
  /** Searches users who can be mentioned. Null when mentions are not available. */
  people: DiscussionStore["people"] | null;
  /** Side of the field on which the list of users opens. */
  side: "above" | "below";
  isInvalid?: boolean;
  describedBy?: string | undefined;
  isBusy?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  onSubmit(): void;
  onEscape?(): void;
}

/** A text field that grows with its content. `@` offers users, ⌘↵ submits. */
export function CommentField({
  form,
  label,
  placeholder,
  texts,
  people,
  side,
  isInvalid,
  describedBy,
  isBusy,
  field,
  onSubmit,
  onEscape,
}: Props): ReactNode {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = field ?? own;
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const offer = useOffer(form.text, caret, people);
  useContentHeight(area, form.text);
  const pick = (person: Person): void => insertMention(form, person, caret, area, setCaret);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSubmit();
    else if (offer.handleKey(event.key, pick)) {
      // The list handled it.
    } else if (event.key === "Escape" && onEscape) onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.wrap}>
      <textarea
        ref={area}
        className={styles.area}
        rows={1}
        dir="auto"
        value={form.text}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-busy={isBusy || undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-autocomplete={people ? "list" : undefined}
        aria-controls={offer.isOpen ? listId : undefined}
        aria-activedescendant={offer.isOpen && offer.people.length > 0 ? `${listId}-${offer.active}` : undefined}
        onChange={(event) => {
          form.setText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={handleKey}
        onBlur={offer.close}
      />
      {offer.isOpen && <MentionList id={listId} side={side} people={offer.people} active={offer.active} texts={texts} onPick={pick} />}
    </div>
  );
}

/** Gives a text field the height of its text. */
function useContentHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const measured = useRef("");
  useLayoutEffect(() => {
    const node = area.current;
    if (!node || measured.current === text) return;
    measured.current = text;
    node.style.height = "auto";
    node.style.height = `${node.scrollHeight}px`;
  }, [area, text]);
}

/** Replaces the `@word` before the caret with a user's name, and moves the caret behind it. */
function insertMention(
  form: CommentForm,
  person: Person,
  caret: number,
  area: RefObject<HTMLTextAreaElement | null>,
  setCaret: (caret: number) => void,
): void {
  const found = mentionBefore(form.text, caret);
  if (!found) return;
  const next = form.mention(person, found.start, caret);
  requestAnimationFrame(() => {
    area.current?.focus();
    area.current?.setSelectionRange(next, next);
    setCaret(next);
  });
}

interface Offer {
  isOpen: boolean;
  people: readonly Person[];
  active: number;
  /** Returns whether the list handled the key. */
  handleKey(key: string, pick: (person: Person) => void): boolean;
  close(): void;
}

/** Returns the users for the `@word` before the caret. */
function useOffer(text: string, caret: number, ask: DiscussionStore["people"] | null): Offer {
  const query = ask ? (mentionBefore(text, caret)?.query ?? null) : null;
  const [found, setFound] = useState<{ query: string; people: readonly Person[] } | null>(null);
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState<string | null>(null);
  useEffect(() => {
    if (query === null || !ask) {
      setFound(null);
      setClosed(null);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask(query, abort.signal).then(
        (people) => {
          if (abort.signal.aborted) return;
          setFound({ query, people });
          setActive(0);
        },
        // Without the list, names are typed completely.
        () => setFound(null),
      );
    }, ASK_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, ask]);
  const people = found?.people ?? [];
  // Further words after an unknown name are no longer a name.
  const isOpen = query !== null && found !== null && closed !== query && (people.length > 0 || !query.includes(" "));
  return {
    isOpen,
    people,
    active,
    handleKey: (key, pick) => {
      if (!isOpen) return false;
      const person = people[active];
      if (key === "Escape") setClosed(query);
      else if (!person) return false;
      else if (key === "ArrowDown") setActive((active + 1) % people.length);
      else if (key === "ArrowUp") setActive((active + people.length - 1) % people.length);
      else if (key === "Enter" || key === "Tab") pick(person);
      else return false;
      return true;
    },
    close: () => setClosed(query),
  };
}
