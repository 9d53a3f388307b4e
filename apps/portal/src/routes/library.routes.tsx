import { createRoute } from "@tanstack/react-router";
import { LibraryScreen } from "../features/library/library.screen.tsx";
import { shellRoute } from "./signed-in.route.tsx";

const imagesRoute = createRoute({
  path: "/images",
  getParentRoute: () => shellRoute,
  // The start page: its code comes with the entry, not one round trip later.
  component: LibraryScreen,
});

/** The library's pages, inside the shell. */
export const libraryRoutes = [imagesRoute] as const;
