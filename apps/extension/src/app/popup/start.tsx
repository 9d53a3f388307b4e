import { createRoot } from "react-dom/client";
import { startPage } from "../../shared/ui/start-page.ts";
import { readMark } from "../../record/data/recording-mark.ts";
import { storedState, storedTab } from "./popup-state.ts";
import { Popup } from "./popup.tsx";

/** Renders the popup from stored data before any server response. */
export async function startPopup(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("popup.html has no #root.");
  const [state, tab, mark] = await Promise.all([storedState(), storedTab(), readMark()]);
  await startPage(state.preferences);
  createRoot(root).render(<Popup initial={state} initialTab={mark ? "record" : tab} isAwaited={mark !== null} />);
}
