import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { InFrame } from "@stillreel/ui";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PreviewBanner } from "../../features/access/preview-banner.tsx";
import { LibraryLayer } from "../../features/library-view/library-layer.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useNewFolder } from "./use-new-folder.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { UploadLayer } from "../upload-layer.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const NavDrawer = lazyView(() => import("./nav-drawer.tsx"), "NavDrawer");

/** Frame of signed-in pages: sidebar (drawer on tablets, bottom bar on phones), header, and page. */
export function Shell(): ReactNode {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: "stillreel-sidebar-collapsed",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpen, drawer] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useShortcuts(useNewFolder());
  useEffect(drawer.close, [path]); // eslint-disable-line react-hooks/exhaustive-deps -- the drawer closes when the page changes, not when its handle does

  return (
    <div className={styles.shell} data-collapsed={collapsed || undefined}>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <div className={styles.side}>
        <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </div>
      <div className={styles.page}>
        <Header onOpenMenu={drawer.open} />
        <PreviewBanner />
        <main className={styles.main} id="content" tabIndex={-1} data-scroll-restoration-id="content">
          <InFrame value>
            <Outlet />
          </InFrame>
        </main>
        <BottomBar onMore={drawer.open} />
        <LibraryLayer />
      </div>
      <Suspense>
        <UploadLayer />
      </Suspense>
      <Suspense>{drawerOpen && <NavDrawer onClose={drawer.close} />}</Suspense>
    </div>
  );
}
