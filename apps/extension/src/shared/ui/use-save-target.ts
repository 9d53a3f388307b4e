import { useCallback, useEffect, useState } from "react";
import { t } from "../data/i18n.ts";
import type { FolderChoice } from "../core/folder-choices.ts";
import { choiceOf, locationOptions, type LocationOption, type SaveTargets, type TargetKind, valueOf } from "../core/save-target.plan.ts";
import { chooseTarget, refreshTargetFolders, storedSaveTargets } from "../data/save-targets.ts";

/** Personal folders, where they are selectable too. */
interface Own {
  folders: readonly FolderChoice[];
  folderId: string | null;
  choose: (folderId: string | null) => void;
}

const NONE: Own = { folders: [], folderId: null, choose: () => {} };

/** Returns the entries and the change handler of a save target menu. */
export function useSaveTarget(
  kind: TargetKind,
  saveTargets: SaveTargets,
  own: Own = NONE,
): { value: string; options: LocationOption[]; choose: (value: string) => Promise<void> } {
  const [mine, setMine] = useState<SaveTargets | null>(null);
  // Data from the server replaces the local choice.
  useEffect(() => setMine(null), [saveTargets]);
  const shown = mine ?? saveTargets;
  const target = shown.targets[kind];
  const choose = useCallback(
    async (value: string): Promise<void> => {
      const chosen = choiceOf(value);
      if (chosen.in === "own") {
        await chooseTarget(kind, null);
        own.choose(chosen.folderId);
        setMine(await storedSaveTargets());
        return;
      }
      const { workspaceId, folderId } = chosen;
      const space = shown.spaces?.find(({ id }) => id === workspaceId);
      const folder = shown.folders[workspaceId]?.find(({ id }) => id === folderId);
      await chooseTarget(kind, {
        workspaceId,
        name: space?.name ?? shown.targets[kind]?.name ?? "",
        folderId,
        folderName: folder?.name ?? null,
      });
      setMine(await storedSaveTargets());
      // Folders are loaded on selection; without a server only the root is available.
      await refreshTargetFolders(workspaceId).catch(() => undefined);
      setMine(await storedSaveTargets());
    },
    [kind, own, shown],
  );
  return {
    value: valueOf(target, own.folderId),
    options: locationOptions({
      target,
      saveTargets: shown,
      root: t(kind === "capture" ? "saveIn.root" : "saveIn.videos"),
      own: own.folders,
      ownFolderId: own.folderId,
      unknown: t("saveIn.unknown"),
    }),
    choose,
  };
}
