import { Button, TextInput, useDirection } from "@mantine/core";
import { FOLDER_NAME_MAX, graphemes } from "@stillreel/contract";
import { useMediaQuery } from "@mantine/hooks";
import { ICON } from "@stillreel/ui";
import { IconArtboard, IconFolder, IconFolderPlus, IconPhoto, IconPlayerPlay, IconUsersGroup } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../platform/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { childrenOf, type FolderKind, type FolderView } from "../../entities/folders/folders.queries.ts";
import { problemOfName } from "../../entities/folders/folder-name.ts";
import styles from "./folder-dialog.module.css";
import { filterRows, nextEnabled, treeRows, type TreeRow } from "./folder-tree.plan.ts";

/** Row height in CSS pixels for pointer and touch. */
const ROW_HEIGHT = { pointer: 36, finger: 44 } as const;

/** Reason why a folder cannot be selected: it contains the items, is or is inside the moved folder, or is read-only. */
export type Refusal = "here" | "itself" | "readOnly";

interface Props {
  title: string;
  /** Label of the confirm button: "Move 3 images". */
  action: string;
  kind: FolderKind;
  /** Name of the top level. */
  root?: string | undefined;
  /** Undefined while loading. */
  folders: readonly FolderView[] | undefined;
  /** Requests the folders again after an error. */
  onRetry?: (() => void) | undefined;
  /** Returns why a folder (null: the root) cannot be selected; null when it can. */
  refusalOf: (folderId: string | null) => Refusal | null;
  onMove: (folderId: string | null) => void;
  /** Creates a folder; its error is displayed below the name. Absent where none can be created. */
  onCreate?: ((name: string, parentId: string | null) => Promise<FolderView>) | undefined;
  onClose: () => void;
  /** Shown above the field. */
  above?: ReactNode;
}

