import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { foldersQuery, makeFolder, type FolderKind } from "../../entities/folders/folders.queries.ts";
import { knownWorkspace } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { moveFolderWithUndo, placeName } from "../../entities/folders/folder-actions.ts";
import { isWithin, type FolderLookup } from "../library-view/drag/drop-targets.ts";
import { moveWithUndo } from "../../entities/items/item-actions.ts";
import type { Refusal } from "./folder-dialog.tsx";
import { closeMoveDialog, moveDialog, type MoveSubject } from "./move-dialog-store.ts";
import { selection } from "../library-view/selection/selection-store.ts";
import { useFocusReturn } from "../../ui/focus-return.ts";
import { itemsOf, namesOf, targetOf, type Chosen } from "../library-view/selection/chosen.ts";

const MoveDialog = lazy(() => import("./folder-dialog.tsx").then((module) => ({ default: module.MoveDialog })));

/** Shows the move dialog when something asks for it ({@link openMoveDialog}). */
export function MoveDialogHost(): ReactNode {
  const { t } = useTranslation("selection");
  const subject = useSyncExternalStore(moveDialog.subscribe, moveDialog.current);
  const ref = subject ? spaceOfSubject(subject) : PERSONAL;
  const kind = subject && (ref === PERSONAL ? kindOf(subject) : "mixed");
  useFocusReturn(kind !== null);
  useEffect(() => {
    if (!subject || kind) return;
    closeMoveDialog();
    toasts.error(t("refusals.twoKinds"));
  }, [subject, kind, t]);
  return subject && kind ? (
    <Suspense>
      <OpenDialog subject={subject} space={ref} kind={kind} />
    </Suspense>
  ) : null;
}

function OpenDialog({ subject, space, kind }: { subject: MoveSubject; space: SpaceRef; kind: FolderKind }): ReactNode {
  const { t } = useTranslation("selection");
  const { data: folders, isError, refetch } = useQuery(foldersQuery(kind, null, { ref: space }));
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
    <MoveDialog
      title={folder ? t("move.titleFolder", { name: folder.name }) : t("move.title", { what })}
      action={folder ? t("move.actionFolder") : t("move.action", { what })}
      kind={kind}
      root={workspace?.name}
      folders={folders}
      onRetry={isError ? () => void refetch() : undefined}
      refusalOf={refusalOf}
      onCreate={(name, into) => makeFolder({ ref: space, name, kind, parentId: into })}
      onClose={closeMoveDialog}
      onMove={(into) => {
        closeMoveDialog();
        if (folder) void moveFolderWithUndo(folder, into);
        if (!chosen) return;
        selection.dispatch({ type: "clear" });
        void moveWithUndo(targetOf(chosen), into, placeName(into, kind, space), itemsOf(chosen));
      }}
    />
  );
}

/** The space in which things are moved. */
function spaceOfSubject(subject: MoveSubject): SpaceRef {
  if ("folder" in subject) return spaceOf(subject.folder);
  if ("all" in subject) return subject.all.workspaceId;
  return subject.items[0] ? spaceOf(subject.items[0]) : PERSONAL;
}

/** The tree of one's own in which things can be moved; null where they are of two. */
function kindOf(subject: MoveSubject): FolderKind | null {
  if ("folder" in subject) return subject.folder.kind;
  if ("all" in subject) return subject.all.type;
  const types = new Set(subject.items.map((item) => item.type));
  const [type] = types;
  return types.size === 1 && type ? type : null;
}

/** The folder in which all of the items lie (null: the root); undefined when they lie in several, or it is not known. */
function commonFolder(chosen: Chosen): string | null | undefined {
  if ("all" in chosen) return chosen.all.view === "folder" ? chosen.all.folderId : undefined;
  const parents = new Set(chosen.items.map((item) => item.parentId));
  const [parent] = parents;
  return parents.size === 1 ? parent : undefined;
}
