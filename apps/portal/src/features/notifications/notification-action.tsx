import { Button } from "@mantine/core";
import { inviteIdOf, retryItem } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { markNotifications, type NotificationView } from "../../entities/notifications/notification-list.queries.ts";
import { repeatSave } from "../../entities/saves/saves.queries.ts";
import { joinByInvite } from "../../entities/workspaces/join.ts";
import { showSave } from "./show-save.ts";
import { client } from "../../platform/api.ts";

/** Repeats work that failed. A save is shown in the list of saves. */
async function repeatWork(row: NotificationView): Promise<void> {
  const { itemId, saveId } = row;
  if (saveId === null) await client.call(retryItem, { params: { itemId: itemId ?? "" } });
  else {
    await repeatSave(saveId);
    showSave(row);
  }
}

interface Props {
  row: NotificationView;
  /** Called before another page opens. */
  onLeave: () => void;
}

/** The button of a notification that its user can act on without leaving the list: joins a workspace, or repeats failed work. */
export function NotificationAction({ row, onLeave }: Props): ReactNode {
  const { t } = useTranslation("notifications");
  const navigate = useNavigate();
  const act = useMutation({
    mutationFn: async () => {
      const workspace = row.action === "join" ? await joinByInvite(inviteIdOf(row.url ?? undefined) ?? "") : null;
      if (workspace === null) await repeatWork(row);
      await markNotifications([row.id], true);
      return workspace;
    },
    onSuccess: async (workspace) => {
      if (workspace !== null) {
        onLeave();
        await navigate({ to: "/w/$workspaceId/overview", params: { workspaceId: workspace.id } });
      }
      toasts.show(workspace === null ? t("retried") : t("joined", { name: workspace.name }), { tone: "done" });
    },
  });
  if (row.action === null || act.isSuccess) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t("actOn", { action: t(row.action), title: row.itemTitle ?? "" })}
      aria-busy={act.isPending}
      onClick={() => !act.isPending && act.mutate()}
    >
      {t(row.action)}
    </Button>
  );
}
