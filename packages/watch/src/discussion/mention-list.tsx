import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import type { Person } from "./discussion.types.ts";
import styles from "./mention-list.module.css";

interface Props {
  id: string;
  side: "above" | "below";
  people: readonly Person[];
  active: number;
  texts: WatchTexts;
  onPick(person: Person): void;
}

/** List of users to mention. The text field keeps the focus and moves the selection. */
export function MentionList({ id, side, people, active, texts, onPick }: Props): ReactNode {
  if (people.length === 0) {
    return (
      <p className={`${styles.list} ${styles.none} on-raised`} data-side={side} role="status">
        {texts.t("discussion.peopleNone")}
      </p>
    );
  }
  return (
    <div id={id} className={`${styles.list} on-raised`} data-side={side} role="listbox" aria-label={texts.t("discussion.people")}>
      {people.map((person, index) => (
        // Keyboard users choose from the text field.
        <div
          key={person.id}
          id={`${id}-${index}`}
          className={styles.person}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          ref={(node) => {
            if (index === active) node?.scrollIntoView?.({ block: "nearest" });
          }}
          onPointerDown={(event) => {
            // Otherwise the text field would lose the focus, and the list would close before the click.
            event.preventDefault();
            onPick(person);
          }}
        >
          <Avatar name={person.displayName} src={person.photoURL} size={24} />
          <bdi>{person.displayName}</bdi>
        </div>
      ))}
    </div>
  );
}