/** Dialog for choosing a folder of one tree: type to search, arrow keys to select, Enter to confirm. Folders can be created. */
export function FolderDialog(props: Props): ReactNode {
  const { title, action, kind, folders, onRetry, refusalOf, onMove, onCreate, onClose, above } = props;
  const { t } = useTranslation("selection");
  const [isCreating, setCreating] = useState(false);
  const { rows, shown, active, chosen, parent, canCreate, typed, search, choose } = useFolderChoice(props);
  const parentId = parent?.id ?? null;
  const move = (): void => {
    if (chosen) onMove(chosen.id);
  };

  return (
    <Dialog
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      size={520}
      ignoresBackdrop={isCreating || typed !== ""}
      // Escape then cancels only the new folder.
      ignoresEscape={isCreating}
      isColumn
      className={styles.dialog}
    >
      {above}
      <FolderTree
        kind={kind}
        rows={shown}
        active={active}
        typed={typed}
        refusalOf={refusalOf}
        isLoading={folders === undefined}
        onType={search}
        onChoose={(row) => choose(row.id)}
        onEnter={move}
      />
      {onRetry && <LoadError onRetry={onRetry} />}
      {isCreating && onCreate && (
        <NewFolderForm
          parent={parent ?? rows[0]}
          siblings={childrenOf(folders, parentId)}
          onCreate={async (name) => {
            const folder = await onCreate(name, parentId);
            setCreating(false);
            search("");
            choose(folder.id);
          }}
          onCancel={() => setCreating(false)}
        />
      )}
      <div className={styles.foot}>
        {onCreate && <NewFolderButton isDisabled={isCreating || !canCreate} onClick={() => setCreating(true)} />}
        <Button variant="default" size="md" onClick={onClose}>
          {t("move.cancel")}
        </Button>
        <Button size="md" disabled={!chosen || isCreating} onClick={move}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

/** Rows, search and selection. A search clears the selection. */
function useFolderChoice({ kind, root, folders, refusalOf }: Props) {
  const { t, i18n } = useTranslation("selection");
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState<string | null | undefined>(undefined);
  const rows = useMemo(
    () => treeRows(folders ?? [], kind, root ?? t(`move.${kind}`), i18n.resolvedLanguage ?? "en"),
    [folders, kind, root, t, i18n.resolvedLanguage],
  );
  const shown = useMemo(() => filterRows(rows, typed), [rows, typed]);
  const isDisabled = (row: TreeRow): boolean => refusalOf(row.id) !== null;
  const found = shown.findIndex((row) => row.id === chosenId && !isDisabled(row));
  // The selected folder may not match the search: then the first selectable row is active.
  const active = found >= 0 ? found : nextEnabled(shown, -1, 1, isDisabled);
  const chosen = shown[active];
  // A new folder is created in the selected one; without a selection, beside the items to move.
  const parent = found >= 0 || typed !== "" ? chosen : (rows.find((row) => refusalOf(row.id) === "here") ?? rows[0]);
  const canCreate = folders !== undefined && (!parent || refusalOf(parent.id) !== "readOnly");
  const search = (text: string): void => {
    setTyped(text);
    setChosenId(undefined);
  };
  return { rows, shown, active, chosen, parent, canCreate, typed, search, choose: setChosenId };
}

/** Opens the form of a new folder. */
function NewFolderButton({ isDisabled, onClick }: { isDisabled: boolean; onClick: () => void }): ReactNode {
  const { t } = useTranslation("selection");
  return (
    <Button
      variant="quiet"
      size="md"
      className={styles.new}
      leftSection={<IconFolderPlus {...ICON} />}
      disabled={isDisabled}
      onClick={onClick}
    >
      {t("move.newFolder")}
    </Button>
  );
}

/** Message that the folders could not be loaded. */
function LoadError({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation("selection");
  return (
    <div className={styles.failed} role="alert">
      {t("move.failed")}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t("move.tryAgain")}
      </Button>
    </div>
  );
}

interface TreeProps {
  kind: FolderKind;
  rows: readonly TreeRow[];
  active: number;
  typed: string;
  refusalOf: Props["refusalOf"];
  isLoading: boolean;
  onType: (text: string) => void;
  onChoose: (row: TreeRow) => void;
  onEnter: () => void;
}

/** Search field and tree. The focus stays in the field, which references the active row. */
function FolderTree(props: TreeProps): ReactNode {
  const { kind, rows, active, typed, refusalOf, isLoading, onType, onChoose, onEnter } = props;
  const { t } = useTranslation("selection");
  const id = useId();
  const { scroller, virtualizer, rowHeight, isTouch } = useTreeRows(rows.length);
  const handleKey = useTreeKeys(props, (index) => virtualizer.scrollToIndex(index));

  return (
    <>
      <TextInput
        // The on-screen keyboard of a phone would cover half of the tree.
        data-first-focus={!isTouch || undefined}
        label={t("move.find")}
        placeholder={t("move.placeholder")}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={handleKey}
        autoComplete="off"
        role="combobox"
        aria-expanded
        aria-haspopup="tree"
        aria-controls={`${id}-tree`}
        aria-activedescendant={active >= 0 && rows[active] ? `${id}-${active}` : undefined}
      />
      <div className={styles.scroller} ref={scroller}>
        <div
          id={`${id}-tree`}
          role="tree"
          aria-label={t("move.tree")}
          aria-busy={isLoading}
          className={styles.tree}
          style={{ height: virtualizer.getTotalSize(), ["--row" as string]: `${rowHeight}px` }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TreeLine
                key={row.id ?? "root"}
                id={`${id}-${index}`}
                kind={kind}
                row={row}
                position={index + 1}
                count={rows.length}
                top={start}
                isActive={index === active}
                isFlat={typed.trim() !== ""}
                refusal={refusalOf(row.id)}
                onChoose={() => onChoose(row)}
                onEnter={onEnter}
              />
            );
          })}
        </div>
        {rows.length === 0 && <NoMatch typed={typed} />}
      </div>
    </>
  );
}

/** Message that no folder matches the search. */
function NoMatch({ typed }: { typed: string }): ReactNode {
  const { t } = useTranslation("selection");
  return (
    <p className={styles.none} role="status">
      {t("move.none", { typed })}
    </p>
  );
}

/** Virtual rows of the tree in the height for pointer or touch. */
function useTreeRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const isTouch = useMediaQuery("(pointer: coarse)", false, { getInitialValueInEffect: false });
  const rowHeight = isTouch ? ROW_HEIGHT.finger : ROW_HEIGHT.pointer;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // Before the first layout: the maximum height of the dialog.
    initialRect: { width: 470, height: 12 * rowHeight },
  });
  return { scroller, virtualizer, rowHeight, isTouch };
}

