import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { makeFolder } from "../../entities/folders/folders.queries.ts";
import { problemOfName } from "../../entities/folders/folder-name.ts";
import { folderTarget } from "../../entities/spaces/addresses.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { pickFiles } from "../../entities/uploads/open-uploads.ts";
import { useShownTarget } from "../../entities/uploads/upload-target.ts";
import { toasts } from "@stillreel/ui";
import { errorText } from "../../platform/api.ts";
import type { SearchCommand } from "./search-options.ts";

/** Returns the actions that match the input; "new folder" uses the input as its name. */
export function useSearchCommands(typed: string): SearchCommand[] {
  const { t } = useTranslation("search");
  const navigate = useNavigate();
  const target = useShownTarget();
  return useMemo(() => {
    const go = (id: "images" | "videos" | "shared" | "starred" | "trash", key: string): SearchCommand => ({
      id,
      label: t(`do.${id}`),
      keyHint: `G ${key}`,
      icon: "go",
      run: () => void navigate({ to: `/${id}` }),
    });
    const canAdd = target?.isReadOnly !== true;
    const all: SearchCommand[] = [
      ...(canAdd ? [{ id: "upload", label: t("do.upload"), keyHint: "U", icon: "upload", run: () => pickFiles() } as const] : []),
      { id: "still", label: t("do.still"), icon: "still", run: () => void navigate({ to: "/install" }) },
      go("images", "I"),
      go("videos", "V"),
      go("shared", "H"),
      go("starred", "S"),
      go("trash", "T"),
    ];
    if (typed === "") return all;
    const fitting = all.filter((command) => command.label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
    if (!canAdd || problemOfName(typed, []) !== null) return fitting;
    return [
      ...fitting,
      { id: "folder", label: t("do.folder", { name: typed }), keyHint: "⇧N", icon: "folder", run: () => void make(typed) },
    ];

    async function make(name: string): Promise<void> {
      try {
        // In the open folder, otherwise at the root.
        const ref = target?.workspaceId ?? PERSONAL;
        const kind = target?.type ?? "image";
        const made = await makeFolder({ ref, name, kind, parentId: target?.folderId ?? null });
        void navigate(folderTarget({ ref, kind, folderId: made.id }));
      } catch (error) {
        toasts.error(errorText(error));
      }
    }
  }, [typed, t, navigate, target]);
}
