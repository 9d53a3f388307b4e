import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { trashItem } from "../../entities/items/item-actions.ts";
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
  /** Buttons of the top, before the menu of the rest. */
  actions: ReactNode;
  /** Says something about the item, below the top. */
  bar?: ReactNode;
  /** The panel stands below instead of beside. */
  isWide?: boolean;
  panel: ReactNode;
  /** Picture or video. `trash` moves the item to the bin and leads back to its list. */
  children: ReactNode;
}

/** Where an item's page leads back to, and how it goes to the bin from there. */
export function useTrashing(item: ItemView) {
  const { origin, backTo, goBack } = useOrigin(homeOf(item));
  const trash = (): void => {
    goBack();
    void trashItem(item);
  };
  return { origin, backTo, goBack, trash };
}

/** What every page of an item has: its top with the bar of a preview below it, its keys, the panel at its side, and what opens over it. */
export function ItemFrame({ item, actions, bar, isWide, panel, children }: Props): ReactNode {
  usePageTitle(item.title);
  const { origin, backTo, goBack, trash } = useTrashing(item);
  const neighbours = useNeighbours(item.id, origin);
  useItemKeys(item, neighbours);
  const preview = useItemPreview();
  const { PreviewBanner, overlays } = useItemPageSlots();
  return (
    <>
      <div className={styles.head}>
        <ItemTop item={item} backTo={backTo} onBack={goBack} neighbours={neighbours} onTrash={trash}>
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
  /** Beside the label; not shown at 0. */
  count?: number;
  /** It scrolls and pads itself. */
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
