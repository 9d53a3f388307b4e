import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { leaveWorkspace } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../../platform/api.ts";
import styles from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { newOwnerCandidates } from "../../../entities/workspaces/transfer-ownership.ts";
import { NewOwnerSelect } from "./new-owner-select.tsx";
import { changeRole } from "../../../entities/workspaces/members.ts";
import { isLastOwner } from "../../../entities/workspaces/roles.ts";
import { forgetWorkspace, refreshWorkspace, type WorkspaceView } from "../../../entities/workspaces/workspaces.queries.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";

/** Leaves a workspace. The only owner transfers ownership first; a sole member can delete it instead. */
export function LeaveDialog({ workspace, onClose }: { workspace: WorkspaceView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { data: user } = useQuery(userQuery);
  const [isDeleting, setDeleting] = useState(false);
  const me = workspace.members.find(({ id }) => id === user?.id);
  const others = newOwnerCandidates(workspace.members, user?.id);
  const mustHandOver = me !== undefined && isLastOwner(me, workspace.members);
  const leave = useLeave(workspace, onClose);
  const [chosenId, setChosenId] = useState(others[0]?.id ?? "");
  const newOwner = mustHandOver ? others.find(({ id }) => id === chosenId) : undefined;

  if (isDeleting) return <DeleteDialog workspace={workspace} onClose={onClose} />;
  const isAlone = mustHandOver && others.length === 0;
  const text = isAlone ? t("leave.alone") : mustHandOver ? t("leave.lastOwner") : t("leave.text");
  return (
    <Dialog onClose={onClose} title={<bdi>{t("leave.title", { name: workspace.name })}</bdi>} size={460}>
      <p className={styles.text}>{text}</p>
      {mustHandOver && !isAlone && <NewOwnerSelect label={t("handOver.to")} members={others} chosenId={chosenId} onChoose={setChosenId} />}
      {leave.error && (
        <p className={styles.problem} role="alert">
          {isApiError(leave.error, "last-owner") ? t("leave.lastOwner") : errorText(leave.error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        {isAlone ? (
          <Button variant="danger" size="md" onClick={() => setDeleting(true)}>
            {t("delete.open")}
          </Button>
        ) : (
          <Button
            variant="danger"
            size="md"
            disabled={mustHandOver && !newOwner}
            aria-busy={leave.isPending}
            onClick={() => !leave.isPending && leave.mutate(newOwner)}
          >
            {t(mustHandOver ? "leave.handOver" : "leave.open")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Leaves after an optional transfer of ownership. */
function useLeave(workspace: WorkspaceView, onClose: () => void) {
  const { t } = useTranslation("workspaces");
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (newOwner: WorkspaceView["members"][number] | undefined) => {
      if (newOwner) await changeRole(workspace.id, newOwner, "owner");
      await client.call(leaveWorkspace, { params: { workspaceId: workspace.id } });
    },
    meta: { handles: "all" },
    // Another owner may have left meanwhile: the list of possible owners is needed then.
    onError: () => refreshWorkspace(workspace.id),
    onSuccess: async () => {
      onClose();
      await navigate({ to: "/workspaces" });
      await forgetWorkspace(workspace.id);
      toasts.show(t("leave.done", { name: workspace.name }), { tone: "done" });
    },
  });
}
