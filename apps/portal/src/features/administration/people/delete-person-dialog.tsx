import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { toasts } from "@stillreel/ui";
import { IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deletePerson, type PersonDetails, type PersonRemoval } from "../../../entities/administration/people.queries.ts";
import { errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./delete-person-dialog.module.css";
import { ItemsChoice, type RemovalChoice, WorkspacesChoice } from "./removal-choice.tsx";

interface Props {
  person: PersonDetails;
  onClose: () => void;
  onDeleted: () => void;
}

/** Returns the request of a choice, or undefined while an account is missing. */
function removalOf({ items, receiver, hasSuccessor, successor }: RemovalChoice): PersonRemoval | undefined {
  if ((items === "transfer" && receiver === null) || (hasSuccessor && successor === null)) return undefined;
  return {
    items,
    ...(items === "transfer" && receiver ? { toUserId: receiver.id } : {}),
    ...(hasSuccessor && successor ? { workspacesToUserId: successor.id } : {}),
  };
}

function useRemoval({ person: { id, displayName: name }, onDeleted }: Omit<Props, "onClose">) {
  const { t } = useTranslation("administration");
  const [choice, setChoice] = useState<RemovalChoice>({ items: "delete", receiver: null, hasSuccessor: false, successor: null });
  const [isIncomplete, setIncomplete] = useState(false);
  const run = useMutation({
    mutationFn: (removal: PersonRemoval) => deletePerson(id, removal),
    meta: { handles: "all" },
    onSuccess: (_done, { items }) => {
      onDeleted();
      const receiver = choice.receiver?.name ?? "";
      toasts.show(items === "transfer" ? t("people.transferred", { name, receiver }) : t("people.deleted", { name }), { tone: "done" });
    },
  });
  const change = (part: Partial<RemovalChoice>): void => {
    setChoice({ ...choice, ...part });
    setIncomplete(false);
    run.reset();
  };
  const confirm = (): void => {
    const removal = removalOf(choice);
    setIncomplete(removal === undefined);
    if (removal && !run.isPending) run.mutate(removal);
  };
  return { choice, change, confirm, isIncomplete, run };
}

/** Deletes an account and asks what happens to its items and workspaces. Cancel has the initial focus. Mounted while open. */
export function DeletePersonDialog({ person, onClose, onDeleted }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { choice, change, confirm, isIncomplete, run } = useRemoval({ person, onDeleted });
  const isTooLarge = isApiError(run.error, "receiver-quota-exceeded");
  const shared = { person, choice, isIncomplete, onChange: change };
  return (
    <Dialog title={<bdi>{t("people.deleteTitle", { name: person.displayName })}</bdi>} size={480} onClose={onClose}>
      <ItemsChoice {...shared} receiverProblem={isTooLarge ? errorText(run.error) : undefined} />
      <WorkspacesChoice {...shared} />
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
          {choice.items === "transfer" ? t("people.transferAction") : t("people.deleteAction")}
        </Button>
      </div>
    </Dialog>
  );
}
