import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { foldersQuery, makeFolder } from "../folders/index.ts";
import type { ItemType } from "./library-list.ts";

const MoveDialog = lazy(() => import("./move-dialog.tsx").then((module) => ({ default: module.MoveDialog })));

interface Props {
  title: string;
  /** Label of the button that takes the choice. */
  action: string;
  kind: ItemType;
  /** The folder that is chosen now; null for the root. */
  value: string | null;
  onPick: (folderId: string | null) => void;
  onClose: () => void;
}

/** Asks for a folder of one tree; it can be made on the way. Mounted while it is open. */
export function FolderPicker({ title, action, kind, value, onPick, onClose }: Props): ReactNode {
  const { data: folders, isError, refetch } = useQuery(foldersQuery(kind));
  return (
    <Suspense>
      <MoveDialog
        title={title}
        action={action}
        kind={kind}
        folders={folders}
        onRetry={isError ? () => void refetch() : undefined}
        refusalOf={(folderId) => (folderId === value ? "here" : null)}
        onCreate={(name, parentId) => makeFolder({ name, kind, parentId })}
        onMove={onPick}
        onClose={onClose}
      />
    </Suspense>
  );
}
