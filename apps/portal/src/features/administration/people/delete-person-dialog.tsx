import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { isApiError } from "@stillreel/client";
import { IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deletePerson, type PersonDetails, type PersonRemoval } from "../../../entities/administration/people.queries.ts";
import { errorText } from "../../../platform/api.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "../../../platform/format/format-count.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { PersonPicker } from "../parts/person-picker.tsx";
import type { PickedOption } from "../parts/search-picker.tsx";
import styles from "./delete-person-dialog.module.css";

interface Props {
  person: PersonDetails;
  onClose: () => void;
  onDeleted: () => void;
}

/** What the dialog chooses. */
interface Choice {
  items: PersonRemoval["items"];
  receiver: PickedOption | null;
  hasHeir: boolean;
  heir: PickedOption | null;
}

/** Returns the request of a choice, or undefined while an account is missing. */
function removalOf({ items, receiver, hasHeir, heir }: Choice): PersonRemoval | undefined {
  if ((items === "transfer" && receiver === null) || (hasHeir && heir === null)) return undefined;
  return {
    items,
    ...(items === "transfer" && receiver ? { toUserId: receiver.id } : {}),
    ...(hasHeir && heir ? { workspacesToUserId: heir.id } : {}),
  };
}

/** Deletes an account and asks what happens to its items and workspaces. Cancel has the initial focus. Mounted while open. */
export function DeletePersonDialog({ person, onClose, onDeleted }: Props): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, displayName, itemCount, storageBytes, workspaces } = person;
  const [choice, setChoice] = useState<Choice>({ items: "delete", receiver: null, hasHeir: false, heir: null });
  const [isIncomplete, setIncomplete] = useState(false);
  const run = useMutation({
    mutationFn: (removal: PersonRemoval) => deletePerson(id, removal),
    meta: { handles: "all" },
    onSuccess: (_done, { items }) => {
      onDeleted();
      const values = { name: displayName, receiver: choice.receiver?.name ?? "" };
      toasts.show(items === "transfer" ? t("people.transferred", values) : t("people.deleted", values), { tone: "done" });
    },
  });
  const change = (part: Partial<Choice>): void => {
    setChoice({ ...choice, ...part });
    setIncomplete(false);
    run.reset();
  };
  const confirm = (): void => {
    const removal = removalOf(choice);
    setIncomplete(removal === undefined);
    if (removal && !run.isPending) run.mutate(removal);
  };
  const amount = { count: itemCount, number: formatCount(itemCount, i18n.language), size: formatBytes(storageBytes, common) };
  const isTooLarge = isApiError(run.error, "receiver-quota-exceeded");
  const missing = t("people.chooseAccount");
  const isTransfer = choice.items === "transfer";
  const ownsSome = workspaces.some(({ role }) => role === "owner");
  return (
    <Dialog title={<bdi>{t("people.deleteTitle", { name: displayName })}</bdi>} size={480} onClose={onClose}>
      <Choices
        legend={t("people.itemsLegend", amount)}
        value={choice.items}
        choices={[
          { value: "delete", label: t("people.itemsDelete"), text: t("people.itemsDeleteText") },
          { value: "transfer", label: t("people.itemsTransfer"), text: t("people.itemsTransferText", { name: displayName }) },
        ]}
        onChange={(items) => change({ items })}
      />
      {isTransfer && (
        <div className={styles.account}>
          <PersonPicker
            label={t("people.receiver")}
            picked={choice.receiver}
            without={[id]}
            isActiveOnly
            error={isTooLarge ? errorText(run.error) : isIncomplete && choice.receiver === null ? missing : undefined}
            onPick={(receiver) => change({ receiver })}
          />
        </div>
      )}
      {ownsSome && (
        <Choices
          legend={t("people.workspacesLegend")}
          value={choice.hasHeir ? "heir" : "rule"}
          choices={[
            { value: "rule", label: t("people.workspacesRule"), text: t("people.workspacesRuleText") },
            { value: "heir", label: t("people.workspacesHeir"), text: t("people.workspacesHeirText") },
          ]}
          onChange={(value) => change({ hasHeir: value === "heir" })}
        />
      )}
      {ownsSome && choice.hasHeir && (
        <div className={styles.account}>
          <PersonPicker
            label={t("people.heir")}
            picked={choice.heir}
            without={[id]}
            isActiveOnly
            error={isIncomplete && choice.heir === null ? missing : undefined}
            onPick={(heir) => change({ heir })}
          />
        </div>
      )}
      <p className={styles.note}>
        <IconUsers size={18} stroke={1.7} aria-hidden="true" />
        {t("people.deleteShared")}
      </p>
      <p className={dialog.text}>{t("people.deleteFinal")}</p>
      {run.error && !isTooLarge && (
        <p className={dialog.problem} role="alert">
          {errorText(run.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" aria-busy={run.isPending} onClick={confirm}>
          {isTransfer ? t("people.transferAction") : t("people.deleteAction")}
        </Button>
      </div>
    </Dialog>
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
        <label key={choice.value} className={styles.choice}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>
            <span className={styles.label}>{choice.label}</span>
            <span className={styles.text}>{choice.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
