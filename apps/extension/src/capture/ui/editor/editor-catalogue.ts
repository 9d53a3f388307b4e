import type { createEditorTexts } from "@stillreel/editor/react";
import { baseOf } from "@stillreel/i18n";
import { catalogueOf, languageOf } from "../../../shared/data/i18n.ts";

type EditorCatalogue = NonNullable<Parameters<typeof createEditorTexts>[2]>;

/** Loads the image editor's texts in a language. Undefined where only English is available, which the editor contains. */
export async function editorCatalogue(preferred: string | null): Promise<EditorCatalogue | undefined> {
  return ((await catalogueOf("editor", baseOf(languageOf(preferred)))) as EditorCatalogue | null) ?? undefined;
}
