import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { trashItem } from "../../entities/items/item-actions.ts";
import type { VideoFrame } from "../../entities/boards/video-frame.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { homeOf, useOrigin } from "./item-origin.ts";
import { useItemPreview } from "./item-preview.ts";
import { ItemTop } from "./item-top.tsx";
import styles from "./item.module.css";
import { TrashBar } from "./trash-bar.tsx";
import { useItemKeys } from "./use-item-keys.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { useItemPageSlots } from "./item-page-slots.ts";

interface Props {
  item: ItemView;
  /** Buttons of the top bar before the menu. */
  actions: ReactNode;
  /** Message about the item below the top bar. */
  bar?: ReactNode;
  /** Places the panel below instead of beside. */
  isWide?: boolean;
  panel: ReactNode;
  /** Returns the frame that the player shows, for a video. */
  takeFrame?: () => VideoFrame | null;
  /** Image or video. `trash` moves the item to the trash and returns to its list. */
  children: ReactNode;
}

/** Returns the list address of an item and a function that moves it to the trash and returns there. */
export function useTrashing(item: ItemView) {
  const { origin, backTo, goBack } = useOrigin(homeOf(item));
  const trash = (): void => {
    goBack();
    void trashItem(item);
  };
  return { origin, backTo, goBack, trash };
}

/** Common parts of an item page: top bar, preview bar, shortcuts, side panel and dialogs. */
export function ItemFrame({ item, actions, bar, isWide, panel, takeFrame, children }: Props): ReactNode {
  usePageTitle(item.title);
  const { origin, backTo, goBack, trash } = useTrashing(item);
  const neighbours = useNeighbours(item.id, origin);
  useItemKeys(item, neighbours);
  const preview = useItemPreview();
  const { PreviewBanner, overlays } = useItemPageSlots();
  return (
    <>
      <div className={styles.head}>
        <ItemTop item={item} backTo={backTo} onBack={goBack} neighbours={neighbours} onTrash={trash} takeFrame={takeFrame}>
          {actions}
        </ItemTop>
        {preview && <PreviewBanner of={preview.canWrite ? "editable" : "readable"} />}
      </div>
      {item.trash && <TrashBar item={item} />}
      {bar}
      <main className={styles.columns} data-wide={isWide || undefined} id="content" tabIndex={-1}>
        {children}
        <aside className={styles.panel}>{panel}</aside>
      </main>
      {overlays}
    </>
  );
}

/** One tab of a panel. */
export interface PanelTab {
  value: string;
  label: string;
  /** Count beside the label; hidden at 0. */
  count?: number;
  /** The tab handles its own scrolling and padding. */
  isBare?: boolean;
  content: ReactNode;
}

/** The tabs of an item's panel. */
export function PanelTabs({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly PanelTab[];
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <Tabs value={value} onChange={(next) => next && onChange(next)} keepMounted={false} className={styles.tabs}>
      <Tabs.List className={styles.tabList}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count ? <span className={styles.tabCount}>{tab.count}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} className={tab.isBare ? styles.panelBare : styles.panelBody}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
