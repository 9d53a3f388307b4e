import { createRoot } from "react-dom/client";
import { t } from "../../../shared/data/i18n.ts";
import { readPreferences } from "../../../shared/data/preferences.ts";
import { startPage } from "../../../shared/ui/start-page.ts";
import { PermissionPage } from "./permission-page.tsx";

/** Renders the page that requests microphone and camera. */
export async function startPermissionPage(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("permission.html has no #root.");
  await startPage(await readPreferences());
  document.title = `${t("recorder:popup.permission.title")} · Stillreel`;
  createRoot(root).render(<PermissionPage />);
}
