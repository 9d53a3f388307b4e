import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { transferAbandoned, type AdministeredWorkspaceView } from "../../../entities/administration/administration.queries.ts";
import { errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { PersonPicker } from "../parts/person-picker.tsx";
import type { PickedOption } from "../parts/search-picker.tsx";
import styles from "./workspaces.module.css";

/** Chooses the new owner of an abandoned workspace, from its members or any account. Mounted while open. */
export function TransferDialog({ workspace, onClose }: { workspace: AdministeredWorkspaceView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, name, abandoned } = workspace;
  const [picked, setPicked] = useState<PickedOption | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const run = useMutation({
    mutationFn: (person: PickedOption) => transferAbandoned(id, person.id),
    meta: { handles: "all" },
    onSuccess: (_done, person) => {
      toasts.show(t("workspaces.transferred", { name, owner: person.name }), { tone: "done" });
      onClose();
    },
  });
  const confirm = (): void => {
    setIncomplete(picked === null);
    if (picked && !run.isPending) run.mutate(picked);
  };
  return (
    <Dialog title={<bdi>{t("workspaces.transferTitle", { name })}</bdi>} size={460} onClose={onClose}>
      <p className={dialog.text}>
        {abandoned && t(`workspaces.why.${abandoned}`)} {t("workspaces.transferText")}
      </p>
      <div className={styles.newOwner}>
        <PersonPicker
          label={t("workspaces.newOwner")}
          picked={picked}
          isActiveOnly
          workspaceId={id}
          error={isIncomplete ? t("people.chooseAccount") : undefined}
          onPick={(person) => {
            setPicked(person);
            setIncomplete(false);
          }}
        />
      </div>
      {run.error && (
        <p className={dialog.problem} role="alert">
          {errorText(run.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button size="md" aria-busy={run.isPending} onClick={confirm}>
          {t("workspaces.transferAction")}
        </Button>
      </div>
    </Dialog>
  );
}
