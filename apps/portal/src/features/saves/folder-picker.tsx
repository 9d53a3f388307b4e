import { Button, TextInput } from "@mantine/core";
import { Chip, ICON } from "@stillreel/ui";
import { IconCheck, IconChevronRight, IconFolder, IconFolderPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lastFolder } from "../../entities/saves/last-folders.ts";
import { makeSaveFolder, saveFoldersQuery, type SaveFolderView, type SaveProvider } from "../../entities/saves/saves.queries.ts";
import { errorText, refusalText } from "../../platform/api.ts";
import { pageDirection } from "../../platform/i18n.ts";
import { FindField } from "../../ui/find-field.tsx";
import styles from "./save-dialog.module.css";

/** Number of folders from which the list has a search field. */
const FIND_FROM = 8;

/** The chosen folder: the folders above it, and the selected one. */
export interface FolderChoice {
  path: readonly SaveFolderView[];
  /** The selected folder inside the path; null for the last folder of the path. */
  selected: SaveFolderView | null;
}

/** Returns the folder of a choice; null for the root. */
export const folderOf = ({ path, selected }: FolderChoice): SaveFolderView | null => selected ?? path.at(-1) ?? null;

interface Props {
  provider: SaveProvider;
  /** Null until the user has chosen. */
  choice: FolderChoice | null;
  onChoose: (choice: FolderChoice) => void;
}

const ROOT: FolderChoice = { path: [], selected: null };

/** Chooses a folder of a connected account: a click chooses, a double click or the arrow opens, the path leads up. */
export function FolderPicker({ provider, choice, onChoose }: Props): ReactNode {
  const { t } = useTranslation("saves");
  const [isNaming, setNaming] = useState(false);
  const { path, selected } = choice ?? ROOT;
  const parentId = path.at(-1)?.id ?? null;
  const create = async (name: string): Promise<void> => {
    const folder = await makeSaveFolder(provider, parentId, name);
    setNaming(false);
    onChoose({ path, selected: folder });
  };
  return (
    <div className={styles.picker}>
      <div className={styles.location}>
        <nav className={styles.crumbs} aria-label={t("folders.path")}>
          <Crumb name={t(`roots.${provider}`)} isLast={path.length === 0} onOpen={() => onChoose(ROOT)} />
          {path.map((folder, index) => (
            <Crumb
              key={folder.id}
              name={folder.name}
              isLast={index === path.length - 1}
              onOpen={() => onChoose({ path: path.slice(0, index + 1), selected: null })}
            />
          ))}
        </nav>
        <Button variant="quiet" size="xs" leftSection={<IconFolderPlus {...ICON} />} onClick={() => setNaming(true)}>
          {t("folders.new")}
        </Button>
      </div>
      {isNaming && <NewFolder onCreate={create} onCancel={() => setNaming(false)} />}
      <FolderList
        key={parentId}
        provider={provider}
        parentId={parentId}
        parentName={path.at(-1)?.name ?? t(`roots.${provider}`)}
        selectedId={selected?.id ?? null}
        onSelect={(folder) => onChoose({ path, selected: folder })}
        onOpen={(folder) => onChoose({ path: [...path, folder], selected: null })}
        onUp={path.length === 0 ? undefined : () => onChoose({ path: path.slice(0, -1), selected: path.at(-1) ?? null })}
      />
    </div>
  );
}

function Crumb({ name, isLast, onOpen }: { name: string; isLast: boolean; onOpen: () => void }): ReactNode {
  return (
    <span className={styles.crumb}>
      <button type="button" className={styles.crumbButton} aria-current={isLast ? "location" : undefined} onClick={onOpen}>
        <bdi>{name}</bdi>
      </button>
      {!isLast && <IconChevronRight size={14} aria-hidden="true" className={styles.mirrored} />}
    </span>
  );
}

/** The row of a new folder. */
function NewFolder({ onCreate, onCancel }: { onCreate: (name: string) => Promise<void>; onCancel: () => void }): ReactNode {
  const { t } = useTranslation("saves");
  const { t: common } = useTranslation();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = (): void => {
    setBusy(true);
    onCreate(name).catch((error: unknown) => {
      setBusy(false);
      setProblem(refusalText(error));
    });
  };
  return (
    <div className={styles.naming}>
      <TextInput
        className={styles.grow}
        aria-label={t("folders.newName")}
        placeholder={t("folders.newName")}
        value={name}
        error={problem}
        dir="auto"
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && event.key !== "Enter") return;
          // Escape would close the dialog, and Enter would save.
          event.stopPropagation();
          event.preventDefault();
          if (event.key === "Escape") onCancel();
          else submit();
        }}
      />
      <Button variant="default" loading={isBusy} onClick={submit}>
        {t("folders.create")}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {common("actions.cancel")}
      </Button>
    </div>
  );
}

