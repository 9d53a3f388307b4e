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
import { rootElement } from "./root-element.ts";
import { reportScriptErrors } from "../platform/error-reports/script-errors.ts";
import { startI18n } from "../platform/i18n.ts";
import { createPortalRouter } from "./router.tsx";
import { pathForLogin } from "../platform/session/session.ts";
import { onSignOut } from "../platform/session/use-sign-out.ts";
import { deleteAllDrafts } from "../entities/annotation-drafts/annotation-drafts.ts";

onSignOut(deleteAllDrafts);

/** Creates the router, and connects the events that need it. */
function openRouter(): ReturnType<typeof createPortalRouter> {
  const router = createPortalRouter();
  reportScriptErrors(() => router.state.matches.at(-1)?.routeId);
  onSignedOut(() => {
    // Only pages that need a session redirect to the login page. An address without a page matches the root only.
    if (!pathForLogin(location.pathname) || router.state.matches.length === 1) return;
    void router.navigate({ to: "/auth/login", search: { next: location.pathname + location.search } });
  });
  router.subscribe("onRendered", () => void endFirstPaint());
  return router;
}

/** Maximum wait of the first render for the data of the page in milliseconds; then its pending parts are displayed. */
const FIRST_RENDER_WAIT_MS = 1_000;

/** Yields to the browser between two long tasks. */
const yieldToBrowser = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts the application. A function, because the modules of screens import this one: its evaluation must not wait for theirs. A page whose
 * data is loaded is rendered once, as a transition: in slices, and nothing is visible before it is complete. The router itself would
 * render it in one long task.
 */
async function start(): Promise<void> {
  await yieldToBrowser();
  const router = openRouter();
  await yieldToBrowser();
  const element = await rootElement();
  await startI18n();
  await yieldToBrowser();
  await Promise.race([router.load().catch(reportError), yieldToBrowser(FIRST_RENDER_WAIT_MS)]);
  startTransition(() =>
    createRoot(element).render(
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
}

void start();
