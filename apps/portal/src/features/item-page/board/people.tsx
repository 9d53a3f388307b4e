import type { BoardState } from "@stillreel/board/core";
import { Avatar, VisuallyHidden } from "@stillreel/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./board.module.css";
import { personColor } from "./scene-colors.ts";

type Participant = BoardState["participants"][number];

/** Number of people that are shown before the rest is counted. */
const SHOWN = 5;
/** Minimum time between two announcements of people who join or leave, in milliseconds. */
const ANNOUNCE_MS = 10_000;

/** Returns one entry per person: a person with several open pages is one. */
export function personsOf(participants: readonly Participant[], self: string | null): Participant[] {
  const own = participants.find(({ id }) => id === self);
  const others = participants.filter(({ id, person }) => id !== self && (person === null || person.id !== own?.person?.id));
  return [...new Map(others.map((one) => [one.person?.id ?? one.id, one])).values()];
}

interface Props {
  participants: readonly Participant[];
  self: string | null;
  followed: string | null;
  onFollow: (id: string | null) => void;
}

/** The people on the board. A click follows a person. */
export function People({ participants, self, followed, onFollow }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const persons = personsOf(participants, self);
  const nameOf = ({ person }: Participant): string => person?.displayName ?? t("people.visitor");
  const announced = useAnnouncement(persons.map((one) => [one.id, nameOf(one)]));
  return (
    <div className={styles.people} role="group" aria-label={t("people.label")}>
      {persons.slice(0, SHOWN).map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.person}
          style={{ borderColor: personColor(one.colour) }}
          aria-pressed={followed === one.id}
          title={nameOf(one)}
          onClick={() => onFollow(followed === one.id ? null : one.id)}
        >
          <Avatar name={nameOf(one)} src={one.person?.photoURL ?? null} size={28} />
          <VisuallyHidden>{t(followed === one.id ? "people.following" : "people.follow", { name: nameOf(one) })}</VisuallyHidden>
        </button>
      ))}
      {persons.length > SHOWN && (
        <span className={styles.morePeople} role="img" aria-label={t("people.more", { count: persons.length - SHOWN })}>
          +{persons.length - SHOWN}
        </span>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

/** Returns the last change of people as a text, at most one in ten seconds. */
function useAnnouncement(persons: readonly (readonly [id: string, name: string])[]): string {
  const { t } = useTranslation("boards");
  const [text, setText] = useState("");
  const known = useRef<Map<string, string> | null>(null);
  const lastAt = useRef(0);
  const key = persons.map(([id]) => id).join(" ");
  useEffect(() => {
    const now = new Map(persons);
    const before = known.current;
    known.current = now;
    if (before === null || Date.now() - lastAt.current < ANNOUNCE_MS) return;
    const joined = [...now].find(([id]) => !before.has(id));
    const left = [...before].find(([id]) => !now.has(id));
    if (!joined && !left) return;
    lastAt.current = Date.now();
    setText(joined ? t("people.joined", { name: joined[1] }) : t("people.left", { name: left?.[1] ?? "" }));
    // oxlint-disable-next-line react/exhaustive-deps -- the ids decide
  }, [key, t]);
  return text;
}
