import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";

/** The root of all pages; it renders only its outlet. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });
