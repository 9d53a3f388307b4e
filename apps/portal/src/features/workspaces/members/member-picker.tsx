import { Checkbox } from "@mantine/core";
import { Avatar, Chip } from "@stillreel/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./member-picker.module.css";
import { MemberSearch } from "./member-search.tsx";
import { findMembers, inOrder } from "../../../entities/workspaces/members.ts";
import type { MemberView } from "../../../entities/workspaces/workspaces.queries.ts";

interface Props {
  label: string;
  members: readonly MemberView[];
  myId: string | undefined;
  chosen: readonly string[];
  /** Owner of the team; undefined when not selectable. */
  ownerId: string | undefined;
  /** A member that cannot be deselected. */
  fixedId: string | undefined;
  onChange: (chosen: readonly string[]) => void;
  onOwner: (ownerId: string) => void;
}

/** Selects members of a workspace, and optionally the owner of a team. */
export function MemberPicker({ label, members, myId, chosen, ownerId, fixedId, onChange, onOwner }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  const [typed, setTyped] = useState("");
  const found = useMemo(() => findMembers(inOrder(members, myId), [], typed), [members, myId, typed]);
  const toggle = (id: string, isIn: boolean): void => {
    onChange(isIn ? [...chosen, id] : chosen.filter((known) => known !== id));
  };
  return (
    <fieldset className={styles.picker}>
      <legend>
        {label} <span className={styles.count}>{chosen.length}</span>
      </legend>
      <MemberSearch
        count={members.length}
        value={typed}
        onChange={setTyped}
        // Enter must not submit the dialog from the search field.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <ul className={styles.list} aria-label={label}>
        {found.map((member) => {
          const isIn = chosen.includes(member.id);
          return (
            <li key={member.id} className={styles.row}>
              <Checkbox
                className={styles.check}
                classNames={{ body: styles.checkBody }}
                checked={isIn}
                disabled={member.id === fixedId || member.id === ownerId}
                onChange={(event) => toggle(member.id, event.currentTarget.checked)}
                label={
                  <span className={styles.person}>
                    <Avatar name={member.displayName} src={member.photoURL} size={26} />
                    <bdi className={styles.name}>{member.displayName}</bdi>
                    {member.id === myId && <span className={styles.you}>{t("you")}</span>}
                  </span>
                }
              />
              {ownerId !== undefined && member.id === ownerId && <Chip tone="accent">{t("team.isOwner")}</Chip>}
              {ownerId !== undefined && member.id !== ownerId && isIn && (
                <button
                  type="button"
                  className={styles.own}
                  aria-label={t("team.makeOwnerNamed", { name: member.displayName })}
                  onClick={() => onOwner(member.id)}
                >
                  {t("team.makeOwner")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {t("search.none", { typed })}
        </p>
      )}
    </fieldset>
  );
}
