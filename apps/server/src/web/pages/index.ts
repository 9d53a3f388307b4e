import path from "node:path";
import type { Ports } from "../../platform/ports/index.ts";
import { repositoryRoot } from "../../platform/config/repository-root.ts";
import type { Module } from "../../platform/module.ts";
import { errorReportsRoute } from "./error-reports.route.ts";
import { oembedRoutes } from "./oembed.routes.ts";
import { pageAssetsDir, type PagesDeps, publicPageRoutes } from "./pages.routes.ts";
import { portalRoutes } from "./portal.routes.ts";

/** Creates the module for browser pages: public share pages, and the built portal with its texts. */
export function createPages(ports: Ports, deps: Pick<PagesDeps, "auth" | "shares" | "requests" | "media" | "live">): Module {
  const root = repositoryRoot();
  return {
    routes: async (app) => {
      publicPageRoutes(app, ports, { ...deps, assetsDir: pageAssetsDir(), appDir: path.join(root, "apps/public-page/dist") });
      oembedRoutes(app, { ...deps, publicUrl: ports.publicUrl });
      await portalRoutes(app, {
        portalDir: path.join(root, "apps/portal/dist"),
        localesDir: path.join(root, "packages/i18n/src"),
        cursorHeader: deps.live.cursorHeader,
        defaultLanguage: () => ports.settings.current().defaultLanguage,
      });
      errorReportsRoute(app, ports.config.SENTRY_BROWSER_DSN);
    },
  };
}
