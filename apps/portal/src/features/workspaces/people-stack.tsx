import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import styles from "./people-stack.module.css";
import type { MemberView } from "../../entities/workspaces/workspaces.queries.ts";

/** So many faces are shown; the others are counted. */
const SHOWN = 3;

/** Faces that overlap, and how many more there are. Decorative: a number in words stands beside it. */
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