/** Returns the key handler of the field: arrow keys select rows, Enter confirms. */
function useTreeKeys(
  { rows, active, typed, refusalOf, onChoose, onEnter }: TreeProps,
  scrollToIndex: (index: number) => void,
): (event: KeyboardEvent) => void {
  const { dir } = useDirection();
  const isDisabled = (row: TreeRow): boolean => refusalOf(row.id) !== null;
  const go = (index: number): void => {
    const row = rows[index];
    if (!row || isDisabled(row)) return;
    onChoose(row);
    scrollToIndex(index);
  };
  return (event) => {
    if (event.nativeEvent.isComposing) return;
    const current = rows[active];
    const inward = dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const outward = dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    if (event.key === "ArrowDown") go(nextEnabled(rows, active, 1, isDisabled));
    else if (event.key === "ArrowUp") go(nextEnabled(rows, active, -1, isDisabled));
    else if (event.key === "Home") go(nextEnabled(rows, -1, 1, isDisabled));
    else if (event.key === "End") go(nextEnabled(rows, rows.length, -1, isDisabled));
    // In an empty field the arrow keys move between levels of the tree.
    else if (event.key === outward && typed === "" && current) go(rows.findIndex((row) => row.id === current.parentId && row !== current));
    else if (event.key === inward && typed === "" && current) go(rows.findIndex((row) => row.level > 1 && row.parentId === current.id));
    else if (event.key === "Enter") onEnter();
    else return;
    event.preventDefault();
  };
}

const ROOT_ICONS = { image: IconPhoto, video: IconPlayerPlay, board: IconArtboard, mixed: IconUsersGroup } as const;

interface LineProps {
  id: string;
  kind: FolderKind;
  row: TreeRow;
  position: number;
  count: number;
  top: number;
  isActive: boolean;
  /** Search results are not nested: each row names its ancestors instead. */
  isFlat: boolean;
  refusal: Refusal | null;
  onChoose: () => void;
  onEnter: () => void;
}

function TreeLine({ id, kind, row, position, count, top, isActive, isFlat, refusal, onChoose, onEnter }: LineProps): ReactNode {
  const { t } = useTranslation("selection");
  const RowIcon = row.color === null ? ROOT_ICONS[kind] : IconFolder;
  return (
    // Keys are the field's: it keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={styles.line}
      data-active={isActive || undefined}
      aria-selected={isActive}
      aria-disabled={refusal !== null || undefined}
      aria-level={isFlat ? 1 : row.level}
      aria-posinset={position}
      aria-setsize={count}
      style={{ insetBlockStart: top, paddingInlineStart: isFlat ? 10 : 10 + (Math.min(row.level, 10) - 1) * 18 }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => refusal === null && onChoose()}
      onDoubleClick={() => refusal === null && onEnter()}
    >
      <RowIcon size={18} stroke={1.7} color={row.color ?? undefined} aria-hidden="true" />
      <bdi className={styles.name} title={row.name}>
        {row.name}
      </bdi>
      {isFlat && row.path.length > 0 && <bdi className={styles.path}>{t("move.inside", { path: row.path.join(" / ") })}</bdi>}
      {refusal && <span className={styles.refusal}>{t(`move.${refusal}`)}</span>}
    </div>
  );
}

interface FormProps {
  parent: TreeRow | undefined;
  siblings: readonly FolderView[];
  onCreate: (name: string) => Promise<void>;
  onCancel: () => void;
}

/** Name form of a new folder inside the selected one, validated while typing. */
function NewFolderForm({ parent, siblings, onCreate, onCancel }: FormProps): ReactNode {
  const { t } = useTranslation("selection");
  const { t: library } = useTranslation("library");
  const [name, setName] = useState("");
  const [isTouched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const problem = problemOfName(name, siblings);
  // An empty field is no error before the first attempt.
  const isReported = problem !== null && (isTouched || name.trim() !== "");
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(true);
    if (problem !== null || isBusy) return;
    setBusy(true);
    try {
      await onCreate(name.trim());
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      <TextInput
        className={styles.field}
        label={t("move.newName", { place: parent?.name ?? "" })}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFailure(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
        }}
        error={isReported ? library(problem) : failure}
        rightSection={<span className={styles.counter}>{`${graphemes(name)} / ${FOLDER_NAME_MAX}`}</span>}
        rightSectionWidth={64}
        autoComplete="off"
        ref={field}
      />
      <Button type="submit" variant="default" size="md" aria-busy={isBusy}>
        {t("move.create")}
      </Button>
    </form>
  );
}
