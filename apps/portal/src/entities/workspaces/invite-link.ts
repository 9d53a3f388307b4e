import { createInvite } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import i18next from "i18next";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { copyText } from "../../platform/clipboard.ts";
import { changeWhole, invitesQuery, refreshWorkspace, type InvitesView, type WorkspaceView } from "./workspaces.queries.ts";

type Invite = NonNullable<InvitesView["invite"]>;

/** Creates a new invite link and invalidates the previous one. */
export async function renewInvite(workspaceId: string): Promise<Invite> {
  const invite = await client.call(createInvite, { params: { id: workspaceId } });
  changeWhole(workspaceId, (workspace) => ({ ...workspace, inviteLink: invite.inviteLink }));
  queryClient.setQueryData(invitesQuery(workspaceId).queryKey, (known) => known && { ...known, invite });
  void refreshWorkspace(workspaceId);
  return invite;
}

/** Copies the valid invite link, and creates one if necessary. */
export async function copyInviteLink({ id, inviteLink }: Pick<WorkspaceView, "id" | "inviteLink">): Promise<void> {
  try {
    await copyText(inviteLink ?? renewInvite(id).then((invite) => invite.inviteLink));
    toasts.show(i18next.t("workspaces:invite.copied"), { tone: "done" });
  } catch (error) {
    toasts.error(error instanceof DOMException ? i18next.t("workspaces:invite.notCopied") : errorText(error, "inviteLink"));
  }
}
