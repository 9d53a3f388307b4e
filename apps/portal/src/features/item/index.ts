export { Description } from "./description.tsx";
export { DetailsPanel } from "./details-panel.tsx";
export { ItemDiscussion, useItemDiscussion } from "./item-discussion.tsx";
export { ItemFrame, PanelTabs, useTrashing, type PanelTab } from "./item-frame.tsx";
export { ItemGate } from "./item-gate.tsx";
export { SharePanel } from "./share-panel.tsx";
export { changeShare, shareQuery } from "./share.queries.ts";
export { VisibilityChip } from "./visibility-chip.tsx";
export { useWatchTexts } from "./use-watch-texts.ts";
