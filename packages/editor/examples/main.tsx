// Uses the editor as another application would: one image, two annotations, and a download of the flattened image.
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "./page.css";
import { AnnotationDocument } from "@stillreel/contract";
import { createEditor, type Editor, flatten, openPicture } from "@stillreel/editor/core";
import { createEditorTexts, EditorButton, EditorTextsProvider, ImageEditor, SavedState } from "@stillreel/editor/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { createSampleImage } from "./sample-image.ts";

const texts = createEditorTexts("en", "ltr");

async function download(editor: Editor): Promise<void> {
  const image = await flatten(editor.getState().document, editor.picture, { type: "image/png" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(image), download: "annotated.png" });
  link.click();
  URL.revokeObjectURL(link.href);
}

function Page({ editor }: { editor: Editor }) {
  const [isOriginalStored, setOriginalStored] = useState(true);
  const save = (): void => void download(editor);
  return (
    <EditorTextsProvider texts={texts}>
      <ImageEditor
        editor={editor}
        start={<SavedState state="draft" text="Nothing is stored" />}
        actions={<EditorButton label="Download" variant="filled" onPress={save} />}
        sensitive={null}
        keepOriginal={{ value: isOriginalStored, onChange: setOriginalStored }}
        onSave={save}
        onCopy={() => {}}
      />
    </EditorTextsProvider>
  );
}

const annotations = AnnotationDocument.parse({
  version: 1,
  crop: null,
  shapes: [
    { id: "a1", type: "redact", x: 230, y: 182, width: 240, height: 52, color: "#17161C" },
    { id: "a2", type: "arrow", from: { x: 900, y: 560 }, to: { x: 640, y: 230 }, color: "#E5352B", strokeWidth: 6 },
  ],
});
const editor = createEditor(await openPicture(await createSampleImage()), annotations);
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no element #root.");
createRoot(root).render(<Page editor={editor} />);
