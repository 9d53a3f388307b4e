import { createEditorTexts, EditorTextsProvider } from "@stillreel/editor/react";
import { createEditor, openPicture } from "@stillreel/editor/core";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { AnnotationDocument } from "@stillreel/contract";
import { editorAddress } from "../../data/editor-address.ts";
import { startDownload } from "../../../shared/data/downloads.ts";
import { startI18n, t } from "../../../shared/data/i18n.ts";
import { type Preferences, readPreferences } from "../../../shared/data/preferences.ts";
import { DeadPage } from "./dead-page.tsx";
import { editorCatalogue } from "./editor-catalogue.ts";
import { EditorPage } from "./editor-page.tsx";
import { type LoadedCapture, loadCapture } from "./load-capture.ts";

const NOTHING: AnnotationDocument = { version: 1, crop: null, shapes: [] };
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(theme: Preferences["theme"]): void {
  const scheme = theme === "system" ? (prefersDark.matches ? "dark" : "light") : theme;
  // The shared tokens use this attribute in the portal too.
  document.documentElement.dataset["mantineColorScheme"] = scheme;
}

const openCapture = (id: string): void => location.assign(editorAddress(id));

/** Returns the editor page of a capture, or a page that explains why it cannot be shown and offers the file. */
async function pageFor(loaded: LoadedCapture | null, preferences: Preferences): Promise<ReactNode> {
  if (!loaded) return <DeadPage heading={t("editorPage.gone.heading")} text={t("editorPage.gone.text")} onOpen={openCapture} />;
  const { capture, picture } = loaded;
  try {
    const editor = createEditor(await openPicture(picture), capture.document ?? NOTHING, { pixelRatio: capture.record.pixelRatio });
    return <EditorPage loaded={loaded} editor={editor} preferences={preferences} onOpen={openCapture} />;
  } catch {
    const save = (): void => void startDownload(URL.createObjectURL(picture), capture.fileName);
    return <DeadPage heading={t("editorPage.broken.heading")} text={t("editorPage.broken.text")} onDownload={save} onOpen={openCapture} />;
  }
}

/** Opens the capture that the address names. */
export async function startEditorPage(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("editor.html has no #root.");
  const id = new URLSearchParams(location.search).get("capture") ?? "";
  const loading = loadCapture(id);
  const preferences = await readPreferences();
  applyTheme(preferences.theme);
  prefersDark.addEventListener("change", () => applyTheme(preferences.theme));
  const [loaded, { language, direction }, catalogue] = await Promise.all([
    loading,
    startI18n(preferences.language),
    editorCatalogue(preferences.language),
  ]);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  const page = await pageFor(loaded, preferences);
  createRoot(root).render(<EditorTextsProvider texts={createEditorTexts(language, direction, catalogue)}>{page}</EditorTextsProvider>);
}
