import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useParams } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../platform/session/user.queries.ts";
import { PageTab, PageTabs } from "../../ui/page-tabs.tsx";
import { Screen } from "../../ui/screen.tsx";
import { NotFoundScreen } from "../../ui/status/not-found.screen.tsx";
import styles from "./administration.module.css";
import { isTab, TAB_NAMES, TABS, type TabName } from "./tabs.ts";

/** Frame of the administration: heading and tabs. For other users the page does not exist; the server refuses their requests anyway. */
export function AdministrationFrame(): ReactNode {
  const { t } = useTranslation("administration");
  const { data: user } = useSuspenseQuery(userQuery);
  const { tab = TAB_NAMES[0] as string } = useParams({ strict: false });
  if (user.role !== "admin" || !isTab(tab)) return <NotFoundScreen />;
  return (
    <Screen title={t("title")} tabTitle={`${t(`tabs.${tab}`)} · ${t("title")}`}>
      <PageTabs className={styles.tabs ?? ""} label={t("title")}>
        {TAB_NAMES.map((name) => (
          <PageTab key={name} to={`/admin/${name}`} label={t(`tabs.${name}`)} isHere={name === tab} />
        ))}
      </PageTabs>
      <div className={styles.content}>
        <Outlet />
      </div>
    </Screen>
  );
}

/** The address of the administration without a tab leads to the first one. */
export function AdministrationStart(): ReactNode {
  return <Navigate to="/admin/$tab" params={{ tab: TAB_NAMES[0] as TabName }} replace />;
}

/** The open tab. The frame has checked that it exists. */
export function AdministrationTab(): ReactNode {
  const { tab = "" } = useParams({ strict: false });
  if (!isTab(tab)) return null;
  const Tab = TABS[tab];
  return (
    <Suspense>
      <Tab />
    </Suspense>
  );
}
