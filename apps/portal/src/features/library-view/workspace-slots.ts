import { createContext, type ComponentType } from "react";

/** Parts of other features that the library of a workspace shows. The app provides them. */
export interface WorkspaceSlots {
  /** The header of the workspace, above the sections of its library. */
  WorkspaceHeader: ComponentType<{ workspaceId: string }>;
}

export const WorkspaceSlotsContext = createContext<WorkspaceSlots>({ WorkspaceHeader: () => null });
