import { useNavigate } from "@tanstack/react-router";
import { Button } from "@mantine/core";
import type { BoardClient } from "@stillreel/board/core";
import { toasts } from "@stillreel/ui";
import { IconDownload, IconGridDots, IconHistory, IconMessageCircle, IconPencil, IconPlayerPlay } from "@tabler/icons-react";
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { lazyView } from "../../../platform/lazy-view.ts";
import type { MenuAction } from "../../../ui/menu-content.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { useTrashing } from "../item-frame.tsx";
import { useItemPageSlots } from "../item-page-slots.ts";
import { useItemPreview } from "../item-preview.ts";
import { ItemTop } from "../item-top.tsx";
import { StarButton } from "../star-button.tsx";
import { TrashBar } from "../trash-bar.tsx";
import { downloadBoard, downloadText, saveAsStill, type ExportFormat } from "./board-exports.ts";
import { useAskToEdit } from "./ask-to-edit.ts";
import { BoardPanel } from "./board-panel.tsx";
import { useBoardState } from "./board-session.ts";
import { BoardStage } from "./board-stage.tsx";
import { BoardActions, ObjectsIcon, SyncLine, type PanelName } from "./board-top.tsx";
import { VersionBar, type ShownVersion } from "./board-versions.tsx";
import styles from "./board.module.css";
import { useFollowing, usePresence } from "./follow.ts";
import { itemAddress } from "./item-address.ts";
import { LimitBar } from "./limit-bar.tsx";
import { NoteShadows } from "./note-shadows.tsx";
import { ObjectKeys } from "./object-keys.tsx";
import { Overlay } from "./overlay.tsx";
import { People } from "./people.tsx";
import { PropertyBar } from "./property-bar.tsx";
import { MORE_TOOLS, Rail, RailSpace } from "./rail.tsx";
import { chooseTool } from "./stage-actions.ts";
import type { Stage, ToolName } from "./stage-store.ts";
import { useBoardKeys } from "./use-board-keys.ts";
import { useCanvas } from "./use-canvas.ts";
import { ZoomBar } from "./zoom-bar.tsx";

const AskAccessScreen = lazyView(() => import("../../../ui/status/ask-access.screen.tsx"), "AskAccessScreen");
const ItemPicker = lazyView(() => import("./item-picker.tsx"), "ItemPicker");
const Present = lazyView(() => import("./present.tsx"), "Present");

const NO_NEIGHBOURS = { previous: undefined, next: undefined, open: () => undefined };

/** Page of one whiteboard with its connection. */
// oxlint-disable-next-line max-lines-per-function -- it places all parts of the page
export function BoardPage({ item, board }: { item: ItemView; board: BoardClient }): ReactNode {
  const { t } = useTranslation("boards");
  usePageTitle(t("tabTitle", { title: item.title }));
  const state = useBoardState(board);
  const preview = useItemPreview();
  const { overlays, PreviewBanner } = useItemPageSlots();
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [shown, setShown] = useState<ShownVersion | null>(null);
  const [isPresenting, setPresenting] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const { stage, pictures, props, isDark, addItem } = useCanvas(item, board, shown);
  const canEdit = state.role === "edit" && !item.trash && preview === null;
  // The canvas has its final size before the server has answered: it would be drawn again when the rail comes.
  const hasRail = (state.role === null ? item.permission.write : canEdit) && !item.trash && preview === null && !isPresenting;
  const canDraw = canEdit && shown === null && !isPresenting;
  const following = useFollowing(stage, state.participants);
  usePresence(board, stage);
  useRoleNotice(state.role);
  const pick = useCallback(() => setPicking(true), []);
  const stopPresenting = useCallback(() => setPresenting(false), []);
  useBoardKeys({ stage, canEdit: canDraw, onItem: pick });
  const openPanel = (next: PanelName | null): void => {
    setPanel(next);
    if (next !== "versions") setShown(null);
  };
  if (state.sync === "gone")
    return (
      <Suspense>
        <AskAccessScreen target={{ type: "item", id: item.id }} isLost />
      </Suspense>
    );
  return (
    <div className={styles.board}>
      {!isPresenting && (
        <Top {...{ item, board, stage, panel, canDraw }} onPanel={openPanel} onPresent={() => setPresenting(true)}>
          <People participants={state.participants} self={state.self} {...following} />
        </Top>
      )}
      {preview && <PreviewBanner of={preview.canWrite ? "editable" : "readable"} />}
      {item.trash && <TrashBar item={item} />}
      <LimitBar limit={state.limit} />
      <main className={styles.main} id="content" tabIndex={-1}>
        {hasRail && (canEdit && stage ? <Rail stage={stage} isDisabled={shown !== null} onItem={pick} /> : <RailSpace />)}
        <div className={styles.canvas}>
          <BoardStage
            {...props}
            under={stage && <NoteShadows stage={stage} />}
            isReadOnly={!canDraw}
            hasGrid={state.canvas.grid && !isPresenting}
            background={state.canvas.background}
          >
            {stage && (
              <Overlay {...{ stage, board, participants: state.participants, self: state.self, pictures }} onOpen={pictures.refresh} />
            )}
          </BoardStage>
          {stage && <ObjectKeys {...{ stage, board, items: pictures.items }} />}
          {stage && canDraw && (
            <PropertyBar
              {...{ stage, isDark }}
              onOpenItem={(one) => openPage(pictures.items.get(String(one.customData?.["itemId"]))?.pageUrl, pictures.secondOf(one))}
            />
          )}
          {shown && <VersionBar {...{ item, shown, canEdit }} isOffline={state.sync === "offline"} onClose={() => setShown(null)} />}
          {stage && !isPresenting && <ZoomBar stage={stage} canEdit={canDraw} />}
          {isPresenting && stage && (
            <Suspense>
              <Present stage={stage} onClose={stopPresenting} />
            </Suspense>
          )}
        </div>
        {panel && stage && !isPresenting && (
          <BoardPanel
            {...{ item, board, state, stage, panel, pictures, canEdit, shown }}
            onShow={setShown}
            onClose={() => openPanel(null)}
          />
        )}
      </main>
      {isPicking && (
        <Suspense>
          <ItemPicker space={spaceOf(item)} onChoose={addItem} onClose={() => setPicking(false)} />
        </Suspense>
      )}
      {overlays}
    </div>
  );
}

