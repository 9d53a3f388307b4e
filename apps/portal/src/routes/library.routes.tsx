import { createRoute } from "@tanstack/react-router";
import { imagesQuery, readSort } from "../features/library/index.ts";
import { LibraryScreen } from "../features/library/library.screen.tsx";
import { isFirstPaintShown } from "../first-paint.ts";
import { shellRoute } from "./signed-in.route.tsx";

const imagesRoute = createRoute({
  path: "/images",
  getParentRoute: () => shellRoute,
  // While the static first paint stands, its place is taken by the whole page at once. The screen itself tells of failures.
  loader: ({ context }) => (isFirstPaintShown() ? context.queryClient.prefetchInfiniteQuery(imagesQuery(readSort())) : undefined),
  // The start page: its code comes with the entry, not one round trip later.
  component: LibraryScreen,
});

/** The library's pages, inside the shell. */
export const libraryRoutes = [imagesRoute] as const;
