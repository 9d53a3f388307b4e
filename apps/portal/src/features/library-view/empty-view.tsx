import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import type { ItemType } from "../../entities/items/item-list.ts";

type Name = "EmptyImages" | "EmptyVideos" | "EmptyFolder";

/** What an empty place says is loaded when a place is empty: most never are. */
const load = (name: Name) =>
  lazy(async () => {
    const views = await import("./empty-views.tsx");
    return { default: views[name] as ComponentType<{ type: ItemType }> };
  });
const VIEWS = { EmptyImages: load("EmptyImages"), EmptyVideos: load("EmptyVideos"), EmptyFolder: load("EmptyFolder") };

/** The face of an empty place. */
export function EmptyView({ name, type = "image" }: { name: Name; type?: ItemType }): ReactNode {
  const View = VIEWS[name];
  return (
    <Suspense>
      <View type={type} />
    </Suspense>
  );
}
