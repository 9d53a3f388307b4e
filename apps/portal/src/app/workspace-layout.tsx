import type { ReactNode } from "react";
import { WorkspaceSlotsContext, type WorkspaceSlots } from "../features/library-view/workspace-slots.ts";
import { WorkspaceGate } from "../features/library-view/workspace.screen.tsx";
import { WorkspaceHeader } from "../features/workspaces/workspace-header.tsx";

const slots: WorkspaceSlots = { WorkspaceHeader };

/** Layout of a workspace's pages: only members see them, and its library shows its header. */
export function WorkspaceLayout(): ReactNode {
  return (
    <WorkspaceSlotsContext value={slots}>
      <WorkspaceGate />
    </WorkspaceSlotsContext>
  );
}
