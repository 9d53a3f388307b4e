import { toasts, VisuallyHidden } from "@stillreel/ui";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { errorText } from "../../platform/api.ts";
import { useBulk } from "./bulk/bulk-bar.actions.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { DragLayer } from "./drag/drag-layer.tsx";
import type { Dragged } from "./drag/drag-store.ts";
import type { DropTarget } from "./drag/drop-targets.ts";
import { moveFolderWithUndo, folderLabel, starFolderWithUndo } from "../../entities/folders/folder-actions.ts";
import { moveWithUndo, starWithUndo, trashWithUndo } from "../../entities/items/item-actions.ts";
import { useFocusReturn } from "../../ui/focus-return.ts";
import { listenForBand } from "./selection/marquee-gesture.ts";
import styles from "./selection-layer.module.css";
import { selection, useSelectedCount } from "./selection/selection-store.ts";
import { itemsOf, targetOf, type Chosen } from "../../entities/items/chosen-items.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const PurgeDialog = lazyView(() => import("./purge-dialog.tsx"), "PurgeDialog");
const BulkConfirm = lazyView(() => import("./bulk/bulk-bar-confirm.tsx"), "BulkConfirm");

interface Props {
  /** Called after each render with the function that runs the command of a key; it returns false when there is none. */
  onCommands: (runKey: (key: string) => boolean) => void;
}

/**
 * Everything that selection, dragging and moving need besides the list, its keys and touches: marquee, bar, drag image, dialogs. One
 * instance for all lists, inside the shell's page; its code is loaded after the first paint.
 */
export function SelectionLayer({ onCommands }: Props): ReactNode {
  const { t } = useTranslation("selection");
  const count = useSelectedCount();
  const bulk = useBulk();
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => onCommands(bulk.runKey));
  useEffect(() => {
    const listening = new AbortController();
    if (band.current) listenForBand(band.current, listening.signal);
    return () => listening.abort();
  }, []);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-selecting", count > 0);
    return () => document.documentElement.removeAttribute("data-selecting");
  }, [count]);

  useFocusReturn(bulk.question !== null || bulk.purging !== null);

  const shown = selection.shown();
  return (
    <>
      <Announcer count={count} />
      {count > 0 && (
        <BulkBar
          count={count}
          groups={bulk.groups}
          isBusy={bulk.isBusy}
          isAll={selection.current().mode === "all" ? selection.current().ids.size === 0 : !shown?.hasMore && count === shown?.items.length}
          onClear={() => selection.dispatch({ type: "clear" })}
          onSelectAll={() => selection.dispatch({ type: "all" })}
        />
      )}
      <DragLayer onDrop={(target, dragged) => void drop(target, dragged).catch((error: unknown) => toasts.error(errorText(error)))} />
      {bulk.question && (
        <Suspense>
          <BulkConfirm question={bulk.question} onClose={bulk.closeQuestion} />
        </Suspense>
      )}
      {bulk.purging && (
        <Suspense>
          <PurgeChosen chosen={bulk.purging} onClose={bulk.closeQuestion} />
        </Suspense>
      )}
      {createPortal(<div ref={band} className={styles.band} hidden aria-label={t("toolbar")} aria-hidden="true" />, document.body)}
    </>
  );
}

function PurgeChosen({ chosen, onClose }: { chosen: Chosen; onClose: () => void }): ReactNode {
  const items = itemsOf(chosen) ?? selection.items();
  const count = "items" in chosen ? chosen.items.length : chosen.count;
  const bytes = items.reduce((sum, item) => sum + item.size, 0);
  return <PurgeDialog target={targetOf(chosen)} count={count} bytes={bytes} peek={items} onClose={onClose} />;
}

/** Announces the number of selected items to screen readers. */
function Announcer({ count }: { count: number }): ReactNode {
  const { t, i18n } = useTranslation("selection");
  const [hadSome, setHadSome] = useState(false);
  if (count > 0 && !hadSome) setHadSome(true);
  return (
    <VisuallyHidden role="status">
      {count > 0 ? t("selected", { count, number: formatCount(count, i18n.language) }) : hadSome && t("noneSelected")}
    </VisuallyHidden>
  );
}

/** Handles a drop. Folders cannot be dropped on the trash, because deletion needs a decision about their items. */
async function drop(target: DropTarget, { subject, read, isChoice }: Dragged): Promise<void> {
  const into = target.kind === "folder" ? target.folderId : null;
  if (subject.kind === "folder") {
    if (target.kind === "starred") await starFolderWithUndo(subject.folder);
    else if (target.kind !== "trash") await moveFolderWithUndo(subject.folder, into);
    return;
  }
  if (!read) return;
  const chosen = await read();
  const [what, items] = [targetOf(chosen), itemsOf(chosen)];
  if (target.kind !== "starred" && isChoice) selection.dispatch({ type: "clear" });
  if (target.kind === "starred") await starWithUndo(what, true, items);
  else if (target.kind === "trash") await trashWithUndo(what, items);
  else await moveWithUndo(what, into, folderLabel(into, subject.types.has("video") ? "video" : "image", subject.space), items);
}
