import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { foldersQuery, makeFolder, type FolderKind, type FolderView } from "../../entities/folders/folders.queries.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { moveFolderWithUndo, folderLabel } from "../../entities/folders/folder-actions.ts";
import { moveWithUndo } from "../../entities/items/item-actions.ts";
import { FolderDialog, type Refusal } from "./folder-dialog.tsx";
import { returnFocus } from "../../ui/focus-return.ts";
import { itemsOf, namesOf, targetOf, type Chosen } from "../../entities/items/chosen-items.ts";
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

/** Asks for the folder that items or a folder move to. Menus, keys and the bulk bar open it by name. */
export function MoveToFolderDialog({ subject, onMove, onClose }: Props): ReactNode {
  const { t } = useTranslation("selection");
  const [opener] = useState(() => openerOf("move-to-folder"));
  const space = spaceOfSubject(subject);
  const kind = space === PERSONAL ? kindOf(subject) : "mixed";
  useEffect(() => {
    if (kind) return () => returnFocus(opener);
    onClose();
    toasts.error(t("refusals.twoKinds"));
    return undefined;
  }, [kind, opener, onClose, t]);
  return kind && <MoveTo subject={subject} space={space} kind={kind} onMove={onMove} onClose={onClose} />;
}

function MoveTo({ subject, space, kind, onMove, onClose }: Props & { space: SpaceRef; kind: FolderKind }): ReactNode {
  const { t } = useTranslation("selection");
  const { data: folders, isError, refetch } = useQuery(foldersQuery(kind, { ref: space }));
  const workspace = knownWorkspace(space);
  const folder = "folder" in subject ? subject.folder : null;
  const chosen = "folder" in subject ? null : subject;
  const parentId = folder ? folder.parentId : chosen && commonFolder(chosen);
  const lookup: FolderLookup = { get: (id) => folders?.find((candidate) => candidate.id === id) };
  const canWrite = (id: string | null): boolean =>
    id === null ? space === PERSONAL || workspace?.permission.write === true : lookup.get(id)?.permission.write === true;
  const refusalOf = (id: string | null): Refusal | null => {
    if (folder && id !== null && isWithin(id, folder.id, lookup)) return "itself";
    if (id === parentId) return "here";
    return canWrite(id) ? null : "readOnly";
  };
  const what = chosen ? namesOf(chosen) : "";
  return (
    <FolderDialog
      title={folder ? t("move.titleFolder", { name: folder.name }) : t("move.title", { what })}
      action={folder ? t("move.actionFolder") : t("move.action", { what })}
      kind={kind}
      root={workspace?.name}
      folders={folders}
      onRetry={isError ? () => void refetch() : undefined}
      refusalOf={refusalOf}
      onCreate={(name, into) => makeFolder({ ref: space, name, kind, parentId: into })}
      onClose={onClose}
      onMove={(into) => {
        onClose();
        if (folder) void moveFolderWithUndo(folder, into);
        if (!chosen) return;
        onMove?.();
        void moveWithUndo(targetOf(chosen), into, folderLabel(into, kind, space), itemsOf(chosen));
      }}
    />
  );
}

/** Returns the space of the subject. */
function spaceOfSubject(subject: MoveSubject): SpaceRef {
  if ("folder" in subject) return spaceOf(subject.folder);
  if ("all" in subject) return subject.all.workspaceId;
  return subject.items[0] ? spaceOf(subject.items[0]) : PERSONAL;
}

/** Returns the personal tree of the subject; null when it has items of both. */
function kindOf(subject: MoveSubject): FolderKind | null {
  if ("folder" in subject) return subject.folder.kind;
  if ("all" in subject) return subject.all.type;
  const types = new Set(subject.items.map((item) => item.type));
  const [type] = types;
  return types.size === 1 && type ? type : null;
}

/** Returns the common folder of the items (null: the root); undefined when there are several or it is unknown. */
function commonFolder(chosen: Chosen): string | null | undefined {
  if ("all" in chosen) return chosen.all.view === "folder" ? chosen.all.folderId : undefined;
  const parents = new Set(chosen.items.map((item) => item.parentId));
  const [parent] = parents;
  return parents.size === 1 ? parent : undefined;
}
