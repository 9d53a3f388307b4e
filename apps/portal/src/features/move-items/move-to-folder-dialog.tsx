import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { foldersQuery, makeFolder, type FolderView } from "../../entities/folders/folders.queries.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { moveFolderWithUndo } from "../../entities/folders/folder-actions.ts";
import { FolderDialog, type Refusal } from "./folder-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { returnFocus } from "../../ui/focus-return.ts";
import type { Chosen } from "../../entities/items/chosen-items.ts";
import { isWithin, type FolderLookup } from "../../entities/folders/folder-tree.ts";
import { openerOf } from "../../platform/dialogs.ts";

/** What is moved: items of one space, or a folder. */
export type MoveSubject = Chosen | { folder: FolderView };

interface Props {
  subject: MoveSubject;
  /** Called when items are about to move, for example to clear the selection. */
  onMove?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks where items or a folder move to, or where items are copied to. Menus, keys and the bulk bar open it by name. */
export function MoveToFolderDialog({ subject, onMove, onClose }: Props): ReactNode {
  const [opener] = useState(() => openerOf("move-to-folder"));
  useEffect(() => () => returnFocus(opener), [opener]);
  if ("folder" in subject) return <MoveFolder folder={subject.folder} onClose={onClose} />;
  return <TransferDialog chosen={subject} onMove={onMove} onClose={onClose} />;
}

function MoveFolder({ folder, onClose }: { folder: FolderView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("selection");
  const space = spaceOf(folder);
  const { kind } = folder;
  const { data: folders, isError, refetch } = useQuery(foldersQuery(kind, { ref: space }));
  const workspace = knownWorkspace(space);
  const lookup: FolderLookup = { get: (id) => folders?.find((candidate) => candidate.id === id) };
  const canWrite = (id: string | null): boolean =>
    id === null ? space === PERSONAL || workspace?.permission.write === true : lookup.get(id)?.permission.write === true;
  const refusalOf = (id: string | null): Refusal | null => {
    if (id !== null && isWithin(id, folder.id, lookup)) return "itself";
    if (id === folder.parentId) return "here";
    return canWrite(id) ? null : "readOnly";
  };
  return (
    <FolderDialog
      title={t("move.titleFolder", { name: folder.name })}
      action={t("move.actionFolder")}
      kind={kind}
      root={workspace?.name}
      folders={folders}
      onRetry={isError ? () => void refetch() : undefined}
      refusalOf={refusalOf}
      onCreate={(name, into) => makeFolder({ ref: space, name, kind, parentId: into })}
      onClose={onClose}
      onMove={(into) => {
        onClose();
        void moveFolderWithUndo(folder, into);
      }}
    />
  );
}
