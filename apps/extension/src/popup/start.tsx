import { createRoot } from "react-dom/client";
import { startPage } from "../shared/start-page.ts";
import { storedState } from "./popup-state.ts";
import { Popup } from "./popup.tsx";

/** Draws the popup from what is stored, before any server has answered. */
export async function startPopup(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("popup.html has no #root.");
  const state = await storedState();
  await startPage(state.preferences);
  createRoot(root).render(<Popup initial={state} />);
}
