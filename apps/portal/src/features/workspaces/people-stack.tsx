import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import styles from "./people-stack.module.css";
import type { MemberView } from "../../entities/workspaces/workspaces.queries.ts";

/** Number of displayed avatars. */
const SHOWN = 3;

/** Overlapping avatars and the number of further members. Decorative: the count is beside it as text. */
export function PeopleStack({ people }: { people: readonly Pick<MemberView, "id" | "displayName" | "photoURL">[] }): ReactNode {
  const more = people.length - SHOWN;
  return (
    <span className={styles.stack} aria-hidden="true">
      {people.slice(0, SHOWN).map(({ id, displayName, photoURL }) => (
        <span key={id} className={styles.face}>
          <Avatar name={displayName} src={photoURL} size={24} />
        </span>
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  );
}
