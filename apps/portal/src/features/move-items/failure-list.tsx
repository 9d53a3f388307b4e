import type { ReactNode } from "react";
import { errorText } from "../../platform/api.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./transfer-items.module.css";

/** Refused items with their reasons. */
export function FailureList({ title, failed }: { title: string; failed: readonly { input: ItemView; error: unknown }[] }): ReactNode {
  return (
    <div role="alert">
      <p className={styles.failedTitle}>{title}</p>
      <ul className={styles.failures}>
        {failed.map(({ input, error }) => (
          <li key={input.id}>
            <bdi>{input.title}</bdi>
            <span>{errorText(error)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
