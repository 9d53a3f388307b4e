import "@stillreel/ui/styles.css";
import { DirectionProvider, MantineProvider } from "@mantine/core";
import { Toaster, toasts } from "@stillreel/ui";
import { theme } from "@stillreel/ui/mantine";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onSignedOut, queryClient } from "../platform/api.ts";
import { endFirstPaint } from "./first-paint/first-paint.ts";
import { startI18n } from "../platform/i18n.ts";
import { router } from "./router.tsx";
import { pathForLogin } from "../platform/session/session.ts";
import { onSignOut } from "../platform/session/use-sign-out.ts";
import { deleteAllDrafts } from "../entities/annotation-drafts/annotation-drafts.ts";

onSignOut(deleteAllDrafts);
onSignedOut(() => {
  // Only pages that need a session redirect to the login page. An address without a page matches the root only.
  if (!pathForLogin(location.pathname) || router.state.matches.length === 1) return;
  void router.navigate({ to: "/auth/login", search: { next: location.pathname + location.search } });
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");

/** Yields to the browser between two long tasks. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

router.subscribe("onRendered", () => void endFirstPaint());

await breathe();
await startI18n();
await breathe();
// As a transition the first render is split into slices; nothing is visible before it is complete.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider detectDirection>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toaster store={toasts} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  ),
);
