import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PersonDetails, PersonRemoval } from "../../../entities/administration/people.queries.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "@stillreel/i18n";
import { PersonPicker } from "../parts/person-picker.tsx";
import type { PickedOption } from "../parts/search-picker.tsx";
import styles from "./delete-person-dialog.module.css";

/** What happens to the items and workspaces of an account that is deleted. */
export interface RemovalChoice {
  items: PersonRemoval["items"];
  receiver: PickedOption | null;
  hasSuccessor: boolean;
  successor: PickedOption | null;
}

interface Props {
  person: PersonDetails;
  choice: RemovalChoice;
  /** Whether the choice was confirmed while an account was missing. */
  isIncomplete: boolean;
  /** Why the receiver cannot receive the items. */
  receiverProblem: string | undefined;
  onChange: (part: Partial<RemovalChoice>) => void;
}

/** Chooses between the deletion and the transfer of the items. */
export function ItemsChoice({ person, choice, isIncomplete, receiverProblem, onChange }: Props): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, displayName, itemCount, storageBytes } = person;
  const amount = { count: itemCount, number: formatCount(itemCount, i18n.language), size: formatBytes(storageBytes, common) };
  return (
    <>
      <Choices
        legend={t("people.itemsLegend", amount)}
        value={choice.items}
        choices={[
          { value: "delete", label: t("people.itemsDelete"), text: t("people.itemsDeleteText") },
          { value: "transfer", label: t("people.itemsTransfer"), text: t("people.itemsTransferText", { name: displayName }) },
        ]}
        onChange={(items) => onChange({ items })}
      />
      {choice.items === "transfer" && (
        <div className={styles.account}>
          <PersonPicker
            label={t("people.receiver")}
            picked={choice.receiver}
            without={[id]}
            isActiveOnly
            error={receiverProblem ?? (isIncomplete && choice.receiver === null ? t("people.chooseAccount") : undefined)}
            onPick={(receiver) => onChange({ receiver })}
          />
        </div>
      )}
    </>
  );
}

/** Chooses who becomes the owner of the workspaces. Absent for a person who owns none. */
export function WorkspacesChoice({ person, choice, isIncomplete, onChange }: Omit<Props, "receiverProblem">): ReactNode {
  const { t } = useTranslation("administration");
  if (!person.workspaces.some(({ role }) => role === "owner")) return null;
  return (
    <>
      <Choices
        legend={t("people.workspacesLegend")}
        value={choice.hasSuccessor ? "chosen" : "rule"}
        choices={[
          { value: "rule", label: t("people.workspacesRule"), text: t("people.workspacesRuleText") },
          { value: "chosen", label: t("people.workspacesSuccessor"), text: t("people.workspacesSuccessorText") },
        ]}
        onChange={(value) => onChange({ hasSuccessor: value === "chosen" })}
      />
      {choice.hasSuccessor && (
        <div className={styles.account}>
          <PersonPicker
            label={t("people.successor")}
            picked={choice.successor}
            without={[person.id]}
            isActiveOnly
            error={isIncomplete && choice.successor === null ? t("people.chooseAccount") : undefined}
            onPick={(successor) => onChange({ successor })}
          />
        </div>
      )}
    </>
  );
}

interface ChoicesProps<V extends string> {
  legend: string;
  value: V;
  choices: readonly { value: V; label: string; text: string }[];
  onChange: (value: V) => void;
}

/** Radio buttons, each with its consequence. */
function Choices<V extends string>({ legend, value, choices, onChange }: ChoicesProps<V>): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <label className={styles.label}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              aria-describedby={`${name}-${choice.value}`}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
          <span id={`${name}-${choice.value}`} className={styles.text}>
            {choice.text}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
