import { Outlet } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { PreviewBanner } from "../features/access/preview-banner.tsx";
import { ItemPageSlotsContext, type ItemPageSlots } from "../features/item-page/item-page-slots.ts";
import { SearchLayer } from "../features/search/search-layer.tsx";
import { Bell } from "./shell/bell.tsx";
import { UploadLayer } from "./upload-layer.ts";

const slots: ItemPageSlots = {
  PreviewBanner,
  bell: <Bell />,
  overlays: (
    <>
      <Suspense>
        <UploadLayer />
      </Suspense>
      <SearchLayer />
    </>
  ),
};

/** Layout of the pages of one item: without sidebar and header, with the bell in the top bar, and search and uploads over the page. */
export function ItemPageLayout(): ReactNode {
  return (
    <ItemPageSlotsContext value={slots}>
      <Outlet />
    </ItemPageSlotsContext>
  );
}
