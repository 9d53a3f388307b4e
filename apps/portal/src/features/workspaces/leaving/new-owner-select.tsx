import { Avatar } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./new-owner-select.module.css";
import type { MemberView } from "../../../entities/workspaces/workspaces.queries.ts";

interface Props {
  label: string;
  members: readonly MemberView[];
  chosenId: string;
  onChoose: (memberId: string) => void;
}

/** Selects a member of a workspace. */
export function NewOwnerSelect({ label, members, chosenId, onChoose }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <fieldset className={styles.newOwnerCandidates}>
      <legend>{label}</legend>
      <div className={styles.list}>
        {members.map((member) => (
          <label key={member.id} className={styles.row}>
            <input type="radio" name="heir" value={member.id} checked={member.id === chosenId} onChange={() => onChoose(member.id)} />
            <Avatar name={member.displayName} src={member.photoURL} size={28} />
            <span className={styles.names}>
              <span>
                <bdi>{member.displayName}</bdi>
              </span>
              <span className={styles.email}>
                <bdi>{member.email}</bdi>
              </span>
            </span>
            <span className={styles.role}>{t(`roles.${member.role}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
