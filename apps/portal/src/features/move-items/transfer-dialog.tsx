import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { Strip, toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { Dialog } from "../../ui/dialog.tsx";
import { errorText } from "../../platform/api.ts";
import { foldersQuery, type FolderKind } from "../../entities/folders/folders.queries.ts";
import { countWhat, moveWithUndo } from "../../entities/items/item-actions.ts";
import {
  commonFolder,
  itemsIn,
  itemsOf,
  namesOf,
  spaceOfChosen,
  targetOf,
  typesOf,
  type Chosen,
} from "../../entities/items/chosen-items.ts";
import { PickFolderDialog } from "./pick-folder-dialog.tsx";
import { offerUndo } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { isPreviewing } from "../../entities/spaces/preview.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import type { EachOutcome } from "./each.plan.ts";
import { FailureList } from "./failure-list.tsx";
import { copyTo, moveBack, moveTo, type TransferTarget } from "./transfer-items.ts";
import styles from "./transfer-items.module.css";

interface Props {
  /** Items of one space. Those that may only be viewed can be copied, but not moved. */
  chosen: Chosen;
  /** Called when items are about to move within their space, for example to clear the selection. */
  onMove?: (() => void) | undefined;
  onClose: () => void;
}

type Mode = "move" | "copy";
type Outcome = EachOutcome<ItemView, ItemView>;
type State = { step: "choose" } | { step: "run"; finished: number; total: number } | { step: "failed"; outcome: Outcome; total: number };

/** Moves or copies items to a folder of the same space or of another one. */
export function TransferDialog({ chosen, onMove, onClose }: Props): ReactNode {
  const { t } = useTranslation("access");
  const canMove = "all" in chosen || chosen.items.every((item) => item.permission.write);
  const canCopy = !isPreviewing() && ("all" in chosen || chosen.items.every((item) => item.stage === "ready"));
  const [mode, setMode] = useState<Mode>(canMove ? "move" : "copy");
  const { state, go, stop } = useTransfer({ mode, chosen, onMove, onClose });
  const isMove = mode === "move";
  const what = namesOf(chosen);
  const title = t(isMove ? "transfer.moveTitle" : "transfer.copyTitle", { what });
  if (state.step === "choose") {
    return (
      <DestinationPicker
        title={title}
        action={t(isMove ? "transfer.moveAction" : "transfer.copyAction", { what })}
        isMove={isMove}
        chosen={chosen}
        above={canMove && canCopy && <ModeChoice mode={mode} onChange={setMode} />}
        onPick={go}
        onClose={onClose}
      />
    );
  }
  const isRunning = state.step === "run";
  return (
    <Dialog title={title} size={520} hasCloseButton={!isRunning} ignoresBackdrop={isRunning} ignoresEscape={isRunning} onClose={onClose}>
      {state.step === "run" ? (
        <Progress isMove={isMove} finished={state.finished} total={state.total} onStop={stop} />
      ) : (
        <Failures outcome={state.outcome} total={state.total} onClose={onClose} />
      )}
    </Dialog>
  );
}

const describeItems = (items: readonly ItemView[]): string =>
  countWhat(
    items.map(({ type }) => type),
    items.length,
  );

/** The choice between moving and copying. */
function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }): ReactNode {
  const { t } = useTranslation("access");
  return (
    <SegmentedControl
      mb="sm"
      fullWidth
      aria-label={t("transfer.mode")}
      value={mode}
      onChange={(value) => onChange(value as Mode)}
      data={[
        { value: "move", label: t("transfer.move") },
        { value: "copy", label: t("transfer.copy") },
      ]}
    />
  );
}

/**
 * Moves the items within their space by one request. Moves them to another space, or copies them, one by one. Closes the dialog when all
 * succeeded; a move can be undone.
 */
function useTransfer({ mode, chosen, onMove, onClose }: Props & { mode: Mode }) {
  const { t } = useTranslation("access");
  const { t: common } = useTranslation();
  const controller = useRef(new AbortController());
  const [state, setState] = useState<State>({ step: "choose" });
  const isMove = mode === "move";

  const report = (done: readonly ItemView[], name: string): void => {
    const what = describeItems(done);
    const text = t(isMove ? "transfer.moved" : "transfer.copied", { what, place: name });
    const back = async (): Promise<void> => {
      const { failed } = await moveBack(done);
      if (failed.length === 0) toasts.show(t("transfer.movedBack", { what }), { tone: "done" });
      else toasts.error(errorText(failed[0]?.error));
    };
    if (isMove) offerUndo(text, common("actions.undo"), back);
    else toasts.show(text, { tone: "done" });
  };
  const go = async (target: TransferTarget, name: string): Promise<void> => {
    if (isMove && target.space === spaceOfChosen(chosen)) {
      onClose();
      onMove?.();
      return void moveWithUndo(targetOf(chosen), target.folderId, name, itemsOf(chosen));
    }
    const items = await itemsIn(chosen);
    const total = items.length;
    setState({ step: "run", finished: 0, total });
    const watch = { onProgress: (finished: number) => setState({ step: "run", finished, total }), signal: controller.current.signal };
    const outcome = await (isMove ? moveTo : copyTo)(items, target, watch);
    const done = outcome.done.map(({ input }) => input);
    if (done.length > 0) report(done, name);
    if (outcome.failed.length === 0) onClose();
    else setState({ step: "failed", outcome, total });
  };
  const start = (target: TransferTarget, name: string): void => {
    go(target, name).catch((error: unknown) => toasts.error(errorText(error)));
  };
  return { state, go: start, stop: (): void => controller.current.abort() };
}

