import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { InFrame } from "@stillreel/ui";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PreviewBanner } from "../../features/access/preview-banner.tsx";
import { FolderDialogLayer } from "../../features/library-view/folders/folder-dialog-layer.tsx";
import { LibraryLayer } from "../../features/library-view/library-layer.tsx";
import { UploadLayer } from "../../features/uploads/upload-layer-door.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useNewFolder } from "./use-new-folder.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const NavDrawer = lazy(() => import("./nav-drawer.tsx").then((module) => ({ default: module.NavDrawer })));
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx").then((module) => ({ default: module.ShortcutsDialog })));

/** Frame of the signed-in pages: sidebar (a drawer on tablets, a bar at the bottom on phones), header, the page itself. */
export function Shell(): ReactNode {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: "stillreel-sidebar-collapsed",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpen, drawer] = useDisclosure(false);
  const [shortcutsOpen, shortcuts] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useShortcuts({ showShortcuts: shortcuts.open, newFolder: useNewFolder() });
  useEffect(drawer.close, [path]); // eslint-disable-line react-hooks/exhaustive-deps -- the drawer closes when the page changes, not when its handle does

  return (
    <div className={styles.shell} data-collapsed={collapsed || undefined}>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <div className={styles.side}>
        <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} onShowShortcuts={shortcuts.open} />
      </div>
      <div className={styles.page}>
        <Header onOpenMenu={drawer.open} onShowShortcuts={shortcuts.open} />
        <PreviewBanner />
        <main className={styles.main} id="content" tabIndex={-1} data-scroll-restoration-id="content">
          <InFrame value>
            <Outlet />
          </InFrame>
        </main>
        <BottomBar onMore={drawer.open} />
        <LibraryLayer />
      </div>
      <UploadLayer />
      <FolderDialogLayer />
      <Suspense>
        {drawerOpen && <NavDrawer onClose={drawer.close} onShowShortcuts={shortcuts.open} />}
        {shortcutsOpen && <ShortcutsDialog onClose={shortcuts.close} />}
      </Suspense>
    </div>
  );
}