interface ListProps {
  provider: SaveProvider;
  parentId: string | null;
  parentName: string;
  selectedId: string | null;
  onSelect: (folder: SaveFolderView) => void;
  onOpen: (folder: SaveFolderView) => void;
  onUp: (() => void) | undefined;
}

function FolderList({ provider, parentId, parentName, selectedId, onSelect, onOpen, onUp }: ListProps): ReactNode {
  const { t } = useTranslation("saves");
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState("");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(saveFoldersQuery(provider, parentId));
  if (error)
    return (
      <p className={styles.note} role="alert">
        {t("folders.failed")} {errorText(error)}{" "}
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {common("actions.tryAgain")}
        </Button>
      </p>
    );
  if (!data)
    return (
      <div className={styles.list} aria-busy="true" aria-label={t("folders.loading")}>
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className={styles.skeleton} />
        ))}
      </div>
    );
  const shown = data.filter(({ name }) => name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  return (
    <>
      {data.length >= FIND_FROM && (
        <FindField aria-label={t("folders.find")} placeholder={t("folders.find")} value={typed} onChange={setTyped} />
      )}
      {shown.length > 0 && (
        <Folders {...{ folders: shown, provider, selectedId, onSelect, onOpen, onUp }} label={t("folders.label", { folder: parentName })} />
      )}
      {shown.length === 0 && (
        <p className={styles.note}>
          {typed === "" ? t("folders.none") : t("folders.noMatch", { typed })} {provider === "drive" && t("folders.onlyOwn")}
        </p>
      )}
      {hasNextPage && (
        <Button variant="quiet" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("folders.more")}
        </Button>
      )}
    </>
  );
}

type FoldersProps = Pick<ListProps, "provider" | "selectedId" | "onSelect" | "onOpen" | "onUp"> & {
  folders: SaveFolderView[];
  label: string;
};

/** The rows, with one Tab stop: arrows choose, the arrow inward opens, the other one leads up. */
function Folders(props: FoldersProps): ReactNode {
  const { folders, label, provider, selectedId, onSelect, onOpen } = props;
  const { t } = useTranslation("saves");
  const idPrefix = useId();
  const last = lastFolder(provider);
  const hasSelected = folders.some(({ id }) => id === selectedId);
  const folderAt = (target: EventTarget): SaveFolderView | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-folder]") : null;
    return folders.find(({ id }) => id === row?.dataset["folder"]);
  };
  const handleClick = ({ target }: MouseEvent): void => {
    const folder = folderAt(target);
    if (folder) (target instanceof Element && target.closest("[data-into]") ? onOpen : onSelect)(folder);
  };
  const handleDoubleClick = ({ target }: MouseEvent): void => {
    const folder = folderAt(target);
    if (folder) onOpen(folder);
  };
  return (
    <div
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={hasSelected ? `${idPrefix}${selectedId}` : undefined}
      onKeyDown={(event) => handleKey(event, props, idPrefix)}
      onMouseDown={(event) => {
        // The focus stays on the list, whose keys choose.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onClick={handleClick}
      onDoubleClick={handleDoubleClick}
    >
      {folders.map(({ id, name }) => (
        <div
          key={id}
          id={`${idPrefix}${id}`}
          role="option"
          tabIndex={-1}
          aria-selected={id === selectedId}
          className={styles.folder}
          data-folder={id}
        >
          <IconFolder {...ICON} />
          <bdi className={styles.folderName}>{name}</bdi>
          {id === last && <Chip>{t("folders.lastUsed")}</Chip>}
          <span className={styles.grow} />
          {id === selectedId && <IconCheck size={18} stroke={2.2} aria-hidden="true" />}
          <span className={styles.into} title={t("folders.open", { name })} data-into>
            <IconChevronRight size={18} aria-hidden="true" className={styles.mirrored} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Runs the command of a key. */
function handleKey(event: KeyboardEvent, { folders, selectedId, onSelect, onOpen, onUp }: FoldersProps, idPrefix: string): void {
  const at = folders.findIndex(({ id }) => id === selectedId);
  const current = folders[at];
  const move = (index: number): void => {
    const folder = folders[Math.max(0, Math.min(folders.length - 1, index))];
    if (!folder) return;
    onSelect(folder);
    document.getElementById(`${idPrefix}${folder.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const [inward, outward] = pageDirection() === "rtl" ? (["ArrowLeft", "ArrowRight"] as const) : (["ArrowRight", "ArrowLeft"] as const);
  const open = current && (() => onOpen(current));
  const actions: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Home: () => move(0),
    End: () => move(folders.length - 1),
    [inward]: open,
    Enter: open,
    [outward]: onUp,
    Backspace: onUp,
  };
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
