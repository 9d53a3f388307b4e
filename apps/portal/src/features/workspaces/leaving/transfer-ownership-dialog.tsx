import { Button, Checkbox } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import styles from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { transferOwnership, newOwnerCandidates } from "../../../entities/workspaces/transfer-ownership.ts";
import { NewOwnerSelect } from "./new-owner-select.tsx";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";

/** Transfers the ownership of a workspace to a member. */
export function TransferOwnershipDialog({ shown, onClose }: { shown: ShownWorkspace; onClose: () => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { workspace, myId } = shown;
  const others = newOwnerCandidates(workspace.members, myId);
  const me = workspace.members.find(({ id }) => id === myId);
  const [chosenId, setChosenId] = useState(others[0]?.id ?? "");
  const [stays, setStays] = useState(false);
  const newOwner = others.find(({ id }) => id === chosenId);
  const give = useMutation({
    mutationFn: async () => {
      if (newOwner && me) await transferOwnership(workspace, { newOwner, me, stays });
    },
    meta: { handles: "all" },
    onSuccess: () => {
      onClose();
      toasts.show(t("handOver.done", { name: newOwner?.displayName ?? "" }), { tone: "done" });
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!give.isPending) give.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t("handOver.title")} size={460}>
      {others.length === 0 ? (
        <NoCandidates onClose={onClose} />
      ) : (
        <form noValidate onSubmit={handleSubmit}>
          <p className={styles.text}>{t("handOver.text")}</p>
          <NewOwnerSelect label={t("handOver.to")} members={others} chosenId={chosenId} onChoose={setChosenId} />
          <Checkbox
            className={styles.field}
            label={t("handOver.stay")}
            checked={stays}
            onChange={(event) => setStays(event.currentTarget.checked)}
          />
          {give.error && (
            <p className={styles.problem} role="alert">
              {errorText(give.error)}
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="default" size="md" data-first-focus onClick={onClose}>
              {common("actions.cancel")}
            </Button>
            <Button type="submit" size="md" disabled={!newOwner} aria-busy={give.isPending}>
              {t("handOver.submit")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Message for an owner without other members. */
function NoCandidates({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  return (
    <>
      <p className={styles.text}>{t("handOver.alone")}</p>
      <div className={styles.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.close")}
        </Button>
      </div>
    </>
  );
}
