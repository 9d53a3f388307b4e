import { Button, TextInput } from "@mantine/core";
import { deleteWorkspace, restoreWorkspace, WORKSPACE_GRACE_DAYS } from "@stillreel/contract";
import { ICON } from "@stillreel/ui";
import { IconHistory, IconLinkOff, IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { client, errorText, queryClient } from "../../../platform/api.ts";
import styles from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { workspacesQuery } from "../../../entities/spaces/spaces.queries.ts";
import { forgetWorkspace, workspaceKeys, type WorkspaceView } from "../../../entities/workspaces/workspaces.queries.ts";

/** Restores a deleted workspace. @throws ApiError of the server */
export async function bringBack(workspaceId: string): Promise<void> {
  await client.call(restoreWorkspace, { params: { workspaceId } });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: workspaceKeys.deleted }),
  ]);
}

/** Deletes a workspace after its name was typed. It can be restored for 30 days. */
export function DeleteDialog({ workspace, onClose }: { workspace: WorkspaceView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const remove = useDeleteWorkspace(workspace, onClose);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== workspace.name.trim()) setWrong(true);
    else if (!remove.isPending) remove.mutate();
  };
  return (
    <Dialog onClose={onClose} title={<bdi>{t("delete.title", { name: workspace.name })}</bdi>} size={460} ignoresBackdrop={typed !== ""}>
      <form noValidate onSubmit={handleSubmit}>
        <Consequences memberCount={workspace.members.length} />
        <TextInput
          label={
            <Trans t={t} i18nKey="delete.type" values={{ name: workspace.name }} components={{ name: <bdi className={styles.phrase} /> }} />
          }
          value={typed}
          error={isWrong ? t("delete.wrong") : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        {remove.error && (
          <p className={styles.problem} role="alert">
            {errorText(remove.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="default" size="md" data-first-focus onClick={onClose}>
            {common("actions.cancel")}
          </Button>
          <Button type="submit" variant="danger" size="md" aria-busy={remove.isPending}>
            {t("delete.open")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Deletes the workspace, then opens the list of workspaces and offers an undo. */
function useDeleteWorkspace(workspace: WorkspaceView, onClose: () => void) {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => client.call(deleteWorkspace, { params: { workspaceId: workspace.id } }),
    meta: { handles: "all" },
    onSuccess: async () => {
      onClose();
      await navigate({ to: "/workspaces" });
      await forgetWorkspace(workspace.id);
      offerUndo(t("delete.done", { name: workspace.name }), common("actions.undo"), () => bringBack(workspace.id));
    },
  });
}

/** Effects of the deletion on members, links and contents. */
function Consequences({ memberCount }: { memberCount: number }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <ul className={styles.list}>
      <li>
        <IconUsers {...ICON} />
        <span>{t("delete.people", { count: memberCount })}</span>
      </li>
      <li>
        <IconLinkOff {...ICON} />
        <span>{t("delete.links")}</span>
      </li>
      <li>
        <IconHistory {...ICON} />
        <span>{t("delete.grace", { count: WORKSPACE_GRACE_DAYS })}</span>
      </li>
    </ul>
  );
}
