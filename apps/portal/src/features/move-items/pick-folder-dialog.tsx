import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { foldersQuery, makeFolder, type FolderKind } from "../../entities/folders/folders.queries.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { FolderDialog, type Refusal } from "./folder-dialog.tsx";

interface Props {
  title: string;
  /** Label of the confirm button. */
  action: string;
  kind: FolderKind;
  /** Space of the folders; the personal space by default. */
  space?: SpaceRef | undefined;
  /** Name of the top level. */
  root?: string | undefined;
  /** Whether only the top level can be selected. */
  isRootOnly?: boolean;
  /** The selected folder; null for the root. */
  value?: string | null;
  /** Returns why a folder cannot be selected; by default only the current one cannot. */
  refusalOf?: ((folderId: string | null) => Refusal | null) | undefined;
  /** Shown above the tree. */
  above?: ReactNode;
  onPick: (folderId: string | null, name: string | null) => void;
  onClose: () => void;
}

/** Asks for a folder of one tree; the user can create it in the dialog. */
export function PickFolderDialog({
  title,
  action,
  kind,
  space = PERSONAL,
  root,
  isRootOnly = false,
  value,
  refusalOf,
  above,
  onPick,
  onClose,
}: Props): ReactNode {
  const { data: folders, isError, refetch } = useQuery(foldersQuery(kind, { ref: space }));
  return (
    <FolderDialog
      title={title}
      action={action}
      kind={kind}
      folders={isRootOnly ? [] : folders}
      onRetry={isError ? () => void refetch() : undefined}
      root={root}
      above={above}
      refusalOf={refusalOf ?? ((folderId) => (folderId === value ? "here" : null))}
      onCreate={isRootOnly ? undefined : (name, parentId) => makeFolder({ ref: space, name, kind, parentId })}
      onMove={(folderId) => onPick(folderId, folders?.find(({ id }) => id === folderId)?.name ?? null)}
      onClose={onClose}
    />
  );
}
