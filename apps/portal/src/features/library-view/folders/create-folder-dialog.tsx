import { Button } from "@mantine/core";
import { FOLDER_NAME_MAX } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { NameInput } from "../../../ui/name-input.tsx";
import styles from "./create-folder-dialog.module.css";
import { folderColors } from "../../../entities/folders/folder-colors.ts";
import { FolderGlyph } from "../../../ui/folder-glyph.tsx";
import { problemOfName } from "../../../entities/folders/folder-name.ts";
import { folderTarget, locationAt, sectionOf } from "../../../entities/spaces/addresses.ts";
import type { SpaceRef } from "../../../entities/spaces/space-ref.ts";
import { childrenOf, levelQuery, makeFolder, type FolderKind } from "../../../entities/folders/folders.queries.ts";

interface Props {
  space: SpaceRef;
  kind: FolderKind;
  parentId: string | null;
  onClose: () => void;
}

/** Asks for a new folder's name and colour. The name is validated while typing. */
export function CreateFolderDialog({ space, kind, parentId, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const { data: level } = useQuery(levelQuery(kind, parentId, { ref: space }));
  const siblings = childrenOf(level?.items, parentId);
  const [name, setName] = useState("");
  const [color, setColor] = useState(() => folderColors[siblings.length % folderColors.length]?.value ?? "");
  const [isTouched, setTouched] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showFolder = useShowFolder(space, kind, parentId);
  const problem = problemOfName(name, siblings);
  // An empty name is reported after the first attempt only; a taken name is reported immediately.
  const shown = refusal ?? (problem && (isTouched || problem !== "folder.nameMissing") ? t(problem) : null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(true);
    if (problem || isBusy) return;
    setBusy(true);
    try {
      const folder = await makeFolder({ ref: space, name: name.trim(), kind, parentId, color });
      onClose();
      showFolder();
      toasts.show(t("folder.made", { name: folder.name }), { tone: "done" });
    } catch (error) {
      setRefusal(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t("folder.new")} size={420} ignoresBackdrop={name !== ""}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.line}>
          <FolderGlyph color={color} />
          <NameInput
            className={styles.field}
            label={t("folder.name")}
            value={name}
            max={FOLDER_NAME_MAX}
            error={shown}
            onChange={(next) => {
              setName(next);
              setRefusal(null);
            }}
            onBlur={() => setTouched(name !== "")}
          />
        </div>
        <ColorChoice color={color} onChoose={setColor} />
        <div className={styles.buttons}>
          <Button variant="default" size="md" onClick={onClose}>
            {common("actions.cancel")}
          </Button>
          <Button type="submit" size="md" aria-disabled={isBusy || undefined} data-busy={isBusy || undefined}>
            {t("folder.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Choice of the folder's colour. */
function ColorChoice({ color, onChoose }: { color: string; onChoose: (color: string) => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <fieldset className={styles.colors}>
      <legend>{t("folder.color")}</legend>
      {folderColors.map(({ value, name: label }) => (
        <label key={value} className={styles.color}>
          <input
            type="radio"
            name="folder-color"
            value={value}
            checked={value === color}
            onChange={() => onChoose(value)}
            aria-label={t(`folder.colors.${label}`)}
          />
          <span style={{ backgroundColor: value }} title={t(`folder.colors.${label}`)} />
        </label>
      ))}
    </fieldset>
  );
}

/** Returns a function that opens the folder which contains the new folder, unless it is already open. */
function useShowFolder(ref: SpaceRef, kind: FolderKind, parentId: string | null): () => void {
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const target = folderTarget({ ref, kind, folderId: parentId });
  const current = locationAt(location.pathname, (location.search as { folder?: string }).folder);
  const isThere =
    current?.ref === ref && current.folderId === parentId && current.screen === (kind === "mixed" ? "files" : sectionOf(kind));
  return () => {
    if (!isThere) void navigate(target);
  };
}