function Progress({
  isMove,
  finished,
  total,
  onStop,
}: {
  isMove: boolean;
  finished: number;
  total: number;
  onStop: () => void;
}): ReactNode {
  const { t, i18n } = useTranslation("access");
  const number = (value: number): string => formatCount(value, i18n.language);
  return (
    <div className={styles.progress}>
      <Strip value={finished / total} label={t(isMove ? "transfer.movingLabel" : "transfer.copyingLabel")} />
      <p role="status">{t("transfer.progress", { done: number(finished), total: number(total) })}</p>
      <div className={styles.foot}>
        <Button variant="default" size="md" onClick={onStop}>
          {t("add.stop")}
        </Button>
      </div>
    </div>
  );
}

function Failures({ outcome: { failed }, total, onClose }: { outcome: Outcome; total: number; onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation("access");
  const number = (value: number): string => formatCount(value, i18n.language);
  return (
    <>
      <FailureList
        title={t("transfer.failedTitle", { count: failed.length, number: number(failed.length), total: number(total) })}
        failed={failed}
      />
      <div className={styles.foot}>
        <Button size="md" onClick={onClose}>
          {t("transfer.close")}
        </Button>
      </div>
    </>
  );
}

interface PickerProps {
  title: string;
  action: string;
  isMove: boolean;
  chosen: Chosen;
  /** Shown above the choice of a space. */
  above: ReactNode;
  onPick: (target: TransferTarget, name: string) => void;
  onClose: () => void;
}

/** Selects a space and a folder of its tree, which is loaded on selection. */
function DestinationPicker({ title, action, isMove, chosen, above, onPick, onClose }: PickerProps): ReactNode {
  const { t } = useTranslation(["access", "selection"]);
  const { spaces, space, setSpace, home } = useDestination(chosen, isMove);
  const workspace = spaces.find(({ id }) => id === space);
  const types = typesOf(chosen);
  const [type = "image"] = types;
  // Images and videos have separate folders in the personal space.
  const isRootOnly = space === PERSONAL && types.size > 1;
  const kind: FolderKind = space === PERSONAL ? type : "mixed";
  const { data: folders } = useQuery(foldersQuery(kind, { ref: space }));
  const parent = commonFolder(chosen);
  const root = workspace?.name ?? (isRootOnly ? t("transfer.personal") : t(`selection:move.${kind}`));
  const isWritable = (folderId: string | null): boolean =>
    folderId === null
      ? space === PERSONAL || workspace?.permission.write === true
      : folders?.find(({ id }) => id === folderId)?.permission.write === true;
  return (
    <PickFolderDialog
      key={space}
      title={title}
      action={action}
      kind={kind}
      space={space}
      root={root}
      isRootOnly={isRootOnly}
      refusalOf={(folderId) => {
        if (isMove && home === space && parent === folderId) return "here";
        return isWritable(folderId) ? null : "readOnly";
      }}
      above={
        <>
          {above}
          {spaces.length > 0 && (
            <NativeSelect
              size="md"
              className={styles.space}
              label={t("transfer.space")}
              value={space}
              onChange={(event) => setSpace(event.currentTarget.value)}
              data={[{ value: PERSONAL, label: t("transfer.personal") }, ...spaces.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          <p className={styles.hint}>
            {isRootOnly && t("transfer.mixedRoot")} {isMove && home !== PERSONAL && home !== space && t("transfer.dropsAccess")}
          </p>
        </>
      }
      onPick={(folderId) => onPick({ space, folderId }, folders?.find(({ id }) => id === folderId)?.name ?? root)}
      onClose={onClose}
    />
  );
}

/** The chosen space, first that of the items; items that can only be copied start in the first other one. */
function useDestination(chosen: Chosen, isMove: boolean) {
  const { data: workspaces } = useQuery(workspacesQuery);
  const [space, setSpace] = useState<SpaceRef | null>(null);
  const home = spaceOfChosen(chosen);
  // A preview shows one workspace as a member; the other spaces are the user's own.
  const spaces = isPreviewing() ? (workspaces ?? []).filter(({ id }) => id === home) : (workspaces ?? []);
  const [canMove] = useState(isMove);
  const elsewhere = [PERSONAL, ...spaces.map(({ id }) => id)].find((ref) => ref !== home) ?? PERSONAL;
  return { spaces, space: space ?? (canMove ? home : elsewhere), setSpace, home };
}
