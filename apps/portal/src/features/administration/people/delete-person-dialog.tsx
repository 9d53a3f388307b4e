import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { IconTrash, IconUsers, IconUsersGroup } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deletePerson, type PersonDetails } from "../../../entities/administration/people.queries.ts";
import { errorText } from "../../../platform/api.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "../../../platform/format/format-count.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";

interface Props {
  person: PersonDetails;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of an account, with what happens to its items. Cancel has the initial focus. Mounted while open. */
export function DeletePersonDialog({ person, onClose, onDeleted }: Props): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, displayName, itemCount, storageBytes } = person;
  const run = useMutation({
    mutationFn: () => deletePerson(id),
    meta: { handles: "all" },
    onSuccess: () => {
      onDeleted();
      toasts.show(t("people.deleted", { name: displayName }), { tone: "done" });
    },
  });
  const size = formatBytes(storageBytes, common);
  return (
    <Dialog title={<bdi>{t("people.deleteTitle", { name: displayName })}</bdi>} size={460} onClose={onClose}>
      <ul className={dialog.list}>
        <li>
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
          {t("people.deleteItems", { count: itemCount, number: formatCount(itemCount, i18n.language), size })}
        </li>
        <li>
          <IconUsers size={18} stroke={1.7} aria-hidden="true" />
          {t("people.deleteShared")}
        </li>
        <li>
          <IconUsersGroup size={18} stroke={1.7} aria-hidden="true" />
          {t("people.deleteWorkspaces")}
        </li>
      </ul>
      <p className={dialog.text}>{t("people.deleteFinal")}</p>
      {run.error && (
        <p className={dialog.problem} role="alert">
          {errorText(run.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" aria-busy={run.isPending} onClick={() => !run.isPending && run.mutate()}>
          {t("people.deleteAction")}
        </Button>
      </div>
    </Dialog>
  );
}
