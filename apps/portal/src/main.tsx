import "@stillreel/ui/styles.css";
import { DirectionProvider, MantineProvider } from "@mantine/core";
import { Toaster, theme, toasts } from "@stillreel/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onSignedOut, queryClient } from "./api.ts";
import { startI18n } from "./i18n.ts";
import { router } from "./router.tsx";
import { pathForLogin } from "./session.ts";

onSignedOut(() => {
  // Only a page that needs a session leads to the login page; the login page itself is told the same by the server.
  if (!pathForLogin(location.pathname)) return;
  void router.navigate({ to: "/auth/login", search: { next: location.pathname + location.search } });
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");

await startI18n();
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
);
