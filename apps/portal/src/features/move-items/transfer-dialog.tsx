import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { Strip, toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../platform/format/format-count.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { errorText } from "../../platform/api.ts";
import { foldersQuery, type FolderKind } from "../../entities/folders/folders.queries.ts";
import { countWhat } from "../../entities/items/item-actions.ts";
import { PickFolderDialog } from "./pick-folder-dialog.tsx";
import { offerUndo } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import type { EachOutcome } from "./each.plan.ts";
import { FailureList } from "./failure-list.tsx";
import { copyTo, moveBack, moveTo, type TransferTarget } from "./transfer-items.ts";
import styles from "./transfer-items.module.css";

interface Props {
  /** Items that may only be viewed can be copied, but not moved. */
  items: readonly ItemView[];
  onClose: () => void;
}

type Mode = "move" | "copy";
type Outcome = EachOutcome<ItemView, ItemView>;
type State = { step: "choose" } | { step: "run"; finished: number } | { step: "failed"; outcome: Outcome };

/** Moves or copies items to a folder of the personal library or a workspace. */
export function TransferDialog({ items, onClose }: Props): ReactNode {
  const { t } = useTranslation("access");
  const canMove = items.every((item) => item.permission.write);
  const [mode, setMode] = useState<Mode>(canMove ? "move" : "copy");
  const { state, go, stop } = useTransfer({ mode, items, onClose });
  const isMove = mode === "move";
  const what = describeItems(items);
  const title = t(isMove ? "transfer.moveTitle" : "transfer.copyTitle", { what });
  if (state.step === "choose") {
    return (
      <DestinationPicker
        title={title}
        action={t(isMove ? "transfer.moveAction" : "transfer.copyAction", { what })}
        isMove={isMove}
        items={items}
        above={canMove && <ModeChoice mode={mode} onChange={setMode} />}
        onPick={(target, name) => void go(target, name)}
        onClose={onClose}
      />
    );
  }
  const isRunning = state.step === "run";
  return (
    <Dialog title={title} size={520} hasCloseButton={!isRunning} ignoresBackdrop={isRunning} ignoresEscape={isRunning} onClose={onClose}>
      {state.step === "run" ? (
        <Progress isMove={isMove} finished={state.finished} total={items.length} onStop={stop} />
      ) : (
        <Failures outcome={state.outcome} total={items.length} onClose={onClose} />
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

/** Moves or copies the items one by one. Closes the dialog when all succeeded; a move can be undone. */
function useTransfer({ mode, items, onClose }: Props & { mode: Mode }) {
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
    setState({ step: "run", finished: 0 });
    const watch = { onProgress: (finished: number) => setState({ step: "run", finished }), signal: controller.current.signal };
    const outcome = await (isMove ? moveTo : copyTo)(items, target, watch);
    const done = outcome.done.map(({ input }) => input);
    if (done.length > 0) report(done, name);
    if (outcome.failed.length === 0) onClose();
    else setState({ step: "failed", outcome });
  };
  return { state, go, stop: (): void => controller.current.abort() };
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
  items: readonly ItemView[];
  /** Shown above the choice of a space. */
  above: ReactNode;
  onPick: (target: TransferTarget, name: string) => void;
  onClose: () => void;
}

/** Selects a space and a folder of its tree, which is loaded on selection. */
function DestinationPicker({ title, action, isMove, items, above, onPick, onClose }: PickerProps): ReactNode {
  const { t } = useTranslation("access");
  const { data: workspaces } = useQuery(workspacesQuery);
  const from = new Set(items.map((item) => spaceOf(item)));
  const [home] = from;
  const [chosen, setChosen] = useState<SpaceRef | null>(null);
  // Preselects the first space that does not contain the items.
  const elsewhere = [PERSONAL, ...(workspaces ?? []).map(({ id }) => id)].find((ref) => !from.has(ref)) ?? PERSONAL;
  const space = chosen ?? elsewhere;
  const workspace = workspaces?.find(({ id }) => id === space);
  const types = new Set(items.map(({ type }) => type));
  const [type = "image"] = types;
  const isMixed = space === PERSONAL && types.size > 1;
  const kind: FolderKind = space === PERSONAL ? type : "mixed";
  const { data: folders } = useQuery(foldersQuery(kind, { ref: space }));
  const parents = new Set(items.map(({ parentId }) => parentId));
  const [parent] = parents;
  const nameOf = (folderId: string | null): string =>
    folders?.find(({ id }) => id === folderId)?.name ?? workspace?.name ?? t("transfer.personal");
  return (
    <PickFolderDialog
      key={space}
      title={title}
      action={action}
      kind={kind}
      space={space}
      root={workspace?.name ?? (isMixed ? t("transfer.personal") : undefined)}
      refusalOf={(folderId) => {
        if (isMove && from.size === 1 && home === space && parents.size === 1 && parent === folderId) return "here";
        if (folderId === null) return space === PERSONAL || workspace?.permission.write === true ? null : "readOnly";
        if (isMixed) return "readOnly";
        return folders?.find(({ id }) => id === folderId)?.permission.write === true ? null : "readOnly";
      }}
      above={
        <>
          {above}
          <NativeSelect
            size="md"
            className={styles.space}
            label={t("transfer.space")}
            value={space}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              { value: PERSONAL, label: t("transfer.personal") },
              ...(workspaces ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <p className={styles.hint}>
            {isMixed && t("transfer.mixedRoot")} {isMove && home !== PERSONAL && home !== space && t("transfer.dropsAccess")}
          </p>
        </>
      }
      onPick={(folderId) => onPick({ space, folderId }, nameOf(folderId))}
      onClose={onClose}
    />
  );
}
