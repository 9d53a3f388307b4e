import { Thumb } from "@stillreel/ui";
import type { ReactNode } from "react";
import { FindField } from "./find-field.tsx";
import styles from "./item-choice.module.css";

/** The facts of an item that are shown. */
interface Choice {
  id: string;
  type: "image" | "video" | "board";
  title: string;
  thumbnailUrl: string | null;
}

interface Props<T extends Choice> {
  /** What happens with the chosen item. */
  text: string;
  /** Label of the field with the words to find. */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  /** The items that are offered; undefined while they are loaded. */
  items: readonly T[] | undefined;
  /** Shown when no item is offered. */
  empty: string;
  onChoose: (item: T) => void;
  /** Id of the chosen item while it is being used. */
  busyId?: string | undefined;
}

/** The content of a dialog in which one item of a space is chosen: a field to find it, and the items as tiles. */
export function ItemChoice<T extends Choice>({ text, label, typed, onType, items, empty, onChoose, busyId }: Props<T>): ReactNode {
  return (
    <>
      <p className={styles.text}>{text}</p>
      <FindField label={label} value={typed} data-first-focus onChange={onType} />
      {items?.length === 0 && <p className={styles.nothing}>{empty}</p>}
      <ul className={styles.items} aria-busy={!items}>
        {items?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles.item}
              aria-label={item.title}
              aria-busy={item.id === busyId || undefined}
              onClick={() => onChoose(item)}
            >
              <Thumb shape={item.type === "video" ? "reel" : "still"}>
                {item.thumbnailUrl && <img src={item.thumbnailUrl} alt="" loading="lazy" />}
              </Thumb>
              <bdi title={item.title}>{item.title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