/** Opens the page of an item in another tab. */
const openPage = (page: string | null | undefined, at: number | undefined): void => {
  const address = itemAddress(page, at);
  if (address !== undefined) window.open(address, "_blank", "noopener,noreferrer");
};

interface TopProps {
  item: ItemView;
  board: BoardClient;
  stage: Stage | null;
  panel: PanelName | null;
  canDraw: boolean;
  onPanel: (panel: PanelName | null) => void;
  onPresent: () => void;
  /** The people on the board. */
  children: ReactNode;
}

/** The top bar of a board. */
function Top({ item, board, stage, panel, canDraw, onPanel, onPresent, children }: TopProps): ReactNode {
  const { t } = useTranslation("boards");
  const navigate = useNavigate();
  const { backTo, goBack, trash } = useTrashing(item);
  const state = useBoardState(board);
  const isPreview = useItemPreview() !== null;
  const asking = useAskToEdit(item, state.role !== null && state.role !== "edit" && !item.trash && !isPreview);
  const download = (format: ExportFormat | "text"): void =>
    format === "text" ? downloadText(item, board) : void downloadBoard(item, format);
  const still = (): void => void saveAsStill(item, (to) => void navigate({ to }));
  const grid = { ...state.canvas, grid: !state.canvas.grid };
  const isPhone = matchMedia("(max-width: 639px)").matches;
  const actions: MenuAction[] = [
    // The bar of a phone has no space for the button.
    ...(asking && isPhone ? [{ label: asking.label, icon: IconPencil, isChecked: asking.isDisabled, onSelect: asking.ask }] : []),
    { label: t("top.objects"), icon: ObjectsIcon, onSelect: () => onPanel("objects") },
    ...(canDraw ? [{ label: t("top.grid"), icon: IconGridDots, isChecked: state.canvas.grid, onSelect: () => board.setCanvas(grid) }] : []),
    { label: t("top.present"), icon: IconPlayerPlay, onSelect: onPresent },
    { label: t("top.versions"), icon: IconHistory, onSelect: () => onPanel("versions") },
    { label: t("top.comments"), icon: IconMessageCircle, onSelect: () => onPanel("comments") },
    // The menu of formats does not fit into the bar of a phone.
    ...(isPhone ? [{ label: t("top.download"), icon: IconDownload, onSelect: () => download("png") }] : []),
  ];
  const tools = canDraw && stage && isPhone ? MORE_TOOLS : [];
  const moreTools = tools.map(({ name, icon }) => ({
    label: t(`tools.${name}`),
    icon,
    onSelect: () => stage && chooseTool(stage, name as ToolName),
  }));
  return (
    <ItemTop
      item={item}
      backTo={backTo}
      onBack={goBack}
      neighbours={NO_NEIGHBOURS}
      onTrash={trash}
      afterTitle={<SyncLine state={state} />}
      actions={[moreTools, actions].filter((group) => group.length > 0)}
    >
      {children}
      {asking && !isPhone && (
        <Button size="xs" variant="default" disabled={asking.isDisabled} onClick={asking.ask}>
          {asking.label}
        </Button>
      )}
      <span className={styles.wideOnly}>
        <StarButton item={item} />
      </span>
      <BoardActions
        panel={panel}
        onPanel={onPanel}
        onPresent={onPresent}
        onDownload={download}
        onStill={item.permission.write ? still : null}
        comments={item.comments}
      />
    </ItemTop>
  );
}

/** Says when the right to edit was taken away. */
function useRoleNotice(role: string | null): void {
  const { t } = useTranslation("boards");
  const before = useRef(role);
  useEffect(() => {
    if (before.current === "edit" && role !== "edit" && role !== null) toasts.show(t("readOnly"));
    before.current = role;
  }, [role, t]);
}
