import { createRoot } from "react-dom/client";
import { knownAccount, refreshAccount, refreshFolders, storedFolders } from "../../shared/data/account.ts";
import { t } from "../../shared/data/i18n.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { refreshSaveTargets, storedSaveTargets } from "../../shared/data/save-targets.ts";
import { startPage } from "../../shared/ui/start-page.ts";
import { refreshSaveServices, storedSaveServices } from "../../capture/data/save-services.ts";
import { Options } from "./options.tsx";

/** Renders the settings: of the account when signed in, otherwise of this machine. */
export async function startOptions(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("options.html has no #root.");
  // Signed out or offline: the local settings are shown.
  await refreshAccount()
    .then(() => Promise.all([refreshFolders(), refreshSaveTargets(), refreshSaveServices()]))
    .catch(() => undefined);
  const preferences = await readPreferences();
  await startPage(preferences);
  document.title = `${t("options.title")} · Stillreel`;
  const [saveTargets, folders, saveServices] = await Promise.all([storedSaveTargets(), storedFolders(), storedSaveServices()]);
  createRoot(root).render(
    <Options
      initial={preferences}
      isInAccount={(await knownAccount()) !== null}
      saveTargets={saveTargets}
      folders={folders ?? []}
      saveServices={saveServices}
    />,
  );
}
